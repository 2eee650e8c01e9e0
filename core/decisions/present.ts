import type { decisions } from '#db/schema.ts'
import type { Decision } from '#engine/decide.ts'
import { redactFor } from '#engine/visibility.ts'

/** Every rule of a decision as it is shown, passing ones too, for a caller who asks. Copies with the object, and is not sent. */
export const ALL_RULES = Symbol('all rules')

/** A decision as the API shows it (api.md, section 4.0). */
export interface WireDecision {
  id: string
  outcome: 'allow' | 'deny' | 'review'
  reason_codes: string[]
  missing: string[]
  rules: WireRule[]
  policy: { id: string; version: string; sha256: string }
  lists: unknown[]
  evaluated_at: string
  expires_at: string | null
  result_hash: string
  receipt: { log_index: number; tree_size: number; url: string } | null
  counterfactuals: { change: string; then: string }[]
  [ALL_RULES]?: () => WireRule[]
}

export interface WireRule {
  code: string
  version: number
  result: string
  message: string | null
  citation: { label: string; url: string | null } | null
  facts: { name: string; value: unknown; source: string }[]
}

const NOTES: ReadonlySet<string> = new Set(['pass', 'not_applicable', 'info', 'warn'])

type Row = Pick<typeof decisions.$inferSelect, 'id' | 'result_hash' | 'evaluated_at' | 'expires_at' | 'lists'>

/** A decision, with the row it is stored in, for a tenant: needs_info shows as review with what is missing; passing rules are left out unless asked for. */
export function presentDecision(
  row: Row,
  decision: Decision,
  options: { publicUrl: string; receipt: WireDecision['receipt']; allRules?: boolean; counterfactuals?: WireDecision['counterfactuals'] },
): WireDecision {
  const result = redactFor(decision, 'tenant')
  const codes =
    result.reason_codes.length === 0
      ? []
      : reasonsOf(result).flatMap((code) => (code === 'CREDENTIAL_EXPIRED' ? credentialCodes(result) : code.toLowerCase()))
  const shown = result.rules.filter((rule) => options.allRules || !(rule.result === 'pass' || rule.result === 'not_applicable'))
  return {
    id: row.id,
    outcome: result.outcome === 'needs_info' ? 'review' : result.outcome,
    reason_codes: codes,
    missing: [...result.missing],
    [ALL_RULES]: () => result.rules.map(wireRule),
    rules: shown.map(wireRule),
    policy: result.ruleset,
    lists: row.lists as unknown[],
    evaluated_at: row.evaluated_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    result_hash: row.result_hash,
    receipt: options.receipt,
    counterfactuals: options.counterfactuals ?? [],
  }
}

/** Notes (info, warn) are told with their rule; reasons are what speaks against allowing. */
function reasonsOf({ rules, reason_codes }: Decision): string[] {
  const notes = new Set<string | null>()
  for (const { result, code, reason } of rules) if (NOTES.has(result)) notes.add(code).add(reason)
  // A rule that one party passes may still hold the other.
  for (const { result, code, reason } of rules)
    if (!NOTES.has(result)) {
      notes.delete(code)
      notes.delete(reason)
    }
  return reason_codes.filter((code) => !notes.has(code))
}

/** One rule asks for a live credential; a caller is told whether it ended, was suspended or was revoked. */
function credentialCodes({ rules }: Pick<Decision, 'rules'>): string[] {
  const codes = { fail: 'credential_revoked', review: 'credential_suspended' } as Record<string, string>
  const spoken = rules.filter((rule) => rule.code === 'CREDENTIAL_EXPIRED' && !NOTES.has(rule.result))
  return [...new Set(spoken.map((rule) => codes[rule.result] ?? 'credential_expired'))]
}

/** What to tell of a refusal in words: the rule that fails, else the one that holds; never a mere note. */
export const refusalMessage = (decision: WireDecision): string | null =>
  (decision.rules.find((rule) => rule.result === 'fail') ?? decision.rules.find((rule) => rule.result === 'review'))?.message ?? null

const wireRule = (rule: Decision['rules'][number]): WireRule => ({
  code: rule.code.toLowerCase(),
  version: rule.version,
  result: rule.result === 'needs_info' ? 'review' : rule.result,
  message: rule.message,
  citation: rule.citation,
  facts: rule.facts.map((fact) => ({ name: fact.path, value: fact.value, source: fact.source })),
})
