import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { decisions, investments, offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Decision } from '#engine/decide.ts'
import { formatMicro, parseMicro } from '#engine/money.ts'
import type { Ctx } from '../context.ts'
import { readResult } from '../decisions/result.ts'
import type { InvestorRow } from '../investors/create.ts'

const YEAR_MS = 365 * 86_400_000
const FIGURES = { annual_income: 'investor.annual_income', net_worth: 'investor.net_worth_without_home' } as const

/** Income and net worth as the investor stated them for this decision. */
function statedIn(decision: Decision): { annual_income?: string; net_worth?: string } {
  const facts = decision.rules.flatMap((rule) => rule.facts)
  return Object.fromEntries(
    Object.entries(FIGURES).flatMap(([name, path]) => {
      const value = facts.find((fact) => fact.path === path)?.value as { amount?: string } | null | undefined
      return value?.amount === undefined ? [] : [[name, value.amount]]
    }),
  )
}

/** The same, of the decision that an investment waits on. */
export async function statedFor(db: Queryable, ctx: Ctx, decisionId: string) {
  const [row] = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, decisionId), eq(decisions.organization_id, ctx.organizationId)))
    .limit(1)
  return row ? statedIn(await readResult(db, row)) : {}
}

/** What somebody has bought of an offering so far. */
export async function boughtBefore(db: Queryable, ctx: Ctx, investorId: string, offeringId: string): Promise<string> {
  const own = and(eq(investments.investor_id, investorId), eq(investments.offering_id, offeringId), eq(investments.status, 'accepted'))
  const [row] = await db
    .select({ sum: sql<string>`trim_scale(coalesce(sum(${investments.amount}), 0))::text` })
    .from(investments)
    .where(inScope(investments, ctx, own))
  return formatMicro(parseMicro(row!.sum) ?? 0n)
}

/**
 * What an investor who is not accredited may still put into Regulation A offerings: 10 % of the greater of income and net worth
 * as last stated, less what was bought in a year. Null for the accredited, for entities, and while nothing was stated.
 */
export async function regARemaining(ctx: Ctx, investor: InvestorRow, accredited: boolean): Promise<string | null> {
  if (accredited || investor.type === 'entity') return null
  const rows = await ctx.db
    .select({ decision: decisions, status: investments.status, amount: investments.amount, at: investments.created_at })
    .from(investments)
    .innerJoin(offerings, and(eq(offerings.id, investments.offering_id), eq(offerings.regulation, 'reg_a_plus')))
    .innerJoin(decisions, and(eq(decisions.id, investments.decision_id), eq(decisions.organization_id, investments.organization_id)))
    .where(
      inScope(investments, ctx, and(eq(investments.investor_id, investor.id), gt(investments.created_at, new Date(ctx.now - YEAR_MS)))),
    )
    .orderBy(desc(investments.created_at))
    .limit(200)
  for (const { decision } of rows) {
    const stated = statedIn(await readResult(ctx.db, decision))
    const [income, worth] = [stated.annual_income, stated.net_worth].map((figure) => parseMicro(figure ?? '0') ?? 0n) as [bigint, bigint]
    if (stated.annual_income === undefined && stated.net_worth === undefined) continue
    // biome-ignore lint/complexity/useMathMinMax: Math works on numbers, these are big integers
    const limit = (income > worth ? income : worth) / 10n
    const bought = rows.reduce((sum, row) => sum + (row.status === 'accepted' ? (parseMicro(row.amount) ?? 0n) : 0n), 0n)
    return formatMicro(limit > bought ? limit - bought : 0n)
  }
  return null
}
