import { sql } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { eventSequences, events } from '#db/schema.ts'
import type { Ctx } from './context.ts'
import { EVENT_TYPES, type EventType } from './event-types.ts'
import { newId } from './ids.ts'

/** Something that happened to one object. `object` is the object as of now, without personal data. */
export interface EventInput {
  type: EventType
  resource: { type: string; id: string }
  object: Record<string, unknown>
  previous?: Record<string, unknown>
}

/** Writes events into the outbox within the given transaction; `sequence` rises by one per resource. */
export async function recordEvents(tx: Tx, ctx: Ctx, inputs: EventInput[]): Promise<string[]> {
  const ids: string[] = []
  for (const input of inputs) {
    if (!EVENT_TYPES.has(input.type)) throw new Error(`unknown event type ${input.type}`)
    const [row] = await tx
      .insert(eventSequences)
      .values({ organization_id: ctx.organizationId, environment: ctx.environment, resource_id: input.resource.id, sequence: 1 })
      .onConflictDoUpdate({
        target: [eventSequences.organization_id, eventSequences.environment, eventSequences.resource_id],
        set: { sequence: sql`${eventSequences.sequence} + 1` },
      })
      .returning({ sequence: eventSequences.sequence })
    const id = newId('event', ctx.now)
    ids.push(id)
    await tx.insert(events).values({
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      type: input.type,
      resource_type: input.resource.type,
      resource_id: input.resource.id,
      sequence: row!.sequence,
      object: input.object,
      previous: input.previous ?? null,
      request_id: ctx.requestId,
      idempotency_key: ctx.idempotency?.key ?? null,
      actor_type: ctx.actor.type === 'anonymous' ? 'holder' : ctx.actor.type,
      actor_id: ctx.actor.id,
      created_at: new Date(ctx.now),
    })
  }
  return ids
}
