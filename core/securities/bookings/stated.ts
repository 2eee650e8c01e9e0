import { and, eq, gt, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { investments, offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { formatMicro, parseMicro } from '#engine/money.ts'
import type { InvestorRow } from '../investors/create.ts'

const YEAR_MS = 365 * 86_400_000

/** What a person has bought of an offering so far, by whichever record. */
export async function boughtBefore(db: Queryable, ctx: Ctx, personId: string, offeringId: string): Promise<string> {
  const own = and(eq(investments.person_id, personId), eq(investments.offering_id, offeringId), eq(investments.status, 'accepted'))
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
  const greater = sql`greatest(${investments.annual_income}, ${investments.net_worth})`
  const [row] = await ctx.db
    .select({
      stated: sql<
        string | null
      >`(array_agg(round(${greater}, 6)::text order by ${investments.created_at} desc) filter (where ${greater} is not null))[1]`,
      bought: sql<string>`trim_scale(coalesce(sum(${investments.amount}) filter (where ${investments.status} = 'accepted'), 0))::text`,
    })
    .from(investments)
    .innerJoin(offerings, and(eq(offerings.id, investments.offering_id), eq(offerings.regulation, 'reg_a_plus')))
    .where(
      inScope(investments, ctx, and(eq(investments.investor_id, investor.id), gt(investments.created_at, new Date(ctx.now - YEAR_MS)))),
    )
  if (!row?.stated) return null
  const left = (parseMicro(row.stated) ?? 0n) / 10n - (parseMicro(row.bought) ?? 0n)
  return formatMicro(left > 0n ? left : 0n)
}
