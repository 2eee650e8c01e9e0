import type { Ctx } from '#core/kernel/context.ts'
import { redact, redactedText } from '#core/kernel/request-log.ts'
import { decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Said } from '../facts/sources.ts'
import { factsIn } from './facts-in.ts'
import { presentDecision, type WireDecision } from './present.ts'
import { readResults } from './result.ts'


const shown = new WeakMap<object, WireDecision>()
const kept = new WeakSet<WireDecision>()

/** Notes how the decision of a row, which is still to be written, is shown. */
export const noteShown = (row: object, decision: WireDecision): void => void shown.set(row, decision)

/** The rows are committed: what was shown of them is what the record says. A copy of it, with more or less in it, is not. */
export function noteKept(rows: readonly object[]): void {
  for (const row of rows) {
    const decision = shown.get(row)
    // What would help is worked out for the answer, and stands in no record.
    if (decision && !decision.counterfactuals.length) kept.add(decision)
  }
}

/** How the text of a decision without counterfactuals ends. In no string, whose quotes are escaped. */
const END = '"counterfactuals":[]}'

/**
 * An answer fit for the log of requests, of which the text is at hand. A decision that the record keeps whole is not kept a second time:
 * its place says which one it is, and `withKept` puts it there.
 */
export function loggedAnswer(value: { decision?: unknown } | null, text: string): string {
  const decision = value?.decision as WireDecision | undefined
  if (!decision || !kept.has(decision)) return redactedText(value, text)
  const begin = text.indexOf(`"decision":{"id":"${decision.id}",`)
  const end = text.indexOf(END, begin)
  if (begin < 0 || end < 0) return redactedText(value, text)
  const named = { kept: decision.id }
  return redactedText(
    { ...value, decision: named },
    `${text.slice(0, begin)}"decision":${JSON.stringify(named)}${text.slice(end + END.length)}`,
  )
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
