import { and, asc, desc, eq, gt, isNotNull, like, lt } from 'drizzle-orm'
import { z } from 'zod'
import { events } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { decodeCursor, pageOf, pageQuery } from '../pagination.ts'
import { requirePermission } from '../permissions.ts'
import { waitFor } from '../wait-for.ts'
import { presentEvent } from './present.ts'

export const eventsQuery = z.strictObject({
  ...pageQuery,
  type: z.string().max(100).optional().meta({ description: 'Exact type, or a prefix such as wallet.*' }),
  resource_id: z.string().max(100).optional(),
})

/** Events of the tenant, newest first. */
export async function listEvents({ ctx, input }: { ctx: Ctx; input: z.output<typeof eventsQuery> }) {
  requirePermission(ctx, 'events.read')
  const after = decodeCursor(ctx, 'events', input.cursor)
  const rows = await ctx.db
    .select()
    .from(events)
    .where(
      inScope(
        events,
        ctx,
        and(
          after ? lt(events.position, after[0] as number) : undefined,
          input.type
            ? input.type.endsWith('*')
              ? like(events.type, `${input.type.slice(0, -1).replace(/[%_\\]/g, '\\$&')}%`)
              : eq(events.type, input.type)
            : undefined,
          input.resource_id ? eq(events.resource_id, input.resource_id) : undefined,
        ),
      ),
    )
    .orderBy(desc(events.position))
    .limit(input.limit + 1)
  return {
    success: true as const,
    ...pageOf(
      ctx,
      'events',
      rows,
      input.limit,
      (row) => presentEvent(row, ctx.actor),
      (row) => [row.position],
    ),
  }
}

export async function getEvent({ ctx, input }: { ctx: Ctx; input: { id: string } }) {
  requirePermission(ctx, 'events.read')
  const row = await findScoped(ctx.db, events, ctx, input.id)
  if (!row) throw notFound()
  return { success: true as const, ...presentEvent(row, ctx.actor) }
}

export const streamQuery = z.strictObject({
  after: z.string().max(100).optional().meta({ description: 'Id of the last event seen' }),
  wait: z.coerce.number().int().min(0).max(25).default(25).meta({ description: 'Seconds to wait for the first event' }),
  limit: z.coerce.number().int().min(1).max(100).default(100),
})

/**
 * Events after a given one, in the order they became known; waits for the first when there is none yet. For listeners without a
 * public address.
 */
export async function streamEvents({ ctx, input }: { ctx: Ctx; input: z.output<typeof streamQuery> }) {
  requirePermission(ctx, 'events.read')
  let place = input.after ? await placeOf(ctx, input.after) : await lastPlace(ctx)
  const read = async () => {
    // An event just made has no place yet: nothing is known to come after it.
    place ??= await placeOf(ctx, input.after!)
    if (place === null) return []
    return ctx.db
      .select()
      .from(events)
      .where(inScope(events, ctx, gt(events.published, place)))
      .orderBy(asc(events.published))
      .limit(input.limit)
  }
  const rows = await waitFor(read, (found) => found.length > 0, input.wait)
  return { success: true as const, data: rows.map((row) => presentEvent(row, ctx.actor)) }
}

async function placeOf(ctx: Ctx, id: string): Promise<number | null> {
  const seen = await findScoped(ctx.db, events, ctx, id)
  if (!seen) throw notFound()
  return seen.published
}

async function lastPlace(ctx: Ctx): Promise<number> {
  const [newest] = await ctx.db
    .select({ published: events.published })
    .from(events)
    .where(inScope(events, ctx, isNotNull(events.published)))
    .orderBy(desc(events.published))
    .limit(1)
  return newest?.published ?? 0
}
