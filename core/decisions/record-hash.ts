import { createHash } from 'node:crypto'
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
  | 'result'
  | 'result_hash'
  | 'ruleset_version'
  | 'ruleset_sha256'
  | 'lists'
  | 'facts_sealed'
  | 'evaluated_at'
>

/** The document an audit leaf of a decision vouches for: the row's fixed columns and the hash of the sealed facts. */
export function decisionRecord(row: Recorded): Record<string, Json> {
  const {
    id,
    organization_id,
    environment,
    check,
    outcome,
    reason_codes,
    result,
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
    result: result as Json,
    result_hash,
    ruleset_version,
    ruleset_sha256,
    lists: lists as Json,
    facts,
    evaluated_at: evaluated_at.toISOString(),
  }
}

export const decisionRecordHash = (row: Recorded): string =>
  createHash('sha256')
    .update(canonical(decisionRecord(row)))
    .digest('hex')
