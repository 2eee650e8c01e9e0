/** What of a decision a refusal is told by. */
interface Told {
  outcome?: string
  reason_codes?: readonly string[]
  rules?: readonly { result: string; message: string | null; part_of?: string | null }[]
}

/** Why a decision does not allow: the sentences of the rules that stand against it, at most three; their codes where none has one. */
export function whyNot(decision: Told): string {
  const against = (decision.rules ?? []).filter((rule) => ['fail', 'needs_info', 'review'].includes(rule.result) && !rule.part_of)
  const worst = against.filter((rule) => rule.result === 'fail')
  const said = (worst.length ? worst : against).flatMap((rule) => rule.message ?? [])
  return said.length ? [...new Set(said)].slice(0, 3).join(' ') : (decision.reason_codes ?? []).map(reasonWords).join(', ')
}

/** A reason code in words: `holder_limit` is "holder limit", `fact_missing:investor.country` "a fact is missing". */
export const reasonWords = (code: string): string =>
  code.toLowerCase().startsWith('fact_missing') ? 'a fact is missing' : code.replace(/:.*$/, '').toLowerCase().replaceAll('_', ' ')

/** The first letter large, where words begin a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
