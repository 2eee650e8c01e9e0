import { and, asc, eq, lte } from 'drizzle-orm'
import { issuances } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { failMint } from '../tokens/fail-mint.ts'
import { writeDue } from './write-due.ts'

/** Ends one authorised issuance whose mint nobody reported in time; each in a transaction of its own. */
export async function expireIssuance(ctx: Ctx): Promise<number> {
  const due = inScope(issuances, ctx, and(eq(issuances.status, 'authorized'), lte(issuances.authorized_until, new Date(ctx.now))))
  const [next] = await ctx.db
    .select({ id: issuances.id })
    .from(issuances)
    .where(due)
    .orderBy(asc(issuances.authorized_until), asc(issuances.id))
    .limit(1)
  if (!next) return 0
  return writeDue(ctx, async (tx) => {
    const failed = await failMint(tx, ctx, next.id, 'not_reported')
    return failed && { result: 1, ...failed }
  })
}
