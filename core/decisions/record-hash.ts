import { createHash } from 'node:crypto'
import { canonical, type Json } from '#engine/canonical.ts'
import type { decisions } from '#db/schema.ts'

type DecisionRow = typeof decisions.$inferSelect

/** What the audit leaf of a decision vouches for: the row's fixed columns and the sealed facts as stored. */
export function decisionRecordHash(row: Pick<DecisionRow, 'id' | 'organization_id' | 'environment' | 'check' | 'outcome' | 'reason_codes' | 'result' | 'result_hash' | 'ruleset_version' | 'ruleset_sha256' | 'lists' | 'facts_sealed' | 'evaluated_at'>): string {
  const { id, organization_id, environment, check, outcome, reason_codes, result, result_hash, ruleset_version, ruleset_sha256, lists, facts_sealed, evaluated_at } = row
  const facts = createHash('sha256').update(facts_sealed).digest('hex')
  return createHash('sha256')
    .update(canonical({ id, organization_id, environment, check, outcome, reason_codes, result: result as Json, result_hash, ruleset_version, ruleset_sha256, lists: lists as Json, facts, evaluated_at: evaluated_at.toISOString() }))
    .digest('hex')
}
