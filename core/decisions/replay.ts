import { eq } from 'drizzle-orm'
import { SealError } from '#credentials/seal.ts'
import { auditLogs, decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { decide } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { Erased } from '../keyring.ts'
import { requirePermission } from '../permissions.ts'
import { openFacts } from './facts.ts'
import { decisionRecordHash, resultIsWhole } from './record-hash.ts'
import { readResult } from './result.ts'
import { rulesetFor } from './rulesets.ts'

export interface Replayed {
  success: true
  object: 'replay'
  decision_id: string
  status: 'identical' | 'differs' | 'inputs_altered' | 'facts_erased' | 'ruleset_unavailable'
  original: { outcome: string; result_hash: string; ruleset: string; evaluated_at: string }
  replayed: { outcome: string; result_hash: string; ruleset: string } | null
}

/** Whether the row is the one its entry in the log vouches for, result and all. */
async function isAsRecorded(ctx: Ctx, row: typeof decisions.$inferSelect): Promise<boolean> {
  const [entry] = await ctx.db.select({ details: auditLogs.details }).from(auditLogs).where(eq(auditLogs.id, row.audit_id)).limit(1)
  return entry?.details.decision_record === decisionRecordHash(row) && resultIsWhole(row, await readResult(ctx.db, row))
}

/** Decides once more from the stored facts, under the ruleset of that day. The same bytes must come out. */
export async function replayDecision({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<Replayed> {
  requirePermission(ctx, 'decisions.read')
  const row = await findScoped(ctx.db, decisions, ctx, input.id)
  if (!row) throw notFound()
  const original = {
    outcome: row.outcome === 'needs_info' ? 'review' : row.outcome,
    result_hash: row.result_hash,
    ruleset: row.ruleset_version,
    evaluated_at: row.evaluated_at.toISOString(),
  }
  const answer = (status: Replayed['status'], replayed: Replayed['replayed'] = null): Replayed => ({
    success: true,
    object: 'replay',
    decision_id: row.id,
    status,
    original,
    replayed,
  })
  let facts: Facts
  try {
    facts = await openFacts(ctx, row)
  } catch (error) {
    if (error instanceof Erased) return answer('facts_erased')
    if (error instanceof SealError) return answer('inputs_altered')
    throw error
  }
  if (!(await isAsRecorded(ctx, row))) return answer('inputs_altered')
  const ruleset = await rulesetFor(ctx, row.ruleset_version, row.ruleset_sha256)
  if (!ruleset) return answer('ruleset_unavailable')
  const again = decide(facts, ruleset)
  const replayed = {
    outcome: again.outcome === 'needs_info' ? 'review' : again.outcome,
    result_hash: again.result_hash,
    ruleset: again.ruleset.version,
  }
  return answer(again.result_hash === row.result_hash ? 'identical' : 'differs', replayed)
}
