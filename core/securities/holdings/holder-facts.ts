import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { cases, investors, issuances, lots, transactions, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { addMonths, legalDay, parseDay, startOfLegalDay } from '#engine/dates.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import type { MoneyText } from '#engine/facts.ts'
import { formatMicro, parseMicro } from '#engine/money.ts'
import { inUnitedStates, usStateOf } from '#engine/tables/us-states.ts'
import { money, type OfferingRow } from '../offerings/facts.ts'
import { unminted } from '../token-state/minted.ts'

export const AFFILIATIONS = ['none', 'officer_or_director', 'control'] as const
export type Affiliation = { role: (typeof AFFILIATIONS)[number]; stated_on: string; ended_on: string | null }

/** How long somebody who was an affiliate still counts as one (17 CFR 230.144(b)(1)); the last day counts. */
const LATELY_MONTHS = 3

/** What the issuer says now, with the day on which a control it spoke of ended. */
export function affiliationAfter(before: Affiliation | null, role: Affiliation['role'], today: string): Affiliation {
  const ends = role === 'none' && before !== null && before.role !== 'none'
  return { role, stated_on: today, ended_on: ends ? today : role === 'none' ? (before?.ended_on ?? null) : null }
}

/**
 * Whether a person controls the issuer, as it said of any of their records: null while it said nothing, which is not the same as no.
 */
export async function affiliationOf(
  db: Queryable,
  ctx: Ctx,
  personId: string | null,
): Promise<{ now: boolean; lately: boolean; role: Affiliation['role'] } | null> {
  const rows = personId
    ? await db
        .select({ said: investors.affiliation })
        .from(investors)
        .where(inScope(investors, ctx, and(eq(investors.person_id, personId), isNotNull(investors.affiliation))))
    : []
  const said = rows.flatMap((row) => row.said ?? [])
  if (!said.length) return ctx.world.statements.affiliation && { now: false, lately: false, role: ctx.world.statements.affiliation }
  const today = legalDay(ctx.now)
  const lately = said.some(({ ended_on }) => {
    const ended = ended_on === null ? null : parseDay(ended_on)
    return ended !== null && today <= addMonths(ended, LATELY_MONTHS)
  })
  const role = (['control', 'officer_or_director'] as const).find((one) => said.some((each) => each.role === one)) ?? 'none'
  return { now: role !== 'none', lately, role }
}

/** The same as facts of one who sells. */
export async function sellerFacts(
  db: Queryable,
  ctx: Ctx,
  personId: string | null,
): Promise<Pick<Room<'from'>, 'affiliate_of_issuer' | 'affiliate_last_3_months' | 'reg_s_role'>> {
  const said = await affiliationOf(db, ctx, personId)
  if (!said) return {}
  const roles = { none: 'none', officer_or_director: 'officer_or_director_only', control: 'affiliate' } as const
  // Who controlled it until lately counts as an affiliate under Rule 144, not as one who still does.
  return { affiliate_of_issuer: said.now, affiliate_last_3_months: said.lately, reg_s_role: roles[said.role] }
}

/** Units of an offering that a person holds, in whatever wallets, or has bought and not been issued yet. */
export async function heldBy(db: Queryable, ctx: Ctx, offeringId: string, personId: string): Promise<string> {
  const { rows } = await db.execute<{ units: string }>(sql`
    select trunc(coalesce((select sum(${lots.quantity}) from ${lots}
        where ${inScope(lots, ctx)} and ${lots.offering_id} = ${offeringId} and ${lots.person_id} = ${personId} and ${lots.closed_at} is null), 0)
      + coalesce((select sum(token_quantity - issued_quantity) from investments
        where organization_id = ${ctx.organizationId} and environment = ${ctx.environment} and offering_id = ${offeringId}
          and person_id = ${personId} and status = 'accepted'), 0))::text as units`)
  return rows[0]!.units
}

/**
 * What a person sold of an offering in the last three months, from all their wallets, to others: settled, or on its way. Rule 144
 * counts these against an affiliate's volume. What went back to the issuer, or to a wallet of their own, is no sale.
 */
export async function soldLately(
  db: Queryable,
  ctx: Ctx,
  p: { offering: OfferingRow; personId: string; except: string },
): Promise<{ sold_3_months: string; sold_3_months_value: MoneyText }> {
  const since = new Date(startOfLegalDay(addMonths(legalDay(ctx.now), -LATELY_MONTHS)))
  const own = db
    .select({ address: wallets.address })
    .from(wallets)
    .where(inScope(wallets, ctx, or(eq(wallets.person_id, p.personId), eq(wallets.id, p.personId))))
  const [row] = await db
    .select({ units: sql<string>`coalesce(sum(trunc(${transactions.amount})), 0)::text` })
    .from(transactions)
    .where(
      inScope(
        transactions,
        ctx,
        and(
          eq(transactions.offering_id, p.offering.id),
          inArray(transactions.from_address, own),
          sql`${transactions.type} not in ('mint', 'burn')`,
          sql`not coalesce(${transactions.to_address} in ${own}, false)`,
          ne(transactions.id, p.except),
          gt(transactions.created_at, since),
          or(
            inArray(transactions.status, ['settled', 'submitted']),
            and(eq(transactions.status, 'approved'), gt(transactions.deadline, new Date(ctx.now))),
          ),
        ),
      ),
    )
  const units = row!.units
  const value = BigInt(units) * (parseMicro(p.offering.price_per_token) ?? 0n)
  return { sold_3_months: units, sold_3_months_value: money(formatMicro(value), p.offering.currency) }
}

/** Cases about a person that stop what they do until they are decided: a doubt about who they are, or a match on a list. */
const BLOCKING = [
  'identity_revocation',
  'documents_found_false',
  'verification_identity',
  'wallet_verification',
  'sanctions_match',
  'relied_credential',
]

/** How many such cases are open about a person or one of their wallets and records. */
export async function openBlockCases(db: Queryable, ctx: Ctx, personId: string | null, walletId: string | null): Promise<number> {
  const about = [walletId, personId].filter((id) => id !== null)
  if (!about.length) return 0
  const records = db
    .select({ id: investors.id })
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.person_id, personId ?? '')))
  const own = db
    .select({ id: wallets.id })
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.person_id, personId ?? '')))
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(cases)
    .where(
      inScope(
        cases,
        ctx,
        and(
          ne(cases.status, 'decided'),
          inArray(cases.kind, BLOCKING),
          or(inArray(cases.subject_id, about), inArray(cases.subject_id, records), inArray(cases.subject_id, own)),
        ),
      ),
    )
  return row!.count
}

