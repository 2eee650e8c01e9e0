import type { Ctx } from '#core/kernel/context.ts'
import type { cases } from '#db/schema.ts'
import { isAsked } from './asked-kinds.ts'

export type CaseRow = typeof cases.$inferSelect

/** How a case ends: `release` lets go, `refuse` keeps the block, `request_info` asks the person for more. */
export type CaseOutcome = 'release' | 'refuse' | 'request_info'

/** The priority of what was escalated, by a person or because its deadline passed. */
export const ESCALATED = 500

export const roundOf = (row: CaseRow): number => (typeof row.details.round === 'number' ? row.details.round : 0)

/** What an outcome is called for this kind of case, in the log and in events. */
export function outcomeWord(row: Pick<CaseRow, 'kind'>, outcome: CaseOutcome): string {
  if (outcome === 'request_info') return outcome
  if (row.kind.startsWith('verification_') || ['accreditation_review', 'entity_review'].includes(row.kind))
    return outcome === 'release' ? 'approve' : 'reject'
  if (row.kind === 'offering_cancellation' || row.kind === 'offering_terms' || isAsked(row.kind))
    return outcome === 'release' ? 'agreed' : 'refused'
  return outcome === 'release' ? 'released' : 'confirmed'
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

/** An outcome as a case shows it, whatever it is called for its kind. */
export const resultOf = (outcome: string | null): CaseOutcome | null =>
  outcome === null || outcome === 'request_info' ? outcome : ['released', 'approve', 'agreed'].includes(outcome) ? 'release' : 'refuse'

/** The people's word in a decided case, as it is told beside the decision that left it to them: in the words of decisions, changing none. */
export const wordOnCase = (row: CaseRow) => ({
  case_id: row.id,
  outcome: resultOf(row.outcome) === 'release' ? ('allow' as const) : ('deny' as const),
  decided_at: row.decided_at!.toISOString(),
})

export const decidedEvent = (row: CaseRow, outcome: string) => ({
  type: 'case.decided' as const,
  resource: { type: 'case', id: row.id },
  object: { case: { ...caseOf(row), outcome, result: resultOf(outcome) } },
})
