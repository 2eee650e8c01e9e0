import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { events, webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx, Environment } from '../context.ts'
import { writeDue } from '../deadlines/write-due.ts'
import { type EventRow, presentEvent } from '../event-log/present.ts'
import { readResource } from '../event-log/resource.ts'
import { newId } from '../ids.ts'
import { composeMail } from '../mails/mail.ts'
import { sandboxNow } from '../sandbox/clock.ts'
import type { Services } from '../services.ts'
import { systemCtx } from '../system.ts'
import { write } from '../transaction.ts'
import { guardTarget } from './address-guard.ts'
import { type EndpointRow, endpointSecrets } from './endpoints.ts'
import { nextDelayMs } from './schedule.ts'
import { isSuccess, type SendResult, sendOnce } from './send.ts'
import { signaturesOf } from './sign.ts'

const LEASE_MS = 60_000
const TELL_AFTER_MS = 3_600_000
const DISABLE_AFTER_MS = 5 * 86_400_000
/** 20 kB. */
const MAX_BODY = 20_000

type Delivery = typeof webhookDeliveries.$inferSelect

/** The time a delivery's schedule obeys: its sandbox's clock, or the real one. */
const CLOCK = sql`case when d.environment = 'sandbox' then coalesce(s.frozen_at, now() + make_interval(secs => coalesce(s.clock_offset_ms, 0) / 1000.0)) else now() end`

/**
 * Takes the deliveries that are due and tries each once. A claimed delivery is leased, not locked: a process that dies
 * leaves it to be tried again, so delivery is at least once. Returns true when there may be more.
 */
export async function deliverDue(services: Services, limit = 20): Promise<boolean> {
  const claimed = await claim(services, limit, [])
  const freed = await Promise.all(claimed.map((delivery) => tryOrLog(services, delivery)))
  return claimed.length === limit || freed.includes(true)
}

const tryOrLog = (services: Services, delivery: Delivery): Promise<boolean> =>
  tryDelivery(services, delivery).catch((error: Error) => {
    services.log.error({ delivery: delivery.id, error: error.message }, 'delivery could not be tried')
    return false
  })

/** Tries of one process at a time: over all receivers, and how many of one are enough to let the others go first. */
const AT_ONCE = 200
const OF_ONE = 20

/**
 * As `deliverDue`, but waits for none of the tries it begins: a receiver that takes its fifteen seconds holds up nobody else's
 * events. `begin` returns true when there may be more to begin now; `done` waits for those under way.
 */
export function deliveriesSideBySide(services: Services): { begin(): Promise<boolean>; done(): Promise<void> } {
  const underWay = new Set<Promise<void>>()
  // A sandbox's clock may pass the end of a lease while its try still waits for an answer.
  const tried = new Set<string>()
  const ofEndpoint = new Map<string, number>()
  const count = (id: string, by: number) => {
    const now = (ofEndpoint.get(id) ?? 0) + by
    if (now) ofEndpoint.set(id, now)
    else ofEndpoint.delete(id)
  }
  const start = (delivery: Delivery) => {
    const { id, endpoint_id } = delivery
    tried.add(id)
    count(endpoint_id, 1)
    const one = tryOrLog(services, delivery).then((freed) => {
      const full = underWay.size >= AT_ONCE || ofEndpoint.get(endpoint_id)! >= OF_ONE
      underWay.delete(one)
      tried.delete(id)
      count(endpoint_id, -1)
      if (freed || full) services.wake('webhooks')
    })
    underWay.add(one)
  }
  return {
    async begin() {
      const room = Math.min(OF_ONE, AT_ONCE - underWay.size)
      if (room <= 0) return false
      const busy = [...ofEndpoint].filter(([, tries]) => tries >= OF_ONE).map(([id]) => id)
      const claimed = await claim(services, room, busy)
      for (const delivery of claimed) if (!tried.has(delivery.id)) start(delivery)
      return claimed.length === room
    },
    done: async () => void (await Promise.all(underWay)),
  }
}

