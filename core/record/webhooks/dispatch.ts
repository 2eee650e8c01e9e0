import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { LOCKS } from '#db/locks.ts'
import { events, webhookDeliveries, webhookEndpoints } from '#db/schema.ts'
import type { EventRow } from '../event-log/present.ts'
import type { EndpointRow } from './endpoints.ts'
import { newDelivery } from './new-delivery.ts'

const BATCH = 500

const OWN_TROUBLE = ['message.exhausted', 'webhook_endpoint.disabled']

/** The market an event belongs to: the one its object names, else that of its type; those of all markets are `platform`. */
function marketOf(event: Pick<EventRow, 'type' | 'object'>): string {
  const { market } = event.object as { market?: unknown }
  if (typeof market === 'string') return market
  return MARKETS_BY_TYPE.find(([type]) => type.test(event.type))?.[1] ?? 'platform'
}
const MARKETS_BY_TYPE: [RegExp, string][] = [
  [/^(offering|investor|investment|token|holding)\./, 'securities'],
  [/^(sanctions|travel_rule|stablecoin|exception)\./, 'stablecoins'],
  [/^nft\./, 'nfts'],
  [/^defi\./, 'defi'],
  [/^gaming\./, 'gaming'],
]

/** Whether an endpoint wants an event. */
export function wants(
  endpoint: Pick<EndpointRow, 'id' | 'event_types' | 'filters' | 'status'>,
  event: Pick<EventRow, 'type' | 'resource_id' | 'object'>,
): boolean {
  if (endpoint.status !== 'enabled') return false
  if (endpoint.filters.resource_id && endpoint.filters.resource_id !== event.resource_id) return false
  if (endpoint.filters.market && marketOf(event) !== endpoint.filters.market) return false
  // An endpoint is not told of its own failure: it could not hear it, and each try would fail anew.
  if (event.resource_id === endpoint.id && OWN_TROUBLE.includes(event.type)) return false
  return endpoint.event_types.some(
    (type) => type === '*' || type === event.type || (type.endsWith('.*') && event.type.startsWith(type.slice(0, -1))),
  )
}

/**
 * Turns committed events into deliveries, each exactly once, and numbers them in the order they became known. Returns true when there
 * may be more.
 */
export async function dispatchEvents(services: Services): Promise<boolean> {
  // no audit: the events it hands on were audited by the verbs that made them.
  return services.connection.db.transaction(async (tx) => {
    // One at a time, until its commit: whoever has seen a number will find no lower one later.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.dispatch})`)
    const due = await tx
      .select()
      .from(events)
      .where(isNull(events.dispatched_at))
      .orderBy(asc(events.position))
      .limit(BATCH)
      // Waits for another process rather than going on behind its events: later ones of an object would be sent before them.
      .for('update')
    if (!due.length) return false
    const organizations = [...new Set(due.map((e) => e.organization_id))]
    const endpoints = await tx
      .select()
      .from(webhookEndpoints)
      .where(and(inArray(webhookEndpoints.organization_id, organizations), eq(webhookEndpoints.status, 'enabled')))
    const deliveries = due.flatMap((event) =>
      endpoints
        .filter((e) => e.organization_id === event.organization_id && e.environment === event.environment && wants(e, event))
        // Due at once on the clock of the event, which in a sandbox is not the real one.
        .map((e) => newDelivery(e, event, event.created_at)),
    )
    if (deliveries.length) await tx.insert(webhookDeliveries).values(deliveries).onConflictDoNothing()
    await tx.execute(sql`update ${events} set dispatched_at = now(), published = numbered.published
      from (select id, nextval('event_order') as published from unnest(${sql.param(due.map((e) => e.id))}::text[]) as id) numbered
      where events.id = numbered.id`)
    if (deliveries.length) services.wake('webhooks')
    return due.length === BATCH
  })
}
