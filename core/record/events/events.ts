import { sql } from 'drizzle-orm'
import type { Author } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Tx } from '#db/connect.ts'
import { eventSequences, events } from '#db/schema.ts'
import { EVENT_TYPES, type EventType } from './event-types.ts'

/** Something that happened to one object. `object` is the object as of now, without personal data. */
export interface EventInput {
  type: EventType
  resource: { type: string; id: string }
  object: Record<string, unknown>
  previous?: Record<string, unknown>
}

/** Writes events into the outbox within the given transaction; `sequence` rises by one per resource. */
export async function recordEvents(tx: Tx, by: Author, inputs: EventInput[]): Promise<string[]> {
  const ids: string[] = []
  for (const input of inputs) {
    const [row] = await tx
      .insert(eventSequences)
      .values({ organization_id: by.organizationId, environment: by.environment, resource_id: input.resource.id, sequence: 1 })
      .onConflictDoUpdate({
        target: [eventSequences.organization_id, eventSequences.environment, eventSequences.resource_id],
        set: { sequence: sql`${eventSequences.sequence} + 1` },
      })
      .returning({ sequence: eventSequences.sequence })
    const event = eventRow(by, input, row!.sequence)
    ids.push(event.id)
    await tx.insert(events).values(event)
  }
  return ids
}

/** The rows of the first event of a resource made in the same call, whose sequence therefore begins. */
export function firstEvent(by: Author, input: EventInput) {
  const { organizationId: organization_id, environment } = by
  return { sequence: { organization_id, environment, resource_id: input.resource.id, sequence: 1 }, row: eventRow(by, input, 1) }
}

function eventRow(by: Author, input: EventInput, sequence: number): typeof events.$inferInsert & { id: string } {
  if (!EVENT_TYPES.has(input.type)) throw new Error(`unknown event type ${input.type}`)
  return {
    id: newId('event', by.now),
    organization_id: by.organizationId,
    environment: by.environment,
    type: input.type,
    resource_type: input.resource.type,
    resource_id: input.resource.id,
    sequence,
    object: input.object,
    previous: input.previous ?? null,
    request_id: by.requestId,
    idempotency_key: by.idempotency?.key ?? null,
    actor_type: by.actor.type === 'anonymous' ? 'holder' : by.actor.type,
    actor_id: by.actor.id,
    created_at: new Date(by.now),
  }
}
