import { inArray, not, or } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { redact } from '#core/kernel/request-log.ts'
import { cases, decisions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { aboutCaller, ofHolder } from './cases/hidden.ts'
import { findKnown, mayWeigh, toldTo } from './decisions/about-caller.ts'
import { factsIn } from './decisions/facts-in.ts'
import { presentDecision } from './decisions/present.ts'
import { readResults } from './decisions/result.ts'
import type { Said } from './facts/sources.ts'

const NAMED = /\b(?:dec|cas)_[0-9a-z]{26}\b/g

/**
 * A logged answer as its reader may read it, with the decision that it names as the record tells it to them; with its id alone where the
 * record was altered. Of a decision about themselves and others they read what its party may, and nothing of what else the answer said with
 * it; lists are without what they may not know. Null where nothing is left.
 */
export async function loggedFor(ctx: Ctx, answer: unknown): Promise<unknown> {
  const named = [...new Set(JSON.stringify(answer ?? null).match(NAMED))]
  const hidden = await hiddenAmong(ctx, named)
  const { decision, id, object, status } = (answer ?? {}) as { decision?: { id?: string; kept?: string } | null; [name: string]: unknown }
  const kept = decision?.kept ?? (decision?.id && hidden.has(decision.id) ? decision.id : undefined)
  if (kept === undefined) return without(answer, hidden) ?? null
  const told = await keptDecision(ctx, kept)
  return hidden.has(kept) ? { ...{ id, object, status }, decision: told } : { ...(answer as object), decision: told }
}

/** Those of some decisions and cases that the caller may not read whole, or not at all, since they are about themselves. */
async function hiddenAmong(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const [judged, opened] = await Promise.all([
    ctx.db
      .select({ id: decisions.id })
      .from(decisions)
      .where(inScope(decisions, ctx, inArray(decisions.id, ids), not(mayWeigh(ctx)))),
    ctx.db
      .select({ id: cases.id })
      .from(cases)
      .where(inScope(cases, ctx, inArray(cases.id, ids), or(ofHolder, aboutCaller(ctx)))),
  ])
  return new Set([...judged, ...opened].map(({ id }) => id))
}

/** A value without the elements of its lists that name one of these; undefined where it names one itself. */
function without(value: unknown, ids: ReadonlySet<string>): unknown {
  if (!ids.size || value === null || value === undefined) return value
  if (typeof value === 'string') return value.match(NAMED)?.some((id) => ids.has(id)) ? undefined : value
  if (Array.isArray(value)) return value.map((one) => without(one, ids)).filter((one) => one !== undefined)
  if (typeof value !== 'object') return value
  const members = Object.entries(value).map(([name, one]) => [name, without(one, ids)] as const)
  return members.some(([name, one]) => one === undefined && value[name as keyof typeof value] !== undefined)
    ? undefined
    : Object.fromEntries(members)
}

async function keptDecision(ctx: Ctx, id: string): Promise<unknown> {
  const found = await findKnown(ctx, id)
  const [result] = found ? await readResults(ctx.db, [found.row]) : []
  if (!found || !result) return { id }
  const { row, own } = found
  const [facts, told] = [await factsIn(ctx, row), await toldTo(ctx, row, own, result)]
  const said = facts?.said as Said | undefined
  return redact(presentDecision(row, told, { publicUrl: ctx.services.config.publicUrl, receipt: null, said, facts }), 1)
}
