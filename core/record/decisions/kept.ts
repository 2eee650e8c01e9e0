import { redactedText } from '#core/kernel/request-log.ts'
import { membersOf } from './json-members.ts'
import type { WireDecision } from './present.ts'

/** On a row that is still to be written: how it is shown. A property, because a weak map of what lives so briefly costs more than it tells. */
const SHOWN = Symbol('shown')
/** On a decision that the record keeps as it is shown: itself. A copy, with more or less in it, is not what it names. */
const KEPT = Symbol('kept')
interface Row {
  [SHOWN]?: Shown
}
type Shown = WireDecision & { [KEPT]?: WireDecision }

/** Notes how the decision of a row, which is still to be written, is shown. */
export function noteShown(row: object, decision: WireDecision): void {
  ;(row as Row)[SHOWN] = decision
}

/** How the decisions of these rows are shown. */
export const shownIn = (rows: readonly object[]): WireDecision[] => (rows as Row[]).flatMap((row) => row[SHOWN] ?? [])

/** Their rows are committed: what was shown of them is what the record says. */
export function noteKept(shown: readonly WireDecision[]): void {
  // What would help is worked out for the answer, and stands in no record.
  for (const decision of shown as readonly Shown[]) if (!decision.counterfactuals.length) decision[KEPT] = decision
}

/** The decision of an answer, where the record keeps it as it stands there. */
function keptIn(answer: unknown): Shown | null {
  const decision = (answer as { decision?: Shown | null } | null)?.decision
  return decision && decision[KEPT] === decision ? decision : null
}

/** An answer as text, a long one of many decisions as the bytes of it; `around` is what stands before and after its decision, where the record keeps that. */
export interface AnswerText {
  text: string | Uint8Array<ArrayBuffer>
  around?: readonly [before: string, after: string]
}

/** An answer as JSON.stringify writes it. What many answers share is frozen, and is made into text once. */
export function answerText(answer: object): AnswerText {
  const decision = keptIn(answer)
  if (!decision) {
    const { results } = answer as { results?: unknown }
    return { text: Array.isArray(results) && results.some(keptIn) ? textOfMany(answer, results) : JSON.stringify(answer) }
  }
  return textOfOne(answer, decision)
}

function textOfOne(answer: object, decision: Shown): { text: string; around: readonly [string, string] } {
  const before = membersOf(answer, { until: 'decision' })
  const after = membersOf(answer, { from: 'decision' })
  const around = [before && `${before},`, after && `,${after}`] as const
  return { text: `{${around[0]}"decision":{${membersOf(decision)}}${around[1]}}`, around }
}

/** Longer than this a text is made into bytes piece by piece: as one string it would be copied for each step on its way. */
const LONG = 20_000

/** The answer to many questions, in the order of its members; each answer with a kept decision is made into text by itself. */
function textOfMany(answer: object, results: readonly object[]): string | Uint8Array<ArrayBuffer> {
  const before = membersOf(answer, { until: 'results' })
  const after = membersOf(answer, { from: 'results' })
  const each = results.map((one, i) => {
    const decision = keptIn(one)
    return `${i ? ',' : ''}${decision ? textOfOne(one, decision).text : JSON.stringify(one)}`
  })
  const pieces = [`{${before}${before && ','}"results":[`, ...each, `]${after && ','}${after}}`]
  return each.reduce((sum, text) => sum + text.length, 0) > LONG ? bytesOf(pieces) : pieces.join('')
}

function bytesOf(pieces: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
  let at = 0
  for (const text of pieces) at += bytes.write(text, at)
  return bytes
}

/**
 * An answer fit for the log of requests, of which the text is at hand. A decision that the record keeps whole is not kept a second time:
 * its place says which one it is, and `loggedFor` of the log puts it there.
 */
export function loggedAnswer(answer: object | null, { text, around }: AnswerText & { text: string }): string {
  const decision = keptIn(answer)
  if (!decision || !around) return redactedText(answer, text)
  const named = { kept: decision.id }
  return redactedText({ ...answer, decision: named }, `{${around[0]}"decision":{"kept":"${decision.id}"}${around[1]}}`)
}