async function claim(services: Services, limit: number, busy: readonly string[]): Promise<Delivery[]> {
  const { rows } = await services.connection.db.execute<{ id: string }>(sql`
    update webhook_deliveries set next_attempt_at = due.lease
    from (
      select d.id, ${CLOCK} + make_interval(secs => ${LEASE_MS / 1000}) as lease
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
        left join sandboxes s on s.organization_id = d.organization_id
      where d.status = 'pending' and not d.endpoint_id = any(${sql.param(busy)}::text[])
        -- No wait is longer than a day and its jitter: what is due later was planned before a sandbox's clock was set back.
        and (d.next_attempt_at <= ${CLOCK} or d.next_attempt_at > ${CLOCK} + interval '27 hours')
        and (not e.strict_order or not exists (
          select 1 from webhook_deliveries p where p.endpoint_id = d.endpoint_id and p.resource_id = d.resource_id and p.sequence < d.sequence and p.status = 'pending'))
      order by d.next_attempt_at limit ${limit} for update of d skip locked) due
    where webhook_deliveries.id = due.id
    returning webhook_deliveries.id`)
  if (!rows.length) return []
  return services.connection.db
    .select()
    .from(webhookDeliveries)
    .where(sql`${webhookDeliveries.id} in ${rows.map((r) => r.id)}`)
    .orderBy(asc(webhookDeliveries.created_at))
}

/** Tries one delivery. Returns whether its end lets a later one of a strictly ordered endpoint go. */
async function tryDelivery(services: Services, delivery: Delivery): Promise<boolean> {
  const { db } = services.connection
  const [endpoint] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, delivery.endpoint_id)).limit(1)
  const [event] = await db.select().from(events).where(eq(events.id, delivery.event_id)).limit(1)
  if (!endpoint || !event || endpoint.status !== 'enabled') {
    await db.update(webhookDeliveries).set({ status: 'aborted', finished_at: new Date() }).where(eq(webhookDeliveries.id, delivery.id))
    return false
  }
  const attempt = delivery.attempts + 1
  const ctx = systemCtx(services, {
    id: 'webhooks',
    organizationId: endpoint.organization_id,
    environment: endpoint.environment as Environment,
    now: endpoint.environment === 'sandbox' ? await sandboxNow(services, endpoint.organization_id) : Date.now(),
  })
  const sent = await post(ctx, endpoint, { id: event.id, body: await bodyFor(ctx, endpoint, event), attempt })
  const status = await record(ctx, endpoint, delivery, attempt, sent)
  return endpoint.strict_order && status !== 'pending'
}

/** The body as sent; one that is too large carries the address of its object instead. */
export async function bodyFor(ctx: Ctx, endpoint: Pick<EndpointRow, 'payload'>, event: EventRow): Promise<string> {
  const { object: _, ...envelope } = presentEvent(event)
  const object = endpoint.payload === 'full' ? { ...(await readResource(ctx, event)), ...event.object } : event.object
  const text = JSON.stringify({ ...envelope, data: { ...envelope.data, object } })
  if (Buffer.byteLength(text) <= MAX_BODY) return text
  return JSON.stringify({ ...envelope, data: { object_url: `${ctx.services.config.publicUrl}/api/v1/events/${envelope.id}` } })
}

export interface Sent {
  result: SendResult
  headers: Record<string, string>
  body: string
  address: string | null
}

/** Signs and sends one message to an endpoint. Used for deliveries, pings and drills. */
export async function post(
  ctx: Ctx,
  endpoint: EndpointRow,
  message: { id: string; body: string; attempt: number; timestamp?: number; signature?: string; timeoutMs?: number },
): Promise<Sent> {
  const timestamp = message.timestamp ?? Math.floor(Date.now() / 1000)
  const secrets = await endpointSecrets(ctx, endpoint)
  const signer = ctx.services.keyring.keys.webhook[endpoint.environment as Environment]
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Sealwright-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': message.signature ?? (await signaturesOf({ id: message.id, timestamp, body: message.body, secrets, signer })),
    'sealwright-attempt': String(message.attempt),
    'sealwright-environment': endpoint.environment,
  }
  try {
    const target = await guardTarget(endpoint.url, {
      allowPrivate: ctx.services.config.webhookAllowPrivate,
      sandbox: endpoint.environment === 'sandbox',
    })
    return {
      result: await sendOnce(target, headers, message.body, message.timeoutMs),
      headers,
      body: message.body,
      address: target.address,
    }
  } catch (error) {
    return {
      result: { status: null, error: (error as Error).message, headers: null, body: null, durationMs: 0 },
      headers,
      body: message.body,
      address: null,
    }
  }
}