/** Units of an offering that somebody holds: all that were minted and not ended since. */
export async function outstandingUnits(db: Queryable, ctx: Ctx, offeringId: string): Promise<string> {
  const [row] = await db
    .select({ units: sql<string>`trunc(coalesce(sum(${lots.quantity}), 0))::text` })
    .from(lots)
    .where(inScope(lots, ctx, and(eq(lots.offering_id, offeringId), isNull(lots.closed_at), sql`not ${unminted()}`)))
  return row!.units
}

/** The first day on which units of an offering were held by somebody; null while none were. */
export async function heldSince(db: Queryable, ctx: Ctx, offeringId: string): Promise<Date | null> {
  const [row] = await db
    .select({
      first: sql<
        string | null
      >`min(case when ${lots.issuance_id} is null then ${lots.created_at} else lower(${issuances.confirmed_during}) end)`,
    })
    .from(lots)
    .leftJoin(issuances, eq(issuances.id, lots.issuance_id))
    .where(inScope(lots, ctx, eq(lots.offering_id, offeringId)))
  return row?.first ? new Date(row.first) : null
}

/**
 * The state of a US resident by its two letters, from what was given of them; absent where it is not known, so that the rules ask.
 * Elsewhere than in the United States there is none.
 */
export function stateFacts(ctx: Ctx, country: string | null | undefined, given: unknown): { us_state?: string } {
  if (country !== 'US') return country ? { us_state: 'none' } : {}
  const state = typeof given === 'string' ? usStateOf(given) : null
  if (state) return { us_state: state }
  return ctx.world.statements.usState && !given ? { us_state: ctx.world.statements.usState } : {}
}

/** Whether a resident of a place is a US person; absent where the place is not known. */
export const usPersonFacts = (country: string | null | undefined): { us_person?: boolean } =>
  country ? { us_person: inUnitedStates(country) } : {}
