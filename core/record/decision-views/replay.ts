import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { SealError } from '#credentials/seal.ts'
import { auditLogs, type decisions } from '#db/schema.ts'
import { type Decision, evaluate, inWordsOf, seal } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import { findKnown } from '../decisions/about-caller.ts'
import { openFacts } from '../decisions/facts.ts'
import { toldOutcome } from '../decisions/present.ts'
import { decisionRecordHash, resultIsWhole } from '../decisions/record-hash.ts'
import { readResult } from '../decisions/result.ts'
import { rulesetFor } from '../decisions/rulesets.ts'
import { defineVerb } from '../verb.ts'

const replayed = z.object({
  success: z.literal(true),
  object: z.literal('replay'),
  decision_id: z.string(),
  status: z.enum(['identical', 'differs', 'inputs_altered', 'facts_erased', 'ruleset_unavailable']),
  original: z.object({ outcome: z.string(), result_hash: z.string(), ruleset: z.string(), evaluated_at: z.string() }),
  replayed: z.object({ outcome: z.string(), result_hash: z.string(), ruleset: z.string() }).nullable(),
})
type Replayed = z.output<typeof replayed>

/** The result as it was recorded, or null when the row is not the one its entry in the log vouches for, result and all. */
async function asRecorded(ctx: Ctx, row: typeof decisions.$inferSelect): Promise<Decision | null> {
  const [entry] = await ctx.db.select({ details: auditLogs.details }).from(auditLogs).where(eq(auditLogs.id, row.audit_id)).limit(1)
  if (entry?.details.decision_record !== decisionRecordHash(row)) return null
  const result = await readResult(ctx.db, row)
  return resultIsWhole(row, result) ? result : null
}

/** A decision made once more: what is recorded and what came out, or why that cannot be. */
export type Again =
  | { status: 'identical' | 'differs'; recorded: Decision; again: Decision }
  | { status: Exclude<Replayed['status'], 'identical' | 'differs'> }

/** Decides once more from the stored facts, under the ruleset of that day, and tells it in the words that were recorded. */
export async function makeAgain(ctx: Ctx, row: typeof decisions.$inferSelect): Promise<Again> {
  let facts: Facts
  try {
    facts = await openFacts(ctx, row)
  } catch (error) {
    if (error instanceof Erased) return { status: 'facts_erased' }
    if (error instanceof SealError) return { status: 'inputs_altered' }
    throw error
  }
  const recorded = await asRecorded(ctx, row)
  if (!recorded) return { status: 'inputs_altered' }
  const ruleset = await rulesetFor(ctx, row.ruleset_version, row.ruleset_sha256)
  if (!ruleset) return { status: 'ruleset_unavailable' }
  const again = seal(inWordsOf(recorded, evaluate(facts, ruleset)))
  return { status: again.result_hash === row.result_hash ? 'identical' : 'differs', recorded, again }
}

/**
 * Decides once more from the stored facts, under the ruleset of that day. The same bytes must come out, told in the words that were
 * recorded: a sentence written better since then changes no decision.
 */
export const replayDecision = defineVerb({
  name: 'decisions.replay',
  permission: 'decisions.read',
  input: byId('Decision id, dec_…'),
  output: replayed,
  run: async ({ ctx, input }) => {
    const found = await findKnown(ctx, input.id)
    if (!found) throw notFound()
    const { row } = found
    const made = await makeAgain(ctx, row)
    return {
      success: true as const,
      object: 'replay' as const,
      decision_id: row.id,
      status: made.status,
      original: {
        outcome: toldOutcome(row.outcome),
        result_hash: row.result_hash,
        ruleset: row.ruleset_version,
        evaluated_at: row.evaluated_at.toISOString(),
      },
      replayed:
        'again' in made
          ? { outcome: toldOutcome(made.again.outcome), result_hash: made.again.result_hash, ruleset: made.again.ruleset.version }
          : null,
    }
  },
})
