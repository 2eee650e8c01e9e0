import type { events } from '#db/schema.ts'
import { CURRENT_VERSION } from '../versions.ts'

export type EventRow = typeof events.$inferSelect

/** The envelope of an event, as webhooks send it and the API lists it (api.md, section 5). */
export function presentEvent(row: EventRow) {
  return {
    id: row.id,
    object: 'event' as const,
    type: row.type,
    timestamp: row.created_at.toISOString(),
    api_version: CURRENT_VERSION,
    environment: row.environment,
    sequence: row.sequence,
    resource: { type: row.resource_type, id: row.resource_id },
    request: row.request_id ? { id: row.request_id, idempotency_key: row.idempotency_key } : null,
    actor: { type: row.actor_type, id: row.actor_id },
    data: { object: row.object, ...(row.previous && { previous: row.previous }) },
  }
}
