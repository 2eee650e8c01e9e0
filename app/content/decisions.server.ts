import { stateOf } from '#core/kernel/states.ts'
import type { MarketId } from './markets/types.ts'

interface RecordedRule {
  code: string
  result: string
  message: string | null
  citation: { label: string; url: string | null } | null
  facts: { name: string; value: unknown; source: string }[]
}
interface RecordedAnswer {
  success?: boolean
  decision?: {
    id: string
    outcome: 'allow' | 'deny' | 'review'
    reason_codes: string[]
    rules: RecordedRule[]
    result_hash: string
    evaluated_at: string
    policy?: { id: string; version: string; sha256: string }
    counterfactuals?: { change: string; then: string }[]
  }
  [field: string]: unknown
}
/** A call to the sandbox and its whole answer, recorded by `tools/record-decisions.ts`; nothing in it is written by hand. */
export interface RecordedDecision {
  title: string
  note?: string
  request: { method: string; path: string; body: unknown }
  status: number
  answer: RecordedAnswer
  /** Every rule of the decision, also those that held. */
  rules?: RecordedRule[]
}

const files = import.meta.glob<RecordedDecision[]>('./decisions/*.json', { eager: true, import: 'default' })

/** The recorded decisions of a market; none when nothing was recorded yet. */
export const decisionsOf = (market: MarketId): RecordedDecision[] => files[`./decisions/${market}.json`] ?? []

/** What a page shows of a recorded decision; the whole answer travels once, highlighted. */
export function decisionSummary(recorded: RecordedDecision) {
  const body = recorded.answer.decision
  const all = recorded.rules ?? body?.rules ?? []
  return {
    title: recorded.title,
    note: recorded.note ?? null,
    call: `${recorded.request.method} ${recorded.request.path}`,
    status: recorded.status,
    id: body?.id ?? null,
    // Their words come with the page: those of every other state would come with a script.
    looks: stateOf('decision', body?.outcome ?? 'answer'),
    hash: body?.result_hash.replace(/^sha256:/, '') ?? null,
    counterfactuals: body?.counterfactuals ?? [],
    deciding: all
      .filter((rule) => !['pass', 'not_applicable', 'info'].includes(rule.result))
      .map((rule) => ({
        ...rule,
        looks: stateOf('rule', rule.result),
        facts: rule.facts.slice(0, 4).map((fact) => ({ name: fact.name, value: brief(fact.value) })),
      })),
    held: all.filter((rule) => rule.result === 'pass').map((rule) => rule.code),
  }
}
export type DecisionSummary = ReturnType<typeof decisionSummary>

/** A fact in one line; the whole answer has it in full. */
function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > 72 ? `${text.slice(0, 70)}…` : text
}
