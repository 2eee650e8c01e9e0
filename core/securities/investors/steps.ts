import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Json } from '#engine/canonical.ts'
import type { InvestorRow } from './create.ts'
import { readStatus, type Status } from './present.ts'

export type StatusField = 'identity_status' | 'accreditation_status' | 'documents_status'
export interface Step {
  field: StatusField
  from: Status
  to: Status
}

/** One step from one status to another, where they differ. */
export const stepOf = (row: InvestorRow, field: StatusField, to: Status): Step[] => {
  const from = readStatus(row[field])
  return from === to ? [] : [{ field, from, to }]
}

/**
 * The steps that a check took, in their order: whatever was decided was pending first, if only within one call. A rejection that a
 * new attempt repeats is told again; what was not checked takes none.
 */
export function stepsOf(row: InvestorRow, next: Record<StatusField, Status>, checked: readonly StatusField[]): Step[] {
  return (Object.keys(next) as StatusField[]).flatMap((field) => {
    const from = readStatus(row[field])
    const to = next[field]
    const again = from === 'rejected' && to === 'rejected' && checked.includes(field)
    if (from === to && !again) return []
    if (from === 'pending' || to === 'pending') return [{ field, from, to }]
    return [
      { field, from, to: 'pending' as const },
      { field, from: 'pending' as const, to },
    ]
  })
}

/** Each step as an event. */
export const stepEvents = (investorId: string, steps: readonly Step[], code: string | null): EventInput[] =>
  steps.map(({ field, from, to }) => ({
    type: `investor.verification.${to}`,
    resource: { type: 'investor', id: investorId },
    object: { investor_id: investorId, check: field.replace('_status', ''), from, to, reason_code: to === 'rejected' ? code : null },
  }))

/** Each step as a line of the history, newest first. */
export const stepHistory = (ctx: Ctx, steps: readonly Step[]): Record<string, Json>[] =>
  steps.map((step) => ({ at: new Date(ctx.now).toISOString(), ...step, actor: ctx.actor.id, reason: 'verification' })).toReversed()