async function record(ctx: Ctx, endpoint: EndpointRow, delivery: Delivery, attempt: number, sent: Sent): Promise<string> {
  const { db } = ctx
  const { result } = sent
  // Plans and streaks follow the sandbox's clock; what is logged about the try itself is real time.
  const { now } = ctx
  const delivered = isSuccess(result.status)
  const stop = result.status === 410 || result.headers?.['webhook-delivery'] === 'abort-message'
  const wish =
    [429, 502, 503, 504].includes(result.status ?? 0) || result.headers?.['retry-after'] ? result.headers?.['retry-after'] : undefined
  const delay = delivered || stop ? null : nextDelayMs(attempt, Math.random(), wish, Date.now())
  const status = delivered ? 'delivered' : stop ? 'aborted' : delay === null ? 'exhausted' : 'pending'
  // no audit: every attempt is a row of its own, kept for the integrator.
  await db.transaction(async (tx) => {
    await tx.insert(webhookAttempts).values({
      id: newId('webhook_attempt'),
      delivery_id: delivery.id,
      endpoint_id: endpoint.id,
      event_id: delivery.event_id,
      attempt,
      status: result.status,
      error: result.error ?? (delivered ? null : `answered ${result.status}`),
      request_headers: sent.headers,
      request_body: sent.body,
      response_headers: result.headers,
      response_body: result.body,
      address: sent.address,
      duration_ms: result.durationMs,
      created_at: new Date(),
    })
    await tx
      .update(webhookDeliveries)
      .set({
        status,
        attempts: attempt,
        next_attempt_at: new Date(now + (delay ?? 0)),
        finished_at: status === 'pending' ? null : new Date(now),
      })
      .where(eq(webhookDeliveries.id, delivery.id))
    await tx
      .update(webhookEndpoints)
      .set(
        delivered
          ? { failing_since: null, failing_told_at: null, verified_at: endpoint.verified_at ?? new Date(now) }
          : { failing_since: endpoint.failing_since ?? new Date(now) },
      )
      .where(eq(webhookEndpoints.id, endpoint.id))
  })
  if (status === 'exhausted') await announceExhausted(ctx, endpoint, delivery, result)
  const failingFor = endpoint.failing_since ? now - endpoint.failing_since.getTime() : 0
  if (result.status === 410) await disableEndpoint(ctx, endpoint, 'The receiver answered 410 Gone.')
  else if (!delivered && failingFor > DISABLE_AFTER_MS) await disableEndpoint(ctx, endpoint, 'All tries failed for five days.')
  else if (!delivered && failingFor >= TELL_AFTER_MS && !endpoint.failing_told_at)
    await tellFailing(ctx, endpoint, result.error ?? `It answered ${result.status}.`)
  return status
}

async function announceExhausted(ctx: Ctx, endpoint: EndpointRow, delivery: Delivery, result: SendResult): Promise<void> {
  const object = {
    endpoint: { id: endpoint.id, url: endpoint.url },
    event_id: delivery.event_id,
    last_error: result.error ?? `answered ${result.status}`,
  }
  await write(ctx, async () => ({
    result: null,
    audit: {
      action: 'webhook_exhausted',
      category: 'system',
      subject: { type: 'webhook_endpoint', id: endpoint.id },
      details: { event_id: delivery.event_id },
    },
    events: [{ type: 'message.exhausted', resource: { type: 'webhook_endpoint', id: endpoint.id }, object }],
  }))
}

