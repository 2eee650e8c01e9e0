import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Ctx, Environment } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { tenantCtx } from '../holders/personal.ts'
import { requireAdmin } from '../users/admin-only.ts'
import { actHash, approvalOptions, sha256 } from './approval.ts'
import { approvalOf, findCase } from './case.ts'
import { refuseProposer, releasable, secondAct } from './release.ts'
import { roundOf } from './steps.ts'

export const caseApprovalInput = z.strictObject({ id: z.string().max(100), reason: z.string().trim().min(10).max(2_000) })

/**
 * What the caller's passkey has to sign to approve the release of this case for this reason, as the first person or the
 * second, whichever it waits for. Throws `not_found`, `invalid_transition`, `second_person_required`, `step_up_required`.
 */
export async function caseApprovalOptions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof caseApprovalInput>
}): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; act_hash: string }> {
  await requireAdmin(ctx, 'cases.decide')
  const row = await findCase(ctx.db, ctx, input.id)
  if (!row) throw notFound()
  if (row.status === 'decided') throw new AppError('invalid_transition', 'This case is decided already.')
  const first = row.status === 'awaiting_second' ? approvalOf(row.first_approval) : null
  const tenant = await tenantCtx(ctx, row.organization_id, row.environment as Environment)
  if (first) await refuseProposer(tenant, first, true)
  const act = first
    ? secondAct(row, first, ctx.actor.id, { confirm: true, reason: input.reason })
    : {
        case_id: row.id,
        outcome: 'approve',
        entities: await releasable(tenant, row),
        reason_sha256: sha256(input.reason),
        step: 1 as const,
        first: null,
        approver: ctx.actor.id,
        round: roundOf(row),
      }
  return { options: await approvalOptions(ctx, act), act_hash: actHash(act).toString('hex') }
}
