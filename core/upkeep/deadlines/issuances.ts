import { and, asc, eq, lte, notInArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { doEachDue } from '#core/record/write-due.ts'
import { failMint } from '#core/securities/tokens/fail-mint.ts'
import { issuances } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** Ends authorised issuances whose mint nobody reported in time; each in a transaction of its own. */
export async function expireIssuances(ctx: Ctx): Promise<number> {
  const due = inScope(issuances, ctx, and(eq(issuances.status, 'authorized'), lte(issuances.authorized_until, new Date(ctx.now))))
  const next = async (leftOut: string[]) =>
    (
      await ctx.db
        .select({ id: issuances.id })
        .from(issuances)
        .where(and(due, notInArray(issuances.id, leftOut)))
        .orderBy(asc(issuances.authorized_until), asc(issuances.id))
        .limit(1)
    )[0]
  return doEachDue(ctx, next, async (tx, id) => {
    const failed = await failMint(tx, ctx, id, 'not_reported')
    return failed && { result: 1, ...failed }
  })
}
