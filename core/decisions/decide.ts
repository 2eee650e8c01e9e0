import { hash } from 'node:crypto'
import type { Queryable, Tx } from '#db/connect.ts'
import type { decisions } from '#db/schema.ts'
import type { Json } from '#engine/canonical.ts'
import { type Compact, compact } from '#engine/compact.ts'
import { counterfactuals } from '#engine/counterfactuals.ts'
import { type Decision, evaluate } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { AuditInput } from '../audit/append.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { tenantKeyId } from '../keyring.ts'
import { factsToSeal } from './facts.ts'
import { presentDecision, type WireDecision } from './present.ts'
import { decisionRecordHash } from './record-hash.ts'
import { insertDecisions, storedResult } from './result.ts'

export interface DecisionInput {
  facts: Facts
  market: string
  subject?: { type: string; id: string } | null
  walletAddress?: string | null
  /** Whose data key seals the facts: a person's when the facts are about one, else the tenant's. */
  subjectKeyId?: string
  expiresAt?: Date | null
  category?: AuditInput['category']
}

type DecisionRow = typeof decisions.$inferInsert

export interface Decided {
  decision: WireDecision
  outcome: 'allow' | 'deny' | 'review' | 'needs_info'
  /** The engine's own result, for figures that an answer repeats. */
  engine: Decision
  audit: AuditInput
}

/**
 * Decides and records: the engine's result with the sealed facts it was made from, in the given transaction, and the audit
 * entry that vouches for the row. The caller hands that entry on to `write`.
 */
export async function recordDecision(tx: Tx, ctx: Ctx, input: DecisionInput): Promise<Decided> {
  const { row, ...decided } = await prepareDecision(tx, ctx, input)
  await insertDecisions(tx, [row])
  return decided
}

/** As `recordDecision`, with the row still to be written: for `append`, which commits many calls' rows at once. */
export async function prepareDecision(db: Queryable, ctx: Ctx, input: DecisionInput): Promise<Decided & { row: DecisionRow }> {
  const { result, short } = decideAndHash(input.facts)
  const id = newId('decision', ctx.now)
  const keyId = input.subjectKeyId ?? tenantKeyId(ctx)
  const facts_sealed = await ctx.services.keyring.seal(db, ctx, keyId, `decisions.facts:${id}`, factsToSeal(input.facts))
  const auditId = newId('audit_log')
  const row = {
    id,
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    check: input.facts.check,
    market: input.market,
    outcome: result.outcome,
    reason_codes: [...result.reason_codes],
    subject_type: input.subject?.type ?? null,
    subject_id: input.subject?.id ?? null,
    wallet_address: input.walletAddress ?? null,
    subject_key_id: keyId,
    facts_sealed,
    result: storedResult(ctx.services.connection, result, short),
    result_hash: result.result_hash,
    ruleset_version: result.ruleset.version,
    ruleset_sha256: result.ruleset.sha256,
    lists: (input.facts.lists ?? []) as unknown[],
    audit_id: auditId,
    request_id: ctx.requestId,
    evaluated_at: new Date(ctx.now),
    expires_at: input.expiresAt ?? null,
  }
  return {
    row,
    decision: presentDecision(row, result, {
      publicUrl: ctx.services.config.publicUrl,
      receipt: null,
      counterfactuals: whatWouldHelp(input.facts, result.outcome),
    }),
    outcome: result.outcome,
    engine: result,
    audit: {
      id: auditId,
      action: 'compliance_decision',
      category: input.category ?? 'system',
      subject: { type: 'decision', id },
      details: {
        decision_record: decisionRecordHash(row),
        result_hash: result.result_hash,
        check: input.facts.check,
        outcome: result.outcome,
      } satisfies Record<string, Json>,
    },
  }
}

/** The smallest changes that would be allowed, for an answer that is not. */
export const whatWouldHelp = (facts: Facts, outcome: string): { change: string; then: string }[] =>
  outcome === 'allow' ? [] : counterfactuals(facts, currentRuleset).map(({ change, then }) => ({ change, then }))

/** The engine's `decide` with the machine's own SHA-256, and the decision's short form. */
function decideAndHash(facts: Facts): { result: Decision; short: Compact } {
  const evaluation = evaluate(facts, currentRuleset)
  const short = compact(evaluation)
  return { result: { ...evaluation, result_hash: hash('sha256', short.text) }, short }
}
