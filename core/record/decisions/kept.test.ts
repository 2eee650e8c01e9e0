import { expect, test } from 'vitest'
import { answerText as answered, loggedAnswer, noteKept, noteShown, shownIn } from './kept.ts'
import type { WireDecision } from './present.ts'

const decision = (more: Partial<WireDecision> = {}): WireDecision => ({
  id: 'dec_1',
  url: 'https://sealwright.example/d/dec_1',
  outcome: 'allow',
  reason_codes: [],
  missing: [],
  supply: [],
  rules: [],
  facts_used: [{ path: 'lists', source: 'listed', id: 'a "quoted" \\ ü\u2028 list', as_of: '2026-11-27T00:00:00.000Z' }],
  policy: { id: 'p', version: '1', sha256: 'x' },
  lists: Object.freeze([]) as never,
  evaluated_at: '2026-11-27T00:00:00.000Z',
  expires_at: null,
  result_hash: 'ab',
  receipt: null,
  counterfactuals: [],
  ...more,
})
function keep(one: WireDecision): WireDecision {
  const row = { id: one.id }
  noteShown(row, one)
  noteKept(shownIn([row]))
  return one
}
const answerText = (answer: object) => {
  const { text, ...more } = answered(answer)
  return { text: text.toString(), ...more }
}
const shared = Object.freeze([{ source: 'x' }])
const around = { success: true, 'odd "name"': 1, nothing: undefined, lists: shared, at: new Date(0), deep: { decision: { id: 'dec_1' } } }

test('an answer with a decision that is kept is the text that JSON.stringify makes of it, wherever the decision stands', () => {
  const one = keep(decision())
  for (const answer of [
    { ...around, decision: one },
    { decision: one },
    { decision: one, ...around },
    { a: 1, decision: one, ...around },
  ]) {
    const made = answerText(answer)
    expect(made.text).toBe(JSON.stringify(answer))
    expect(JSON.parse(loggedAnswer(answer, made))).toEqual({ ...JSON.parse(JSON.stringify(answer)), decision: { kept: 'dec_1' } })
  }
})

test('an answer of several is that text too', () => {
  const answer = { ...around, results: [{ ...around, decision: keep(decision()) }, { decision: decision() }, around], after: null }
  const made = answerText(answer)
  expect(made).toEqual({ text: JSON.stringify(answer) })
  expect(JSON.parse(loggedAnswer(answer, made))).toEqual(JSON.parse(made.text))
})

test('a long answer of several is that text in bytes', () => {
  const answer = { ...around, results: Array.from({ length: 60 }, () => ({ ...around, decision: keep(decision()) })), after: null }
  const { text } = answered(answer)
  expect(text).toBeInstanceOf(Uint8Array)
  expect(text.toString()).toBe(JSON.stringify(answer))
})

test('what the record does not hold as it was shown is logged as it was sent', () => {
  const other = decision()
  noteShown({}, other)
  const helped = keep(decision({ counterfactuals: [{ change: 'a', then: 'allow' }] }))
  for (const one of [other, helped, { ...keep(decision()), rules: [] }]) {
    const answer = { ...around, decision: one }
    const made = answerText(answer)
    expect(made).toEqual({ text: JSON.stringify(answer) })
    expect(JSON.parse(loggedAnswer(answer, made)).decision).toEqual(JSON.parse(JSON.stringify(one)))
  }
})
