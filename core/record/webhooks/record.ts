import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { isMemberOf } from '#core/kernel/members.ts'
import { mentionsIn } from '#core/kernel/mentions.ts'
import { addressesOf } from '#core/kernel/people.ts'
import { sealValue } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Tx } from '#db/connect.ts'
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { write } from '../transaction.ts'
import { writeDue } from '../write-due.ts'
import type { EndpointRow } from './endpoints.ts'
import type { Sent } from './post.ts'
import { nextDelayMs } from './schedule.ts'
import { isSuccess, type SendResult } from './send.ts'

const TELL_AFTER_MS = 3_600_000
const DISABLE_AFTER_MS = 5 * 86_400_000

/** What the bodies of a try are sealed to, with the tenant's key. */
export const attemptContext = (id: string) => `webhook_attempts.bodies:${id}`

type Delivery = typeof webhookDeliveries.$inferSelect

/** Writes down what became of one try, plans the next, and tells or ends what follows from it. Returns the delivery's state. */
export async function recordAttempt(ctx: Ctx, endpoint: EndpointRow, delivery: Delivery, sent: Sent): Promise<string> {
  const { result } = sent
  // Plans and streaks follow the sandbox's clock; what is logged about the try itself is real time.
  const { now } = ctx
  const attempt = delivery.attempts + 1
  const delivered = isSuccess(result.status)
  const stop = result.status === 410 || result.headers?.['webhook-delivery'] === 'abort-message'
  const wish =
    [429, 502, 503, 504].includes(result.status ?? 0) || result.headers?.['retry-after'] ? result.headers?.['retry-after'] : undefined
  const delay = delivered || stop ? null : nextDelayMs(attempt, Math.random(), wish, Date.now())
  const status = delivered ? 'delivered' : stop ? 'aborted' : delay === null ? 'exhausted' : 'pending'
  // no audit: every attempt is a row of its own, kept for the integrator.
  const streak = await ctx.db.transaction(async (tx) => {
    // The endpoint before its deliveries, here as wherever both are changed: two in opposite order would wait for each other.
    const noted = await noteStreak(tx, endpoint.id, delivered, now)
    const id = newId('webhook_attempt')
    const seal = (text: string) => sealValue(tx, ctx.services, tenantKeyId(ctx), attemptContext(id), text, ctx)
    await tx.insert(webhookAttempts).values({
      id,
      delivery_id: delivery.id,
      endpoint_id: endpoint.id,
      event_id: delivery.event_id,
      attempt,
      status: result.status,
      error: result.error ?? (delivered ? null : `answered ${result.status}`),
      request_headers: sent.headers,
      request_body: await seal(sent.body),
      mentions: mentionsIn(sent.body),
      response_headers: result.headers,
      response_body: result.body === null ? null : await seal(result.body),
      address: result.address,
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
      // What was ended while this try was under way stays ended, unless it arrived.
      .where(and(eq(webhookDeliveries.id, delivery.id), delivered ? undefined : eq(webhookDeliveries.status, 'pending')))
    return noted
  })
  if (status === 'exhausted') await announceExhausted(ctx, endpoint, delivery, result)
  if (result.status === 410) await disableEndpoint(ctx, endpoint, 'The receiver answered 410 Gone.')
  if (delivered || result.status === 410 || !streak?.failing_since) return status
  const failingFor = now - streak.failing_since.getTime()
  if (failingFor > DISABLE_AFTER_MS) await disableEndpoint(ctx, endpoint, 'All tries failed for five days.')
  else if (failingFor >= TELL_AFTER_MS && !streak.failing_told_at)
    await tellFailing(ctx, endpoint, streak.failing_since, result.error ?? `It answered ${result.status}.`)
  return status
}

/** Since when an endpoint fails, as it is known after this try. An endpoint that goes on answering is not written to. */
async function noteStreak(tx: Tx, id: string, delivered: boolean, now: number) {
  const at = new Date(now)
  const { failing_since, failing_told_at, verified_at } = webhookEndpoints
  const changes = delivered ? or(isNotNull(failing_since), isNull(verified_at)) : undefined
  const [noted] = await tx
    .update(webhookEndpoints)
    .set(
      delivered
        ? { failing_since: null, failing_told_at: null, verified_at: sql`coalesce(${verified_at}, ${sql.param(at, verified_at)})` }
        : { failing_since: sql`coalesce(${failing_since}, ${sql.param(at, failing_since)})` },
    )
    .where(and(eq(webhookEndpoints.id, id), changes))
    .returning({ failing_since, failing_told_at })
  return noted
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
async function tellFailing(ctx: Ctx, endpoint: EndpointRow, since: Date, lastError: string): Promise<void> {
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
        details: { since: since.toISOString() },
      },
      mails: (await ownersOf(tx, ctx.services, endpoint)).map((email) =>
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

const ownersOf = async (tx: Tx, services: Services, endpoint: EndpointRow): Promise<string[]> =>
  (await addressesOf(tx, services, isMemberOf(tx, endpoint.organization_id, ['owner', 'admin', 'developer']), 5)).map(({ email }) => email)

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
    const owners = await ownersOf(tx, ctx.services, endpoint)
    return {
      result: null,
      audit: {
        action: 'webhook_endpoint_disabled',
        category: 'system',
        subject: { type: 'webhook_endpoint', id: endpoint.id },
        details: { reason },
        standing: [`webhook_state:${endpoint.id}`],
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
