import { and, desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { lookUpNames } from '#core/access/users/look-up-names.ts'
import { listOf } from '#core/kernel/answers.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { venues } from '#db/schema.ts'
import { findVenue, presentVenue, VENUE_KIND_NAMES, VENUE_STATUSES, venueAnswer, venueRecord, type WireVenue } from './venue.ts'

const listVenuesQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(VENUE_STATUSES).optional(),
  kind: z.enum(VENUE_KIND_NAMES).optional().meta({ description: 'What it is registered as' }),
})

/** The register of venues, newest first; in a sandbox its two made-up ones come first. */
export const listVenues = defineVerb({
  name: 'venues.list',
  permission: 'venues.read',
  input: listVenuesQuery,
  output: listOf(venueRecord),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'venues', input.cursor)
    const where = and(
      after ? lt(venues.id, after[0] as string) : undefined,
      input.status ? eq(venues.status, input.status) : undefined,
      input.kind ? eq(venues.kind, input.kind) : undefined,
    )
    const made = after
      ? []
      : ctx.world.markets.venues.filter((row) => (input.status ?? row.status) === row.status && (input.kind ?? row.kind) === row.kind)
    const shown = made.slice(0, input.limit)
    const rows = await ctx.db
      .select()
      .from(venues)
      .where(where)
      .orderBy(desc(venues.id))
      .limit(input.limit - shown.length + 1)
    return {
      success: true as const,
      ...pageOf(
        ctx,
        'venues',
        [...shown, ...rows],
        input.limit,
        (row) => presentVenue(ctx, row),
        (row) => [row.id],
      ),
    }
  },
})

/** One venue by its id. Throws `not_found`. */
export const getVenue = defineVerb({
  name: 'venues.get',
  permission: 'venues.read',
  input: byId(),
  output: venueAnswer,
  run: async ({ ctx, input }) => {
    const row = await findVenue(ctx.db, ctx, input.id)
    if (row?.id !== input.id) throw notFound()
    return { success: true as const, ...presentVenue(ctx, row) }
  },
})

/** A venue as the people who keep the register see it. */
export interface VenueView extends WireVenue {
  proposed: { by: string; at: string; own: boolean }
  approved: { by: string; at: string } | null
  /** The word of the first of two people who withdraw it. */
  asked: { by: string; at: string; reason: string; own: boolean } | null
  decided: { by: string; at: string } | null
  reason: string | null
}

/** The whole register for those who keep it: what waits for a second person first, then the newest. At most 1,000. */
export const readRegister = definePageVerb({
  name: 'venues.read_register',
  permission: 'venues.manage',
  admin: true,
  run: async ({ ctx }): Promise<VenueView[]> => {
    const rows = await ctx.db.select().from(venues).orderBy(desc(venues.id)).limit(1_000)
    const people = rows.flatMap((row) => [row.proposed_by, row.approved_by, row.decided_by, row.first_word?.by].filter((id) => id != null))
    const { mailOf } = await lookUpNames(ctx, { organizations: [], people })
    const word = (by: string | null, at: Date | null) => (by && at ? { by: mailOf.get(by) ?? by, at: at.toISOString() } : null)
    const own = (by: string) => by === ctx.actor.id
    const waits = (row: { status: string }) => Number(row.status === 'proposed' || row.status === 'withdrawing')
    return rows
      .sort((a, b) => waits(b) - waits(a))
      .map((row) => ({
        ...presentVenue(ctx, row),
        proposed: { ...word(row.proposed_by, row.proposed_at)!, own: own(row.proposed_by) },
        approved: word(row.approved_by, row.approved_at),
        asked: row.first_word && { ...row.first_word, by: mailOf.get(row.first_word.by) ?? row.first_word.by, own: own(row.first_word.by) },
        decided: word(row.decided_by, row.decided_at),
        reason: row.reason,
      }))
  },
})
