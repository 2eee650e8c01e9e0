import { desc, eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Queryable } from '#db/connect.ts'
import { venues } from '#db/schema.ts'
import type { Room } from '#engine/facts/of-checks.ts'

export type VenueRow = typeof venues.$inferSelect

/**
 * What a venue is registered as: a national exchange (Exchange Act, section 6), an alternative trading system (Regulation ATS), a
 * multilateral or organised trading facility (MiFID II), one of the EU's DLT pilot (Regulation (EU) 2022/858), or a designated
 * offshore securities market (Rule 902(b)).
 */
export const VENUE_KIND_NAMES = venues.kind.enumValues
export type VenueKind = (typeof VENUE_KIND_NAMES)[number]

/** How a record of a venue stands. `withdrawing`: one person asked to withdraw it, and it does not count until another kept it. */
export const VENUE_STATUSES = venues.status.enumValues
export type VenueStatus = (typeof VENUE_STATUSES)[number]

/** Why trades at it are refused, or null while its registration counts. A day before or after its registration does not. */
export function notLive(row: VenueRow, today: string): string | null {
  switch (row.status as VenueStatus) {
    case 'proposed':
      return 'No second person has approved it yet.'
    case 'withdrawing':
      return 'One person asked to withdraw it, and nobody has kept it yet.'
    case 'refused':
      return 'It was refused.'
    case 'withdrawn':
      return 'It was withdrawn.'
    case 'active':
      if (row.valid_from > today) return `Its registration begins on ${row.valid_from}.`
      return row.valid_until !== null && row.valid_until < today ? `Its registration ended after ${row.valid_until}.` : null
  }
}

export const venueRecord = z.object({
  object: z.literal('venue'),
  id: z.string(),
  name: z.string(),
  kind: z.enum(VENUE_KIND_NAMES).meta({
    description:
      'What it is registered as: a national exchange, an alternative trading system (ats), a multilateral or organised trading facility (mtf, otf), one of the EU’s DLT pilot (dlt_mtf, dlt_tss), or a designated offshore securities market (dosm)',
  }),
  registration: z.string().meta({ description: 'Its number or code with the regulator' }),
  regulator: z.string(),
  jurisdictions: z.array(z.string()).meta({ description: 'Countries whose regulator registered it' }),
  valid_from: z.string(),
  valid_until: z.string().nullable().meta({ description: 'The last day of its registration; null as long as none is known' }),
  evidence_url: z.string().meta({ description: 'Where the registration can be looked up' }),
  evidence_sha256: z.string().nullable(),
  status: z.enum(VENUE_STATUSES),
  live: z.boolean().meta({ description: 'Only at a live venue is a trade allowed' }),
  not_live_because: z.string().nullable(),
  approved_at: z.string().nullable(),
  created_at: z.string(),
})

export const venueAnswer = venueRecord.extend({ success: z.literal(true) })

/** A venue as the API shows it: who keeps the record stays among the people of the platform. */
export function presentVenue(ctx: Ctx, row: VenueRow) {
  const why = notLive(row, rulesDay(ctx.now))
  return {
    object: 'venue' as const,
    id: row.id,
    name: row.name,
    kind: row.kind as VenueKind,
    registration: row.registration,
    regulator: row.regulator,
    jurisdictions: row.jurisdictions,
    valid_from: row.valid_from,
    valid_until: row.valid_until,
    evidence_url: row.evidence_url,
    evidence_sha256: row.evidence_sha256,
    status: row.status as VenueStatus,
    live: why === null,
    not_live_because: why,
    approved_at: row.approved_at?.toISOString() ?? null,
    created_at: row.proposed_at.toISOString(),
  }
}
export type WireVenue = ReturnType<typeof presentVenue>

/** The record an id or a name stands for: of several with one name the one that counts, else the newest. Null for none. */
export async function findVenue(db: Queryable, ctx: Ctx, said: string): Promise<VenueRow | null> {
  const name = said.trim()
  const [row] = await db
    .select()
    .from(venues)
    .where(or(eq(venues.id, said), sql`lower(${venues.name}) = lower(${name})`))
    .orderBy(sql`${venues.id} = ${said} desc`, sql`${venues.status} = 'active' desc`, desc(venues.id))
    .limit(1)
  return row ?? ctx.world.markets.venues.find((one) => one.id === said || one.name.toLowerCase() === name.toLowerCase()) ?? null
}

/** What the rules read of the venue of a trade; `none` where none is named, or the name stands for no record. */
export async function venueFact(db: Queryable, ctx: Ctx, said: string | null | undefined): Promise<Room<'transfer'>['venue']> {
  const row = said ? await findVenue(db, ctx, said) : null
  return row ? { id: row.id, registration: row.registration, live: notLive(row, rulesDay(ctx.now)) === null } : 'none'
}

const NOT_KNOWN =
  'The register of venues has none of this id or name. Name one of GET /v1/venues by its id; ask us to add one that is missing.'

/**
 * The record that a call names by `venue_id`, or for units of an offering by the name in `venue`; null where it names none. Throws
 * `validation_failed` for a venue that is not in the register, and where the two name different ones.
 */
export async function venueNamed(
  db: Queryable,
  ctx: Ctx,
  said: { venue_id?: string | undefined; venue?: string | undefined; offering_id?: string | undefined },
): Promise<string | null> {
  const byId = said.venue_id === undefined ? null : await findVenue(db, ctx, said.venue_id)
  if (said.venue_id !== undefined && byId?.id !== said.venue_id) throw invalidField('/venue_id', 'unknown_venue', NOT_KNOWN)
  // Of what is no security a venue is a mere label, which no rule reads.
  if (said.venue === undefined || said.offering_id === undefined) return byId?.id ?? null
  const byName = await findVenue(db, ctx, said.venue)
  if (!byName) throw invalidField('/venue', 'unknown_venue', NOT_KNOWN)
  if (byId && byId.id !== byName.id)
    throw invalidField('/venue', 'conflicting_fields', 'venue and venue_id name different venues. Send venue_id alone.')
  return byName.id
}
