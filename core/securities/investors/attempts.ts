import { type IdentityRejection, isMatch } from '#core/identity/persons/rejection.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import { decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { InvestorRow } from './create.ts'
import { readStatus, type Status } from './present.ts'

const IDENTITY_ATTEMPTS = 3
const ACCREDITATION_ATTEMPTS = 5

/**
 * Refuses what may not be tried again: an identity that two people took back, that was rejected for a reason no evidence changes, or
 * three times; an accreditation rejected five times. Rejections that the sandbox plays do not count. Throws `invalid_transition`.
 */
export function refuseAttempt(row: InvestorRow, asked: { identity: boolean; accreditation: boolean }, persona: Persona | null): void {
  const { facts } = row
  if (asked.identity && readStatus(row.identity_status) === 'rejected' && !persona?.effects.verification) {
    if (facts.identity_revoked)
      throw new AppError('invalid_transition', 'This identity was revoked by two people. It can be appealed, not tried again.')
    if (facts.identity_final && !persona)
      throw new AppError(
        'invalid_transition',
        'This identity was rejected for a reason that new evidence does not change. It can be appealed.',
      )
    if (Number(facts.rejections ?? 0) >= IDENTITY_ATTEMPTS)
      throw new AppError('invalid_transition', 'This identity was rejected three times. It can be appealed; a person then looks at it.')
  }
  if (
    asked.accreditation &&
    readStatus(row.accreditation_status) === 'rejected' &&
    !persona?.effects.accreditation &&
    Number(facts.accreditation_rejections ?? 0) >= ACCREDITATION_ATTEMPTS
  )
    throw new AppError(
      'invalid_transition',
      'This accreditation was rejected five times. A person has to look at it: write to support with the investor’s id.',
    )
}

/** Whether a rejection was the last that may be tried. */
export const isExhausted = (facts: Record<string, unknown>, persona: Persona | null): boolean =>
  !persona?.effects.verification && Number(facts.rejections ?? 0) >= IDENTITY_ATTEMPTS

/** The investor's facts with an identity's outcome counted; a verified one begins anew. */
export function identityFacts(
  facts: InvestorRow['facts'],
  to: Status,
  rejection: Pick<IdentityRejection, 'code' | 'retryable'> | null,
): Record<string, unknown> {
  const { rejections, identity_final: _, ...rest } = facts
  if (to === 'verified') return rest
  const count = Number(rejections ?? 0) + (to === 'rejected' ? 1 : 0)
  return { ...rest, ...(count && { rejections: count }), ...(rejection && !rejection.retryable && { identity_final: rejection.code }) }
}

/** The same for an accreditation. */
export function accreditationFacts(facts: InvestorRow['facts'], to: Status): Record<string, unknown> {
  const { accreditation_rejections: rejections, ...rest } = facts
  if (to === 'verified') return rest
  const count = Number(rejections ?? 0) + (to === 'rejected' ? 1 : 0)
  return { ...rest, ...(count && { accreditation_rejections: count }) }
}

/** The facts as they were before anything was rejected: an appeal was upheld. */
export function clearedFacts(facts: InvestorRow['facts']): Record<string, unknown> {
  const { rejections: _, identity_revoked: __, identity_final: ___, ...rest } = facts
  return rest
}

/** Whether people who refused an identity confirmed a match with a list: then no evidence changes it. */
export async function confirmedMatch(tx: Tx, ctx: Ctx, decisionId: string | null): Promise<boolean> {
  const decision = decisionId ? await findScoped(tx, decisions, ctx, decisionId) : null
  return decision?.reason_codes.some(isMatch) ?? false
}
