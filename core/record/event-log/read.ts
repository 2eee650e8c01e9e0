import { and, asc, desc, eq, gt, isNotNull, like, lt } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { createdBetween, createdQuery, decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { queryInteger } from '#core/kernel/query-fields.ts'
import { waitFor } from '#core/kernel/wait-for.ts'
import { events } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { defineVerb } from '../verb.ts'
import { eventsFor, mayHear } from './hidden.ts'
import { event } from './shape.ts'

const eventsQuery = z.strictObject({
  ...pageQuery,
  type: z.string().max(100).optional().meta({ description: 'Exact type, or a prefix such as wallet.*' }),
  resource_id: z.string().max(100).optional(),
  ...createdQuery,
})

/** Events of the tenant, newest first. */
export const listEvents = defineVerb({
  name: 'events.list',
  permission: 'events.read',
  input: eventsQuery,
  output: listOf(event),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'events', input.cursor)
    const rows = await ctx.db
      .select()
      .from(events)
      .where(
        inScope(
          events,
          ctx,
          and(
            mayHear(ctx),
            after ? lt(events.position, after[0] as number) : undefined,
            input.type
              ? input.type.endsWith('*')
                ? like(events.type, `${input.type.slice(0, -1).replace(/[%_\\]/g, '\\$&')}%`)
                : eq(events.type, input.type)
              : undefined,
            input.resource_id ? eq(events.resource_id, input.resource_id) : undefined,
            ...createdBetween(events, input),
          ),
        ),
      )
      .orderBy(desc(events.position))
      .limit(input.limit + 1)
    const page = pageOf(
      ctx,
      'events',
      rows,
      input.limit,
      (row) => row,
      (row) => [row.position],
    )
    return { success: true as const, ...page, data: await eventsFor(ctx, page.data) }
  },
})

export const getEvent = defineVerb({
  name: 'events.get',
  permission: 'events.read',
  input: byId(),
  output: z.object({ success: z.literal(true), ...event.shape }),
  run: async ({ ctx, input }) => {
    const rows = await ctx.db
      .select()
      .from(events)
      .where(inScope(events, ctx, and(eq(events.id, input.id), mayHear(ctx))))
    const [shown] = await eventsFor(ctx, rows)
    if (!shown) throw notFound()
    return { success: true as const, ...shown }
  },
})

const streamQuery = z.strictObject({
  after: z.string().max(100).optional().meta({ description: 'Id of the last event seen' }),
  wait: queryInteger(0, 25).default(25).meta({ description: 'Seconds to wait for the first event' }),
  limit: queryInteger(1, 100).default(100),
})

/**
 * Events after a given one, in the order they became known; waits for the first when there is none yet. For listeners without a
 * public address.
 */
export const streamEvents = defineVerb({
  name: 'events.stream',
  permission: 'events.read',
  input: streamQuery,
  output: z.object({
    success: z.literal(true),
    data: z.array(event),
  }),
  run: async ({ ctx, input }) => {
    let place = input.after ? await placeOf(ctx, input.after) : await lastPlace(ctx)
    const read = async () => {
      // An event just made has no place yet: nothing is known to come after it.
      place ??= await placeOf(ctx, input.after!)
      if (place === null) return []
      return ctx.db
        .select()
        .from(events)
        .where(inScope(events, ctx, and(gt(events.published, place), mayHear(ctx))))
        .orderBy(asc(events.published))
        .limit(input.limit)
    }
    const rows = await waitFor(read, (found) => found.length > 0, input.wait)
    return { success: true as const, data: await eventsFor(ctx, rows) }
  },
})

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
