import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { cases } from '#db/schema.ts'
import { requireOtherDecider } from '../appeals/appeal.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { applyReview } from '../holders/apply-review.ts'
import { CANCELLATION } from '../offerings/cancel.ts'
import { requireSecondPerson } from '../queue/second-person.ts'
import { write } from '../transaction.ts'
import { findAdminCase } from './admin-case.ts'
import { type Act, type Approval, actHash, approve, sha256 } from './approval.ts'
import { type CaseRow, findCase, needsTwo } from './case.ts'
import { applyOutcome, requireReleasable } from './effects.ts'
import { releasable } from './release.ts'
import { CASE_OUTCOMES, decidedEvent, outcomeWord, refuseOwn, roundOf, withHistory } from './steps.ts'

export const decideCaseInput = z.strictObject({
  id: z.string().max(100),
  outcome: z.enum(CASE_OUTCOMES),
  reason: z.string().trim().min(10, 'Say in at least 10 characters what you base this on').max(2_000, 'At most 2,000 characters'),
  /** A passkey's answer to `caseApprovalOptions`; without it a second factor of the last five minutes counts. */
  assertion: z.unknown().optional(),
})
type Input = z.output<typeof decideCaseInput>

/**
 * Decides a case. Keeping the block takes one person. Letting go of a possible match with a sanctions list takes two: this
 * call is the first person's, after it the case waits for `releaseCase` by another. Throws `not_found`, `conflict`,
 * `second_person_required`, `step_up_required`, `exception_not_possible`.
 */
export async function decideCase({ ctx, input }: { ctx: Ctx; input: Input }): Promise<{ success: true; status: CaseRow['status'] }> {
  const { seen, tenant } = await findAdminCase(ctx, input.id)
  refuseOwn(seen, ctx)
  await requireOtherDecider(tenant.db, tenant, seen)
  if (seen.kind === CANCELLATION)
    await requireSecondPerson(tenant.db, tenant, {
      by: String(seen.details.asked_by),
      at: input.outcome === 'approve' ? seen.created_at : null,
      own: 'You asked for this cancellation. Another administrator answers it.',
    })
  if (input.outcome === 'request_info' && !seen.kind.startsWith('verification_'))
    throw new AppError('conflict', 'Ask with a question: the case then waits for its answer.')
  const two = input.outcome === 'approve' && needsTwo(seen)
  if (two) await requireReleasable(tenant.db, tenant, seen)
  const entities = two ? await releasable(tenant, seen) : []
  const act: Act = {
    case_id: seen.id,
    outcome: input.outcome,
    entities,
    reason_sha256: sha256(input.reason),
    step: 1,
    first: null,
    approver: ctx.actor.id,
    round: roundOf(seen),
  }
  const agrees = input.outcome === 'approve' && seen.kind === CANCELLATION
  const proven = two || agrees ? await approve(ctx, act, input.assertion) : { method: 'none' as const, proof: {} }
  const approval: Approval = {
    by: ctx.actor.id,
    at: new Date().toISOString(),
    outcome: input.outcome,
    reason: input.reason,
    method: proven.method,
    act_hash: actHash(act).toString('hex'),
    entities,
  }
  return write(tenant, async (tx) => {
    const row = (await findCase(tx, ctx, input.id, true))!
    if (row.status === 'decided') throw new AppError('invalid_transition', 'This case is decided already.')
    if (row.status === 'awaiting_info')
      throw new AppError('invalid_transition', 'An answer is waited for: decide when it is there, or when its time is over.')
    if (row.status === 'awaiting_second')
      throw new AppError('invalid_transition', 'A release waits for its second person: confirm or refuse it.')
    const status = two ? 'awaiting_second' : 'decided'
    const outcome = two ? null : outcomeWord(row, input.outcome)
    await tx
      .update(cases)
      .set({
        status,
        outcome,
        first_approval: approval as unknown as Record<string, unknown>,
        second_approval: null,
        assigned_to: two ? null : row.assigned_to,
        decided_at: two ? null : new Date(tenant.now),
        details: withHistory(row, ctx, two ? 'release proposed' : outcomeWord(row, input.outcome), input.reason),
      })
      .where(eq(cases.id, row.id))
    const review =
      !two && row.kind.startsWith('verification_')
        ? await applyReview(tx, tenant, row, {
            outcome: input.outcome === 'deny' ? 'reject' : input.outcome,
            reason_code: 'reviewed',
            note: input.reason,
            verifier: undefined,
          })
        : null
    const ended =
      !two && (agrees || input.outcome === 'deny') && !row.kind.startsWith('verification_')
        ? await applyOutcome(tx, tenant, row, {
            outcome: agrees ? 'release' : 'refuse',
            reasonCode: 'reviewed',
            note: input.reason,
            author: ctx.actor.id,
            approver: ctx.actor.id,
            entities: [],
          })
        : null
    return {
      result: { success: true as const, status },
      audit: [
        {
          action: two ? 'case_release_proposed' : 'case_decided',
          category: 'admin',
          subject: { type: 'case', id: row.id },
          details: { kind: row.kind, act: act as unknown as Record<string, unknown>, act_hash: approval.act_hash, ...proven.proof },
        },
        ...(review?.audit ?? []),
        ...(ended?.audit ?? []),
      ],
      events: [...(review?.events ?? []), ...(ended?.events ?? []), ...(two ? [] : [decidedEvent(row, outcome!)])],
    }
  })
}
