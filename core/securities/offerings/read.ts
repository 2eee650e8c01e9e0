import { and, asc, desc, eq, gte, ilike, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notFound } from '#core/kernel/errors.ts'
import { byId, dateTime } from '#core/kernel/fields.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { defineVerb } from '#core/record/verb.ts'
import { homeOf } from '#core/sources/fixtures.ts'
import { lots, offerings, persons } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { unminted } from '../token-state/minted.ts'
import { heldChange } from './change-case.ts'
import { PLAYED_ROWS, playedOfferings } from './played-list.ts'
import { offeringAnswer, presentOffering } from './present.ts'

const listOfferingsQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(['draft', 'open', 'paused', 'closed', 'needs_contact', 'cancelled']).optional(),
  regulation: z.enum(['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s']).optional(),
  type: z.enum(['equity', 'debt', 'fund', 'real_estate', 'revenue_share', 'other']).optional(),
  created_after: dateTime.optional(),
  created_before: dateTime.optional(),
  external_id: z.string().max(100).optional(),
  q: z.string().max(100).optional().meta({ description: 'Part of the name' }),
  sort: z.enum(['-created_at', 'created_at', 'name']).default('-created_at'),
  include: z.enum(['total_count']).optional(),
})

/** The tenant's offerings, page by page; stable while rows are added. */
export const listOfferings = defineVerb({
  name: 'offerings.list',
  permission: 'offerings.read',
  input: listOfferingsQuery,
  output: z.object({
    success: z.literal(true),
    data: z.array(offeringAnswer),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    total_count: z.number().int().optional(),
  }),
  run: async ({ ctx, input }) => {
    const list = `offerings:${input.sort}`
    const after = decodeCursor(ctx, list, input.cursor)
    const filters = and(
      input.status ? eq(offerings.status, input.status) : undefined,
      input.regulation ? eq(offerings.regulation, input.regulation) : undefined,
      input.type ? eq(offerings.type, input.type) : undefined,
      input.external_id ? eq(offerings.external_id, input.external_id) : undefined,
      input.created_after ? gte(offerings.created_at, new Date(input.created_after)) : undefined,
      input.created_before ? lte(offerings.created_at, new Date(input.created_before)) : undefined,
      input.q ? ilike(offerings.name, `%${input.q.replace(/[%_\\]/g, '\\$&')}%`) : undefined,
    )
    const beyond = !after
      ? undefined
      : input.sort === 'name'
        ? sql`(${offerings.name}, ${offerings.id}) > (${after[0]}, ${after[1]})`
        : input.sort === 'created_at'
          ? sql`(${offerings.created_at}, ${offerings.id}) > (${after[0]}::timestamptz, ${after[1]})`
          : sql`(${offerings.created_at}, ${offerings.id}) < (${after[0]}::timestamptz, ${after[1]})`
    const order =
      input.sort === 'name'
        ? [asc(offerings.name), asc(offerings.id)]
        : input.sort === 'created_at'
          ? [asc(offerings.created_at), asc(offerings.id)]
          : [desc(offerings.created_at), desc(offerings.id)]
    const rows = ctx.world.faults.plays('list_empty')
      ? []
      : ctx.world.faults.plays('list_500')
        ? playedOfferings(ctx, input.sort, after)
        : await ctx.db
            .select()
            .from(offerings)
            .where(inScope(offerings, ctx, filters, beyond))
            .orderBy(...order)
            .limit(input.limit + 1)
    const page = pageOf(
      ctx,
      list,
      rows,
      input.limit,
      (row) => presentOffering(row),
      (row) => [input.sort === 'name' ? row.name : row.created_at.toISOString(), row.id],
    )
    if (input.include !== 'total_count') return { success: true as const, ...page }
    if (ctx.world.faults.plays('list_empty') || ctx.world.faults.plays('list_500'))
      return { success: true as const, ...page, total_count: ctx.world.faults.plays('list_500') ? PLAYED_ROWS : 0 }
    const [count] = await ctx.db
      .select({ count: sql<string>`count(*)` })
      .from(offerings)
      .where(inScope(offerings, ctx, filters))
    return { success: true as const, ...page, total_count: Number(count!.count) }
  },
})

const getOfferingQuery = z.strictObject({ expand: z.array(z.enum(['holders_summary'])).optional(), as_of: z.iso.date().optional() })

/** One offering; with holders_summary also who holds it, counted by person, at a date if asked. */
export const getOffering = defineVerb({
  name: 'offerings.get',
  permission: 'offerings.read',
  input: byId('Offering id, off_…').extend(getOfferingQuery.shape),
  output: offeringAnswer.extend({
    change_case_id: z
      .string()
      .nullable()
      .meta({ description: 'The case about a change of its terms that waits for another person: POST /v1/cases/{id}/decide' }),
  }),
  run: async ({ ctx: caller, input }) => {
    const ctx = await homeOf(caller, input.id)
    const row = await findScoped(ctx.db, offerings, ctx, input.id)
    if (!row) throw notFound()
    const view = { ...presentOffering(row), change_case_id: await heldChange(ctx.db, ctx, row.id) }
    if (!input.expand?.includes('holders_summary')) return view
    const at = input.as_of ? new Date(`${input.as_of}T23:59:59.999Z`) : new Date(ctx.now)
    const held = await ctx.db
      .select({
        person: lots.person_id,
        country: persons.country,
        quantity: sql<string>`sum(${lots.quantity})`,
        accredited: sql<boolean | null>`(select bool_and(i.accredited) from investments i where i.offering_id = ${row.id}
        and i.organization_id = ${ctx.organizationId} and i.person_id = ${lots.person_id} and i.status = 'accepted')`,
      })
      .from(lots)
      .leftJoin(persons, eq(persons.id, lots.person_id))
      .where(
        inScope(
          lots,
          ctx,
          and(
            eq(lots.offering_id, row.id),
            lte(lots.created_at, at),
            sql`(${lots.closed_at} is null or ${lots.closed_at} > ${at.toISOString()}::timestamptz)`,
            sql`not ${unminted(at.toISOString())}`,
          ),
        ),
      )
      .groupBy(lots.person_id, persons.country)
    const byCountry: Record<string, number> = {}
    for (const h of held) byCountry[h.country ?? 'unknown'] = (byCountry[h.country ?? 'unknown'] ?? 0) + 1
    const quantities = held.map((h) => Number(h.quantity)).sort((a, b) => b - a)
    const total = quantities.reduce((a, b) => a + b, 0)
    const top = quantities.slice(0, 10).reduce((a, b) => a + b, 0)
    return {
      ...view,
      holders_summary: {
        as_of: at.toISOString(),
        holders: held.length,
        by_country: byCountry,
        by_accreditation: {
          accredited: held.filter((h) => h.accredited === true).length,
          not_accredited: held.filter((h) => h.accredited === false).length,
          // Came by their units without investing.
          unknown: held.filter((h) => h.accredited === null).length,
        },
        concentration_top10: total === 0 ? 0 : Math.round((top / total) * 10_000) / 10_000,
      },
    }
  },
})
