import { asc, eq, sql } from 'drizzle-orm'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'
import { isUnreachable } from '#core/kernel/unreachable.ts'
import { olderEvent } from '#core/kernel/versions/convert.ts'
import { type EventRow, presentEvent } from '#core/record/event-log/present.ts'
import type { EndpointRow } from '#core/record/webhooks/endpoints.ts'
import { post, type Sent } from '#core/record/webhooks/post.ts'
import { recordAttempt } from '#core/record/webhooks/record.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { events, webhookDeliveries, webhookEndpoints } from '#db/schema.ts'
import { readResource } from './resource.ts'

const LEASE_MS = 60_000
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
    tellFailure(services.log, error, { delivery: delivery.id }, 'delivery could not be tried')
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
  const ctx = await systemCtxIn(services, {
    id: 'webhooks',
    organizationId: endpoint.organization_id,
    environment: endpoint.environment as Environment,
  })
  const failed = (what: string) => (error: Error) => tellFailure(services.log, error, { delivery: delivery.id }, what)
  const attempt = delivery.attempts + 1
  const sent = await bodyFor(ctx, endpoint, event)
    .then((body) => post(ctx, endpoint, { id: event.id, body, attempt }))
    .catch((error: Error) => {
      // No try of the receiver's: it would bring the long waits nearer. The lease ends, and it is sent then.
      if (isUnreachable(error)) throw error
      failed('delivery could not be made')(error)
      return notMade()
    })
  // A try that is not recorded would be tried again each minute, for ever. What of the answer cannot be kept is left out.
  const status = await recordAttempt(ctx, endpoint, delivery, sent).catch((error: Error) => {
    failed('answer of a receiver could not be recorded')(error)
    return recordAttempt(ctx, endpoint, delivery, withoutAnswer(sent))
  })
  return endpoint.strict_order && status !== 'pending'
}

const nothing = { headers: null, body: null, address: null, durationMs: 0 }
const notMade = (): Sent => ({ result: { ...nothing, status: null, error: 'the message could not be made' }, headers: {}, body: '' })
const withoutAnswer = ({ result, headers, body }: Sent): Sent => ({
  result: { ...nothing, status: result.status, error: 'the answer could not be kept', durationMs: result.durationMs },
  headers,
  body,
})

/** The body as sent, in the version of the endpoint; one that is too large carries the address of its object instead. */
async function bodyFor(ctx: Ctx, endpoint: Pick<EndpointRow, 'payload' | 'api_version'>, event: EventRow): Promise<string> {
  const { object: _, ...envelope } = olderEvent(endpoint.api_version, presentEvent(event))
  const told = envelope.data.object
  const object = endpoint.payload === 'full' ? { ...(await readResource(ctx, event, endpoint.api_version)), ...told } : told
  const text = JSON.stringify({ ...envelope, data: { ...envelope.data, object } })
  if (Buffer.byteLength(text) <= MAX_BODY) return text
  return JSON.stringify({ ...envelope, data: { object_url: `${ctx.services.config.publicUrl}/api/v1/events/${envelope.id}` } })
}
