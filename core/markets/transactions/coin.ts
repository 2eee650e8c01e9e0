import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { asRoom } from '#core/record/facts/table.ts'
import type { Tx } from '#db/connect.ts'
import { reserveDuties, reserveStatements } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { isoDay, legalDay } from '#engine/dates.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { monthEnd } from '../reserves/months.ts'

/** What makes, ends, sells or rewards a coin, so that the laws on stablecoins are about it. */
export const concernsCoin = (type: string): boolean => ['mint', 'burn', 'buy', 'redeem', 'reward'].includes(type)

/**
 * What our own records say of a coin: its newest reserve statement, and that its issuer publishes them, by which it is held to the GENIUS
 * Act before that binds.
 */
export async function coinFacts(tx: Tx, ctx: Ctx, token: string | undefined): Promise<{ early: boolean; facts: Room<'token'> }> {
  if (!token) return { early: false, facts: {} }
  const [newest] = await tx
    .select()
    .from(reserveStatements)
    .where(inScope(reserveStatements, ctx, eq(reserveStatements.token, token)))
    .orderBy(desc(reserveStatements.month), desc(reserveStatements.version))
    .limit(1)
  const [duty] = await tx
    .select({ token: reserveDuties.token })
    .from(reserveDuties)
    .where(inScope(reserveDuties, ctx, and(eq(reserveDuties.token, token))))
    .limit(1)
  if (!newest) return { early: duty !== undefined, facts: {} }
  return {
    early: duty !== undefined,
    facts: {
      outstanding_usd: newest.outstanding,
      ...asRoom('token', {
        reserves: newest.reserves.map(({ type, amount, remaining_days, encumbered }) => ({
          type,
          value: amount,
          remaining_days,
          encumbered,
        })),
      }),
      reserves_at: new Date(monthEnd(newest.month)).toISOString(),
      report: {
        period: newest.month,
        published_on: isoDay(legalDay(newest.created_at.getTime())),
        examined: true,
        certified_by: [...new Set(newest.certified_by.map((one) => one.role))].sort(),
      },
    },
  }
}
