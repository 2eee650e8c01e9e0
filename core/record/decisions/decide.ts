import { hash } from 'node:crypto'
import type { Deciding, Environment } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { isoTime } from '#core/kernel/iso-time.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import type { decisions } from '#db/schema.ts'
import type { Json } from '#engine/canonical.ts'
import { compact, outcomesOf } from '#engine/compact.ts'
import { counterfactuals } from '#engine/counterfactuals.ts'
import { type Decision, evaluate } from '#engine/decide.ts'
import type { AnyFacts } from '#engine/facts/of-checks.ts'
import type { Facts } from '#engine/facts.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import { type Said, type Sources, withSources } from '../facts/sources.ts'
import type { Statement, Statements } from '../facts/statements.ts'
import type { AuditInput } from '../log/append.ts'
import { factsToSeal } from './facts.ts'
import { noteShown } from './kept.ts'
import { presentDecision, type WireDecision } from './present.ts'
import { decisionRecordHash } from './record-hash.ts'
import { insertDecisions, storedResult } from './result.ts'
import { isWatched, watch } from './watch.ts'

export interface DecisionInput {
  facts: AnyFacts
  market: string
  subject?: { type: string; id: string } | null
  walletAddress?: string | null
  /** Whose data key seals the facts: a person's when the facts are about one, else the tenant's. */
  subjectKeyId?: string
  expiresAt?: Date | null
  category?: AuditInput['category']
  /** Paths of the facts that this call states. Whose word counts from before stands in `facts.said`. */
  stated?: readonly string[]
  /** Decided again by the words of an earlier call: who said each of them. Whose word is not in there was not kept. */
  again?: Statements | undefined
  /** The sources of single facts that evidence established. */
  found?: Sources
  /** Of those, which evidence it was. */
  shownBy?: Said
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
 * entry that vouches for the row. The caller hands that entry on to `write`, with what it has to add; else `write` takes it as it is.
 */
export async function recordDecision(tx: Tx, ctx: Deciding, input: DecisionInput): Promise<Decided> {
  const { row, ...decided } = await prepareDecision(tx, ctx, input)
  await insertDecisions(tx, [row])
  if (isWatched(input, decided.engine)) await watch(tx, ctx, row.id)
  const made = vouching.get(tx)
  if (made) made.push(decided.audit)
  else vouching.set(tx, [decided.audit])
  return decided
}

const vouching = new WeakMap<Tx, AuditInput[]>()

/** The entries of decisions recorded in this transaction that nobody handed on: no decision stands without its entry. */
export const entriesLeftOut = (tx: Tx, handedOn: readonly AuditInput[]): AuditInput[] =>
  (vouching.get(tx) ?? []).filter((made) => !handedOn.some((entry) => entry.id === made.id))

/** As `recordDecision`, with the row still to be written: for `append`, which commits many calls' rows at once. */
export async function prepareDecision(tx: Queryable, ctx: Deciding, input: DecisionInput): Promise<Decided & { row: DecisionRow }> {
  const { organizationId, environment, now, services, actor, requestId, db } = ctx
  const tenant = { organizationId, environment }
  const facts = told(input, environment, { by: actor.id, at: isoTime(now) })
  const evaluation = evaluate(facts, currentRuleset)
  const short = compact(evaluation)
  // The engine's own hash, by the machine's SHA-256.
  const result: Decision = { ...evaluation, result_hash: hash('sha256', short.text) }
  const id = newId('decision', now)
  const keyId = input.subjectKeyId ?? tenantKeyId(tenant)
  const { sealed, parts } = factsToSeal(services.connection, facts)
  const facts_sealed = await services.keyring.sealText(tx, { ...tenant, db }, keyId, `decisions.facts:${id}`, sealed)
  const auditId = newId('audit_log')
  const { stored, like } = storedResult(services.connection, result, short, parts)
  const row = {
    id,
    organization_id: organizationId,
    environment,
    check: input.facts.check,
    market: input.market,
    outcome: result.outcome,
    reason_codes: [...result.reason_codes],
    subject_type: input.subject?.type ?? null,
    subject_id: input.subject?.id ?? null,
    wallet_address: input.walletAddress ?? null,
    subject_key_id: keyId,
    facts_sealed,
    result: stored,
    result_hash: result.result_hash,
    ruleset_version: result.ruleset.version,
    ruleset_sha256: result.ruleset.sha256,
    lists: (input.facts.lists ?? []) as unknown[],
    audit_id: auditId,
    request_id: requestId,
    evaluated_at: new Date(now),
    expires_at: input.expiresAt ?? null,
  }
  const decision = presentDecision(row, result, {
    publicUrl: services.config.publicUrl,
    receipt: null,
    said: facts.said as Said | undefined,
    facts,
    counterfactuals: whatWouldHelp(facts, result.outcome),
    every: outcomesOf(short),
    like,
  })
  noteShown(row, decision)
  return {
    row,
    decision,
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

/** The facts with who said them and where each of them is from; `word` is the caller's own. */
function told({ facts, stated = [], again, found = {}, shownBy = {} }: DecisionInput, environment: Environment, word: Statement): Facts {
  const by = again ? undefined : word.by
  const known = withSources(facts, environment, { stated, ...(by && { by }), found })
  if (!stated.length && !Object.keys(shownBy).length) return known
  const wordOn = (path: string) => (again ? (again[path] ?? null) : word)
  return {
    ...known,
    said: { ...(facts.said as Said | undefined), ...Object.fromEntries(stated.map((path) => [path, wordOn(path)])), ...shownBy },
  }
}

/** The smallest changes that would be allowed, for an answer that is not. */
const whatWouldHelp = (facts: Facts, outcome: string): { change: string; then: string }[] =>
  outcome === 'allow' ? [] : counterfactuals(facts, currentRuleset).map(({ change, then }) => ({ change, then }))
