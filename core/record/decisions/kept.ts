import type { Ctx } from '#core/kernel/context.ts'
import { redact, redactedText } from '#core/kernel/request-log.ts'
import { jsonText } from '#db/copy-rows.ts'
import { decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Said } from '../facts/sources.ts'
import { factsIn } from './facts-in.ts'
import { presentDecision, type WireDecision } from './present.ts'
import { readResults } from './result.ts'

/** On a row that is still to be written: how it is shown. A property, because a weak map of what lives so briefly costs more than it tells. */
const SHOWN = Symbol('shown')
/** On a decision that the record keeps as it is shown. Not on a copy of it, with more or less in it. */
const KEPT = Symbol('kept')
const IS_KEPT = { value: true, enumerable: false }
interface Row {
  [SHOWN]?: Shown
}
type Shown = WireDecision & { readonly [KEPT]?: true }

/** Notes how the decision of a row, which is still to be written, is shown. */
export function noteShown(row: object, decision: WireDecision): void {
  ;(row as Row)[SHOWN] = decision
}

/** The rows are committed: what was shown of them is what the record says. */
export function noteKept(rows: readonly object[]): void {
  for (const row of rows as Row[]) {
    const decision = row[SHOWN]
    // What would help is worked out for the answer, and stands in no record.
    if (decision && !decision.counterfactuals.length) Object.defineProperty(decision, KEPT, IS_KEPT)
  }
}

/** The decision of an answer, where the record keeps it as it stands there. */
function keptIn(answer: unknown): Shown | null {
  const decision = (answer as { decision?: Shown | null } | null)?.decision
  return decision?.[KEPT] ? decision : null
}

/** An answer as text; `around` is what stands before and after its decision, where the record keeps that. */
export interface AnswerText {
  text: string
  around?: readonly [before: string, after: string]
}

/** An answer as JSON.stringify writes it. What many answers share is frozen, and is made into text once. */
export function answerText(answer: object): AnswerText {
  const decision = keptIn(answer)
  if (!decision) {
    const { results } = answer as { results?: unknown }
    const many = Array.isArray(results) && results.some(keptIn)
    return { text: many ? `{${membersOf(answer, { each: 'results' })}}` : JSON.stringify(answer) }
  }
  const before = membersOf(answer, { until: 'decision' })
  const after = membersOf(answer, { from: 'decision' })
  const around = [before && `${before},`, after && `,${after}`] as const
  return { text: `{${around[0]}"decision":{${membersOf(decision)}}${around[1]}}`, around }
}

const names = new Map<string, string>()

/** The members of an object between two of its names; of an array of answers, at the name `each`, each with a kept decision is made into text by itself. */
function membersOf(object: object, { from, until, each }: { from?: string; until?: string; each?: string } = {}): string {
  let text = ''
  let passed = from === undefined
  for (const name in object) {
    if (name === until) return text
    if (name === from) passed = true
    else if (passed) {
      const value = (object as Record<string, unknown>)[name]
      const member: string | undefined =
        name === each
          ? `[${(value as object[]).map((one) => (keptIn(one) ? answerText(one).text : JSON.stringify(one))).join()}]`
          : jsonText(value)
      if (member === undefined) continue
      let named = names.get(name)
      if (named === undefined) {
        named = `${JSON.stringify(name)}:`
        names.set(name, named)
      }
      text += text === '' ? named + member : `,${named}${member}`
    }
  }
  return text
}

/**
 * An answer fit for the log of requests, of which the text is at hand. A decision that the record keeps whole is not kept a second time:
 * its place says which one it is, and `withKept` puts it there.
 */
export function loggedAnswer(answer: object | null, { text, around }: AnswerText): string {
  const decision = keptIn(answer)
  if (!decision || !around) return redactedText(answer, text)
  const named = { kept: decision.id }
  return redactedText({ ...answer, decision: named }, `{${around[0]}"decision":{"kept":"${decision.id}"}${around[1]}}`)
}

/** A logged answer, whole: with the decision that it names, as the record tells it; with its id alone where the record was altered. */
export async function withKept(ctx: Ctx, answer: unknown): Promise<unknown> {
  const id = (answer as { decision?: { kept?: unknown } | null } | null)?.decision?.kept
  if (typeof id !== 'string') return answer
  const row = await findScoped(ctx.db, decisions, ctx, id)
  const [result] = row ? await readResults(ctx.db, [row]) : []
  if (!row || !result) return { ...(answer as object), decision: { id } }
  const facts = await factsIn(ctx, row)
  const said = facts?.said as Said | undefined
  const decision = presentDecision(row, result, { publicUrl: ctx.services.config.publicUrl, receipt: null, said, facts })
  return { ...(answer as object), decision: redact(decision, 1) }
}
