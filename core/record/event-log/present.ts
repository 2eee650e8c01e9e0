import type { Ctx } from '#core/kernel/context.ts'
import { eventNow } from '#core/kernel/versions/convert.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import type { events } from '#db/schema.ts'

export type EventRow = typeof events.$inferSelect

/**
 * The envelope of an event, as the API lists it and, of the current version, webhooks send it. The Idempotency-Key is shown to the caller who sent it, and to
 * nobody else: whoever may read events must not learn how to repeat another's call.
 */
export function presentEvent(row: EventRow, reader?: Ctx['actor']) {
  return {
    id: row.id,
    object: 'event' as const,
    type: row.type,
    timestamp: row.created_at.toISOString(),
    api_version: CURRENT_VERSION,
    environment: row.environment,
    sequence: row.sequence,
    resource: { type: row.resource_type, id: row.resource_id },
    request: row.request_id ? { id: row.request_id, idempotency_key: reader?.id === row.actor_id ? row.idempotency_key : null } : null,
    actor: { type: row.actor_type, id: row.actor_id },
    data: { object: eventNow(row.type, row.object), ...(row.previous && { previous: row.previous }) },
  }
}
