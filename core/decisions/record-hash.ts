import { createHash, hash } from 'node:crypto'
import type { decisions } from '#db/schema.ts'
import { canonical, type Json } from '#engine/canonical.ts'

type DecisionRow = typeof decisions.$inferSelect
type Recorded = Pick<
  DecisionRow,
  | 'id'
  | 'organization_id'
  | 'environment'
  | 'check'
  | 'outcome'
  | 'reason_codes'
  | 'result_hash'
  | 'ruleset_version'
  | 'ruleset_sha256'
  | 'lists'
  | 'facts_sealed'
  | 'evaluated_at'
>

/**
 * The document an audit leaf of a decision vouches for: the row's fixed columns, and the hashes of the sealed facts and of
 * the result.
 */
export function decisionRecord(row: Recorded): Record<string, Json> {
  const {
    id,
    organization_id,
    environment,
    check,
    outcome,
    reason_codes,
    result_hash,
    ruleset_version,
    ruleset_sha256,
    lists,
    facts_sealed,
    evaluated_at,
  } = row
  const facts = createHash('sha256').update(facts_sealed).digest('hex')
  return {
    id,
    organization_id,
    environment,
    check,
    outcome,
    reason_codes,
    result_hash,
    ruleset_version,
    ruleset_sha256,
    lists: lists as Json,
    facts,
    evaluated_at: evaluated_at.toISOString(),
  }
}

export const decisionRecordHash = (row: Recorded): string => hash('sha256', canonical(decisionRecord(row)))

/** The engine's evaluation without its own hash: what `result_hash` is the SHA-256 of, as canonical JSON. */
export function evaluationOf(result: DecisionRow['result']): Record<string, Json> {
  const { result_hash: _, ...evaluation } = result as Record<string, Json>
  return evaluation
}

/** Whether the row's result is still the one its hash was made of. */
export const resultIsWhole = (row: Pick<DecisionRow, 'result' | 'result_hash'>): boolean =>
  row.result.result_hash === row.result_hash && hash('sha256', canonical(evaluationOf(row.result))) === row.result_hash
