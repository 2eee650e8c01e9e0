import { eq } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { decisions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { outcomeAfter } from '#engine/approval.ts'
import type { Decision } from '#engine/decide.ts'
import type { Ctx } from '../context.ts'
import type { Decided } from './decide.ts'
import { readResult } from './result.ts'

/** Codes of the rules that asked a person in a stored decision. */
export async function heldCodes(db: Queryable, ctx: Ctx, decisionId: string | null): Promise<string[]> {
  if (!decisionId) return []
  const [row] = await db
    .select()
    .from(decisions)
    .where(inScope(decisions, ctx, eq(decisions.id, decisionId)))
    .limit(1)
  return row ? codesOf(await readResult(db, row)) : []
}

const codesOf = (decision: Pick<Decision, 'rules'>) =>
  decision.rules.filter((rule) => rule.result === 'review' && !rule.part_of).map((rule) => rule.code)

/**
 * The outcome of a decision made anew when people approved, just now, the reasons named. A denial, a missing fact or a reason
 * they did not see is never approved away.
 */
export function approvedOutcome(
  ctx: Pick<Ctx, 'now'>,
  decided: Pick<Decided, 'engine' | 'outcome'>,
  codes: readonly string[],
): Decided['outcome'] {
  const hash = decided.engine.result_hash
  return outcomeAfter(decided.engine, { codes, facts_hash: hash, approved_at: new Date(ctx.now).toISOString() }, hash).outcome
}

/** What still holds, in words, for a release that did not suffice. */
export const stillHeld = (decided: Pick<Decided, 'engine'>): string =>
  decided.engine.rules
    .filter((rule) => ['review', 'needs_info', 'fail'].includes(rule.result) && !rule.part_of)
    .map((rule) => rule.message ?? rule.code)
    .join(' ')
