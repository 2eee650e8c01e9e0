import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { isAsked } from './asked-kinds.ts'
import type { CaseRow } from './case.ts'

/** `approve` lets go, `deny` keeps the block, `request_info` asks the person for more. */
export const CASE_OUTCOMES = ['approve', 'deny', 'request_info'] as const
export type CaseOutcome = (typeof CASE_OUTCOMES)[number]

/** The priority of what was escalated, by a person or because its deadline passed. */
export const ESCALATED = 500

/** Nobody decides about themselves. */
export function refuseOwn(row: CaseRow, ctx: Ctx): void {
  if (row.details.user_id === ctx.actor.id) throw new AppError('second_person_required', 'Nobody decides about their own case.')
}

export const roundOf = (row: CaseRow): number => (typeof row.details.round === 'number' ? row.details.round : 0)

/** What an outcome is called for this kind of case, in the log and in events. */
export function outcomeWord(row: Pick<CaseRow, 'kind'>, outcome: CaseOutcome): string {
  if (row.kind.startsWith('verification_')) return outcome === 'deny' ? 'reject' : outcome
  if (row.kind === 'offering_cancellation' || isAsked(row.kind)) return outcome === 'approve' ? 'agreed' : 'refused'
  return outcome === 'approve' ? 'released' : 'confirmed'
}

/** One line of a case's history: who said what. */
export const historyLine = (ctx: Ctx, at: Date, what: string, note: string | null) => ({
  at: at.toISOString(),
  by: ctx.actor.id,
  what,
  note,
})

/** The case's details with one more line of who said what, newest last. */
export function withHistory(row: CaseRow, ctx: Ctx, what: string, note: string | null): Record<string, unknown> {
  const history = Array.isArray(row.details.history) ? row.details.history : []
  return { ...row.details, history: [...history, historyLine(ctx, new Date(), what, note)] }
}

/** A case as every event about it names it. */
export const caseOf = (row: CaseRow) => ({
  id: row.id,
  kind: row.kind,
  subject: { type: row.subject_type, id: row.subject_id },
  deadline: row.deadline.toISOString(),
  outcome: row.outcome,
})

/** An outcome as the API answers it, whatever it is called for its kind. */
export const resultOf = (outcome: string | null): 'release' | 'refuse' | 'request_info' | null =>
  outcome === null || outcome === 'request_info' ? outcome : ['released', 'approve', 'agreed'].includes(outcome) ? 'release' : 'refuse'

export const decidedEvent = (row: CaseRow, outcome: string) => ({
  type: 'case.decided' as const,
  resource: { type: 'case', id: row.id },
  object: { case: { ...caseOf(row), outcome, result: resultOf(outcome) } },
})
