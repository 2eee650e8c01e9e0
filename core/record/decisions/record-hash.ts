import { hash } from 'node:crypto'
import { isoTime } from '#core/kernel/iso-time.ts'
import type { decisions } from '#db/schema.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import { once } from '#engine/compact.ts'
import type { Decision } from '#engine/decide.ts'

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
  const facts = hash('sha256', facts_sealed)
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
    evaluated_at: isoTime(evaluated_at.getTime()),
  }
}

/** SHA-256 of its canonical JSON, joined here because every decision makes one. */
export function decisionRecordHash(row: Recorded): string {
  const record = decisionRecord(row)
  const of = (name: string) => canonical(record[name])
  return hash(
    'sha256',
    `{"check":${of('check')},"environment":${of('environment')},"evaluated_at":${of('evaluated_at')},"facts":${of('facts')},"id":${of('id')},"lists":${once(row.lists as Json[])},"organization_id":${of('organization_id')},"outcome":${of('outcome')},"reason_codes":${of('reason_codes')},"result_hash":${of('result_hash')},"ruleset_sha256":${of('ruleset_sha256')},"ruleset_version":${of('ruleset_version')}}`,
  )
}

/** The engine's evaluation without its own hash: what `result_hash` is the SHA-256 of, as canonical JSON. */
export function evaluationOf(decision: Decision): Record<string, Json> {
  const { result_hash: _, ...evaluation } = decision
  return evaluation as unknown as Record<string, Json>
}

/** Whether the row's result is still the one its hash was made of. */
export const resultIsWhole = (row: Pick<DecisionRow, 'result_hash'>, decision: Decision): boolean =>
  decision.result_hash === row.result_hash && hash('sha256', canonical(evaluationOf(decision))) === row.result_hash