/** One mail to the owners for each time an endpoint has been failing for an hour. */
async function tellFailing(ctx: Ctx, endpoint: EndpointRow, lastError: string): Promise<void> {
  // no event: the endpoint that fails could not hear it, and the others hear when it is disabled.
  await writeDue(ctx, async (tx) => {
    const [told] = await tx
      .update(webhookEndpoints)
      .set({ failing_told_at: new Date(ctx.now) })
      .where(inScope(webhookEndpoints, ctx, and(eq(webhookEndpoints.id, endpoint.id), isNull(webhookEndpoints.failing_told_at))))
      .returning({ id: webhookEndpoints.id })
    if (!told) return null
    return {
      result: 1,
      audit: {
        action: 'webhook_endpoint_failing',
        category: 'system',
        subject: { type: 'webhook_endpoint', id: endpoint.id },
        details: { since: endpoint.failing_since?.toISOString() ?? null },
      },
      mails: (await ownersOf(tx, endpoint)).map((email) =>
        composeMail({
          to: email,
          subject: 'A webhook endpoint is failing',
          heading: 'A webhook endpoint is failing',
          paragraphs: [
            `Deliveries to ${endpoint.url} have been failing for an hour. Last: ${lastError}`,
            'They are tried again on the published schedule, and nothing is lost. After five days without success the endpoint is disabled.',
          ],
          button: { label: 'Look at the tries', url: `${ctx.services.config.publicUrl}/developer/webhooks/${endpoint.id}` },
        }),
      ),
    }
  })
}

const ownersOf = async (tx: Tx, endpoint: EndpointRow): Promise<string[]> =>
  (await tx.execute<{ email: string }>(sql`select email from users where organization_id = ${endpoint.organization_id} limit 5`)).rows.map(
    ({ email }) => email,
  )

/** Another delivery of the same moment did it. */
class DisabledAlready extends Error {}

async function disableEndpoint(ctx: Ctx, endpoint: EndpointRow, reason: string): Promise<void> {
  await disableOnce(ctx, endpoint, reason).catch((error: unknown) => {
    if (!(error instanceof DisabledAlready)) throw error
  })
}

async function disableOnce(ctx: Ctx, endpoint: EndpointRow, reason: string): Promise<void> {
  await write(ctx, async (tx) => {
    const [disabled] = await tx
      .update(webhookEndpoints)
      .set({ status: 'disabled', disabled_reason: reason })
      .where(and(eq(webhookEndpoints.id, endpoint.id), eq(webhookEndpoints.status, 'enabled')))
      .returning({ id: webhookEndpoints.id })
    if (!disabled) throw new DisabledAlready()
    await tx
      .update(webhookDeliveries)
      .set({ status: 'aborted', finished_at: new Date() })
      .where(and(eq(webhookDeliveries.endpoint_id, endpoint.id), eq(webhookDeliveries.status, 'pending')))
    const owners = await ownersOf(tx, endpoint)
    return {
      result: null,
      audit: {
        action: 'webhook_endpoint_disabled',
        category: 'system',
        subject: { type: 'webhook_endpoint', id: endpoint.id },
        details: { reason },
      },
      events: [
        {
          type: 'webhook_endpoint.disabled',
          resource: { type: 'webhook_endpoint', id: endpoint.id },
          object: { endpoint: { id: endpoint.id, url: endpoint.url }, last_error: reason },
        },
      ],
      mails: owners.map((email) =>
        composeMail({
          to: email,
          subject: 'A webhook endpoint was disabled',
          heading: 'A webhook endpoint was disabled',
          paragraphs: [
            `Deliveries to ${endpoint.url} have stopped: ${reason}`,
            'Enable it again in the developer portal once it answers; missed events can be sent again from there.',
          ],
          button: { label: 'Open webhooks', url: `${ctx.services.config.publicUrl}/developer/webhooks` },
        }),
      ),
    }
  })
}

/** Attempts older than 30 days are forgotten. */
export async function forgetOldAttempts(services: Services): Promise<void> {
  await services.connection.db.delete(webhookAttempts).where(lt(webhookAttempts.created_at, sql`now() - interval '30 days'`))
}
