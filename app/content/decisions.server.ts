import type { MarketId } from './markets/types.ts'

export interface RecordedRule {
  code: string
  result: string
  message: string | null
  citation: { label: string; url: string | null } | null
  facts: { name: string; value: unknown; source: string }[]
}
export interface RecordedAnswer {
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
