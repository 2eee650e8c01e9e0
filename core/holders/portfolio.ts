import { and, asc, count, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { investments, investors, lots, offerings, organizations } from '#db/schema.ts'
import { rule144FreeOn } from '#engine/calculations/holding.ts'
import { isoDay, parseDay } from '#engine/dates.ts'
import type { Ctx, Environment } from '../context.ts'
import { requirePermission } from '../permissions.ts'
import { sandboxNow } from '../sandbox/clock.ts'
import { SELF } from './own-investor.ts'

export interface HoldingView {
  id: string
  organization: string
  environment: Environment
  offering_id: string
  offering: string
  regulation: string
  quantity: string
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
  decision_id: string
  created_at: string
}

interface Page {
  page: number
  page_size: number
}

const tenantMatch = (table: typeof lots | typeof investments) =>
  and(eq(investors.organization_id, table.organization_id), eq(investors.environment, table.environment))
/** Records that organisations have of the signed-in person; the person's own is not one. */
const admitted = (ctx: Ctx) => and(eq(investors.user_id, ctx.actor.id), or(isNull(investors.external_id), ne(investors.external_id, SELF)))

const DAYS_OF_YEAR = 12

/** Restricted securities: the day after the holding period of Rule 144(d) for an issuer that does not report. */
function heldUntil(lot: typeof lots.$inferSelect): { on: string; because: string } | null {
  const start = parseDay((lot.paid_in_full_at ?? lot.acquired_at).toISOString().slice(0, 10))
  if (start === null) return null
  if (lot.acquired_under.startsWith('reg_d'))
    return { on: isoDay(rule144FreeOn(start, DAYS_OF_YEAR)), because: 'Rule 144(d): one year for issuers that do not report' }
  if (lot.acquired_under === 'reg_s')
    return {
      on: isoDay(rule144FreeOn(start, DAYS_OF_YEAR)),
      because: 'Regulation S: one-year compliance period, from closing at the earliest',
    }
  return null
}

const nextDay = (at: Date) => new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10)

/** The later of contract and law decides. */
function firstFree(lot: typeof lots.$inferSelect): { on: string | null; because: string } {
  const contract = lot.lockup_until ? { on: nextDay(lot.lockup_until), because: 'Lock-up of the issuer' } : null
  const law = heldUntil(lot)
  const later = [contract, law].filter((each) => each !== null).sort((a, b) => (a.on < b.on ? 1 : -1))[0]
  if (lot.frozen) return { on: null, because: 'Frozen by the issuer' }
  return later ?? { on: lot.acquired_at.toISOString().slice(0, 10), because: 'No lock-up' }
}

const SORTS = { acquired_at: lots.acquired_at, quantity: lots.quantity, offering: offerings.name, lockup_until: lots.lockup_until } as const
export const HOLDING_SORTS = Object.keys(SORTS)

/** The signed-in person's holdings, lot by lot, over all organisations. `closed`: also what was sold or moved, for tax. */
export async function listOwnHoldings({
  ctx,
  input,
}: {
  ctx: Ctx
  input: Page & { sort?: string | undefined; closed?: boolean }
}): Promise<{ data: HoldingView[]; total: number; totals: { lots: number; locked: number; next_free: string | null } }> {
  requirePermission(ctx, 'account.read')
  const where = and(admitted(ctx), input.closed ? undefined : isNull(lots.closed_at))
  const joined = () =>
    ctx.db
      .select({ lot: lots, offering: offerings, organization: organizations.name })
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
        locked: sql<number>`count(*) filter (where ${lots.lockup_until} > now())::int`,
        next: sql<string | null>`min(${lots.lockup_until}) filter (where ${lots.lockup_until} > now())`,
      })
      .from(lots)
      .innerJoin(investors, and(tenantMatch(lots), eq(investors.person_id, lots.person_id)))
      .where(and(admitted(ctx), isNull(lots.closed_at))),
  ])
  const clock = await clocks(
    ctx,
    rows.map((row) => row.lot),
  )
  return {
    data: rows.map(({ lot, offering, organization }) => {
      const free = firstFree(lot)
      const today = new Date(clock(lot)).toISOString().slice(0, 10)
      return {
        id: lot.id,
        organization,
        environment: lot.environment as Environment,
        offering_id: offering.id,
        offering: offering.name,
        regulation: offering.regulation,
        quantity: lot.quantity,
        price: lot.cost,
        currency: offering.currency,
        acquired_at: lot.acquired_at.toISOString(),
        wallet_address: lot.wallet_address,
        lockup_until: lot.lockup_until?.toISOString() ?? null,
        free_on: free.on,
        free_because: free.because,
        locked: free.on === null || free.on > today,
        closed_at: lot.closed_at?.toISOString() ?? null,
      }
    }),
    total: total!.n,
    totals: { lots: open[0]!.n, locked: open[0]!.locked, next_free: open[0]!.next ? nextDay(new Date(open[0]!.next)) : null },
  }
}

/** The time by the clock of each row's tenant: a sandbox has its own. */
async function clocks(ctx: Ctx, rows: { organization_id: string; environment: string }[]) {
  const times = new Map<string, number>()
  for (const { organization_id, environment } of rows)
    if (environment === 'sandbox' && !times.has(organization_id))
      times.set(organization_id, await sandboxNow(ctx.services, organization_id))
  return (row: { organization_id: string; environment: string }) =>
    row.environment === 'sandbox' ? times.get(row.organization_id)! : Date.now()
}

/** The signed-in person's investments over all organisations, newest first. */
export async function listOwnInvestments({
  ctx,
  input,
}: {
  ctx: Ctx
  input: Page & { status?: string | undefined; offering_id?: string | undefined }
}): Promise<{ data: OwnInvestment[]; total: number }> {
  requirePermission(ctx, 'account.read')
  const ids = ctx.db.select({ id: investors.id }).from(investors).where(admitted(ctx))
  const where = and(
    inArray(investments.investor_id, ids),
    input.status ? eq(investments.status, input.status) : undefined,
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
      decision_id: investment.decision_id,
      created_at: investment.created_at.toISOString(),
    })),
    total: total!.n,
  }
}
