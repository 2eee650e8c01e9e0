import { and, asc, count, desc, eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { SELF } from '#core/identity/persons/own-investor.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { unminted } from '#core/securities/token-state/minted.ts'
import { timeIn } from '#core/sources/world.ts'
import { holdingActs, investments, investors, lots, offerings, organizations } from '#db/schema.ts'
import { rule144FreeOn } from '#engine/calculations/holding.ts'
import { isoDay, legalDay, parseDay } from '#engine/dates.ts'

export interface HoldingView {
  id: string
  organization: string
  environment: Environment
  offering_id: string
  offering: string
  regulation: string
  quantity: string
  /** Waits for its mint: nobody holds it until then. */
  pending: boolean
  price: string | null
  currency: string
  acquired_at: string
  wallet_address: string
  lockup_until: string | null
  /** First day on which it may be sold to the public, and why not before. */
  free_on: string | null
  free_because: string
  locked: boolean
  closed_at: string | null
}

export interface OwnInvestment {
  id: string
  organization: string
  environment: Environment
  offering: string
  regulation: string
  status: string
  amount: string
  token_quantity: string
  issued_quantity: string
  currency: string
  lockup_until: string | null
  /** While it waits: until when its units are reserved. */
  reserved_until: string | null
  payment_failed: boolean
  cancel_reason: string | null
  decision_id: string
  created_at: string
}

const page = { page: z.number().int().min(1), page_size: z.number().int().min(1).max(10_000) }

const tenantMatch = (table: typeof lots | typeof investments) =>
  and(eq(investors.organization_id, table.organization_id), eq(investors.environment, table.environment))
/** Records that organisations have of the signed-in person; the person's own is not one. */
const admitted = (ctx: Ctx) => and(eq(investors.user_id, ctx.actor.id), or(isNull(investors.external_id), ne(investors.external_id, SELF)))

const YEAR_IN_MONTHS = 12

/** Restricted securities: the day after the holding period of Rule 144(d) for an issuer that does not report. */
function heldUntil(lot: typeof lots.$inferSelect): { on: string; because: string } | null {
  const start = parseDay((lot.paid_in_full_at ?? lot.acquired_at).toISOString().slice(0, 10))
  if (start === null) return null
  if (lot.acquired_under.startsWith('reg_d'))
    return { on: isoDay(rule144FreeOn(start, YEAR_IN_MONTHS)), because: 'Rule 144(d): one year for issuers that do not report' }
  if (lot.acquired_under === 'reg_s')
    return {
      on: isoDay(rule144FreeOn(start, YEAR_IN_MONTHS)),
      because: 'Regulation S: one-year compliance period, from closing at the earliest',
    }
  return null
}

/** The first legal day that lies after a lock-up, which ends with one. */
const firstDay = (until: Date) => isoDay(legalDay(until.getTime() - 1) + 1)

/** Whether a freeze in force binds a lot: of everything, or of a number of units among those of its wallet. */
const freezeOf = (
  whole: boolean,
) => sql<boolean>`exists (select 1 from ${holdingActs} where ${holdingActs.organization_id} = ${lots.organization_id}
  and ${holdingActs.environment} = ${lots.environment} and ${holdingActs.offering_id} = ${lots.offering_id} and ${holdingActs.kind} = 'freeze'
  and ${holdingActs.status} = 'active' and ${holdingActs.quantity} is ${sql.raw(whole ? 'null' : 'not null')}
  and (${holdingActs.wallet_address} = ${lots.wallet_address} or (${holdingActs.wallet_address} is null and ${holdingActs.person_id} = ${lots.person_id})))`
const FROZEN = freezeOf(true)

/** The later of contract and law decides. */
function firstFree(
  lot: typeof lots.$inferSelect,
  frozen: { whole: boolean; partly: boolean; pending: boolean },
): { on: string | null; because: string } {
  if (frozen.pending) return { on: null, because: 'Its mint is not confirmed yet' }
  const contract = lot.lockup_until ? { on: firstDay(lot.lockup_until), because: 'Lock-up of the issuer' } : null
  const law = heldUntil(lot)
  const later = [contract, law].filter((each) => each !== null).sort((a, b) => (a.on < b.on ? 1 : -1))[0]
  if (frozen.whole) return { on: null, because: 'Frozen by the issuer' }
  const free = later ?? { on: lot.acquired_at.toISOString().slice(0, 10), because: 'No lock-up' }
  return frozen.partly ? { ...free, because: `${free.because}; some units of this wallet are frozen by the issuer` } : free
}

/** `firstFree` as the database counts it. */
const FREE_ON = sql`greatest(
  ((${lots.lockup_until} - interval '1 millisecond') at time zone 'America/New_York')::date + 1,
  case when ${lots.acquired_under} ~ '^reg_(d|s)' then ((coalesce(${lots.paid_in_full_at}, ${lots.acquired_at}) at time zone 'UTC')::date + interval '1 year')::date + 1 end,
  (${lots.acquired_at} at time zone 'UTC')::date
)`

const SORTS = { acquired_at: lots.acquired_at, quantity: lots.quantity, offering: offerings.name, lockup_until: lots.lockup_until } as const

interface HeldLot {
  lot: typeof lots.$inferSelect
  offering: typeof offerings.$inferSelect
  organization: string
  whole: boolean
  partly: boolean
  pending: boolean
}

function presentLot({ lot, offering, organization, whole, partly, pending }: HeldLot, day: string): HoldingView {
  const open = lot.closed_at === null
  const free = firstFree(lot, { whole: open && whole, partly: open && partly, pending: open && pending })
  return {
    id: lot.id,
    organization,
    environment: lot.environment as Environment,
    offering_id: offering.id,
    offering: offering.name,
    regulation: offering.regulation,
    quantity: lot.quantity,
    pending: open && pending,
    price: lot.cost,
    currency: offering.currency,
    acquired_at: lot.acquired_at.toISOString(),
    wallet_address: lot.wallet_address,
    lockup_until: lot.lockup_until?.toISOString() ?? null,
    free_on: free.on,
    free_because: free.because,
    locked: free.on === null || free.on > day,
    closed_at: lot.closed_at?.toISOString() ?? null,
  }
}

/** The signed-in person's holdings, lot by lot, over all organisations. `closed`: also what was sold or moved, for tax. */
export const listOwnHoldings = definePageVerb({
  name: 'own.list_holdings',
  permission: 'account.read',
  input: z.strictObject({ ...page, sort: z.string().optional(), closed: z.boolean().optional() }),
  run: async ({
    ctx,
    input,
  }): Promise<{ data: HoldingView[]; total: number; totals: { lots: number; locked: number; next_free: string | null } }> => {
    const pending = unminted()
    const where = and(admitted(ctx), input.closed ? undefined : isNull(lots.closed_at))
    const joined = () =>
      ctx.db
        .select({ lot: lots, offering: offerings, organization: organizations.name, whole: FROZEN, partly: freezeOf(false), pending })
        .from(lots)
        .innerJoin(investors, and(tenantMatch(lots), eq(investors.person_id, lots.person_id)))
        .innerJoin(
          offerings,
          and(
            eq(offerings.id, lots.offering_id),
            eq(offerings.organization_id, lots.organization_id),
            eq(offerings.environment, lots.environment),
          ),
        )
        .innerJoin(organizations, eq(organizations.id, lots.organization_id))
    const column = SORTS[(input.sort ?? '').replace(/^-/, '') as keyof typeof SORTS] ?? lots.acquired_at
    const order = input.sort && !input.sort.startsWith('-') ? asc(column) : desc(column)
    const clock = await clocks(ctx)
    const today = clock.sql
    const [rows, [total], open] = await Promise.all([
      joined()
        .where(where)
        .orderBy(order, desc(lots.id))
        .limit(input.page_size)
        .offset((input.page - 1) * input.page_size),
      ctx.db
        .select({ n: count() })
        .from(lots)
        .innerJoin(investors, and(tenantMatch(lots), eq(investors.person_id, lots.person_id)))
        .where(where),
      ctx.db
        .select({
          n: count(),
          locked: sql<number>`count(*) filter (where ${FROZEN} or ${FREE_ON} > ${today})::int`,
          next: sql<string | null>`min(${FREE_ON}) filter (where not ${FROZEN} and ${FREE_ON} > ${today})::text`,
        })
        .from(lots)
        .innerJoin(investors, and(tenantMatch(lots), eq(investors.person_id, lots.person_id)))
        .where(and(admitted(ctx), isNull(lots.closed_at), not(pending))),
    ])
    return {
      data: rows.map((row) => presentLot(row, clock.day(row.lot))),
      total: total!.n,
      totals: { lots: open[0]!.n, locked: open[0]!.locked, next_free: open[0]!.next },
    }
  },
})

/** Today by the clock of each tenant that admitted the person: a sandbox has its own. As a function, and for the database. */
async function clocks(ctx: Ctx) {
  const tenants = await ctx.db
    .selectDistinct({ id: investors.organization_id, environment: investors.environment })
    .from(investors)
    .where(admitted(ctx))
  const real = new Date().toISOString().slice(0, 10)
  const days = new Map<string, string>()
  const cases: SQL[] = []
  for (const { id, environment } of tenants) {
    const day = new Date(await timeIn(ctx.services, { organizationId: id, environment })).toISOString().slice(0, 10)
    if (day === real) continue
    days.set(`${environment} ${id}`, day)
    cases.push(sql`when ${lots.environment} = ${environment} and ${lots.organization_id} = ${id} then ${day}::date`)
  }
  return {
    day: (row: { organization_id: string; environment: string }) => days.get(`${row.environment} ${row.organization_id}`) ?? real,
    sql: cases.length ? sql`(case ${sql.join(cases, sql` `)} else ${real}::date end)` : sql`${real}::date`,
  }
}

/** The signed-in person's investments over all organisations, newest first. */
export const listOwnInvestments = definePageVerb({
  name: 'own.list_investments',
  permission: 'account.read',
  input: z.strictObject({ ...page, status: z.string().optional(), offering_id: z.string().optional() }),
  run: async ({ ctx, input }): Promise<{ data: OwnInvestment[]; total: number }> => {
    const ids = ctx.db.select({ id: investors.id }).from(investors).where(admitted(ctx))
    const where = and(
      inArray(investments.investor_id, ids),
      input.status ? sql`${investments.status} = ${input.status}` : undefined,
      input.offering_id ? eq(investments.offering_id, input.offering_id) : undefined,
    )
    const [rows, [total]] = await Promise.all([
      ctx.db
        .select({ investment: investments, offering: offerings, organization: organizations.name })
        .from(investments)
        .innerJoin(
          offerings,
          and(
            eq(offerings.id, investments.offering_id),
            eq(offerings.organization_id, investments.organization_id),
            eq(offerings.environment, investments.environment),
          ),
        )
        .innerJoin(organizations, eq(organizations.id, investments.organization_id))
        .where(where)
        .orderBy(desc(investments.created_at), desc(investments.id))
        .limit(input.page_size)
        .offset((input.page - 1) * input.page_size),
      ctx.db.select({ n: count() }).from(investments).where(where),
    ])
    return {
      data: rows.map(({ investment, offering, organization }) => ({
        id: investment.id,
        organization,
        environment: investment.environment as Environment,
        offering: offering.name,
        regulation: offering.regulation,
        status: investment.status,
        amount: investment.amount,
        token_quantity: investment.token_quantity,
        issued_quantity: investment.issued_quantity,
        currency: investment.currency,
        lockup_until: investment.lockup_until?.toISOString() ?? null,
        reserved_until: investment.status === 'pending' ? (investment.reserved_until?.toISOString() ?? null) : null,
        payment_failed: investment.status === 'pending' && investment.payment_failed_at !== null,
        cancel_reason: investment.cancel_reason,
        decision_id: investment.decision_id,
        created_at: investment.created_at.toISOString(),
      })),
      total: total!.n,
    }
  },
})
