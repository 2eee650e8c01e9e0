import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { cases, investors } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { requireOtherDecider } from '../appeals/appeal.ts'
import { type CaseRow, needsTwo } from '../cases/case.ts'
import { applyOutcome, requireReleasable } from '../cases/effects.ts'
import { releasable } from '../cases/release.ts'
import { decidedEvent, outcomeWord } from '../cases/steps.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { isSelf } from '../holders/own-investor.ts'
import { CANCELLATION } from '../offerings/cancel.ts'
import { requirePermission } from '../permissions.ts'
import { retellReleased } from '../subjects/retell.ts'
import { write } from '../transaction.ts'
import { type Approval, type CaseView, OUTCOMES, presentCase } from './present.ts'
import { caseCtx, sameActor, seesAll } from './scope.ts'
import { requireSecondPerson } from './second-person.ts'
import { openCaseRow } from './work.ts'

export const decideCaseInput = z.strictObject({
  outcome: z
    .enum(OUTCOMES)
    .meta({ description: '`release` lets go what the case holds, decided again by the rules; `refuse` keeps it blocked for good' }),
  reason_code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,60}$/)
    .meta({ description: 'Why, as a short code such as false_positive' }),
  note: z.string().trim().min(10, 'Say why in a sentence').max(2_000),
  document_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

/**
 * Decides a case. Letting go a match or a hold needs two different people: the first one's word is kept as a proposal, the
 * second one's puts it into effect, and a refusal by either ends it. What was held is decided again by the rules in force, so
 * nothing passes that they deny. Throws `second_person_required`, `invalid_transition`, `conflict`.
 */
export async function decideCase({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string } & z.output<typeof decideCaseInput>
}): Promise<{ success: true } & CaseView> {
  requirePermission(ctx, 'cases.decide')
  const tenant = await caseCtx(ctx, input.id)
  return write(tenant, async (tx) => {
    const row = await openCaseRow(tx, tenant, input.id)
    if (typeof row.details.user_id === 'string' && (await sameActor(tx, tenant, row.details.user_id, ctx.actor.id)))
      throw new AppError('second_person_required', 'Nobody decides about themselves.')
    if (!seesAll(ctx)) await refuseOwnOrganization(tx, tenant, row)
    await requireOtherDecider(tx, tenant, row)
    if (row.kind === CANCELLATION) await requirePlatform(tx, tenant, row)
    if (row.status === 'awaiting_info')
      throw new AppError('invalid_transition', 'An answer is waited for: decide when it is there, or when its time is over.')
    const approval: Approval = {
      by: ctx.actor.id,
      at: new Date(tenant.now).toISOString(),
      outcome: input.outcome,
      reason_code: input.reason_code,
      note: input.note,
      document_sha256: input.document_sha256 ?? null,
    }
    const first = row.status === 'awaiting_second' ? (row.first_approval as unknown as Approval) : null
    const details = { kind: row.kind, outcome: input.outcome, reason_code: input.reason_code, subject_id: row.subject_id }
    const subject = { type: 'case', id: row.id }
    if (input.outcome === 'release' && needsTwo(row)) {
      await requireReleasable(tx, tenant, row)
      if (first)
        await requireSecondPerson(tx, tenant, {
          by: first.by,
          at: new Date(first.at),
          own: 'You proposed this release. Another person has to agree before it takes effect.',
        })
      if (!first) {
        const entities = await releasable({ ...tenant, db: tx as unknown as Ctx['db'] }, row)
        const [next] = await tx
          .update(cases)
          .set({ status: 'awaiting_second', first_approval: { ...approval, entities }, assigned_to: row.assigned_to ?? ctx.actor.id })
          .where(inScope(cases, tenant, eq(cases.id, row.id)))
          .returning()
        return {
          result: { success: true as const, ...presentCase(next!, tenant.now) },
          audit: { action: 'case_release_proposed', category: 'admin', subject, details },
          // no event: nothing changes until another person agrees.
        }
      }
    }
    const word = outcomeWord(row, input.outcome === 'release' ? 'approve' : 'deny')
    const effect = await applyOutcome(tx, tenant, row, {
      outcome: input.outcome,
      reasonCode: input.reason_code,
      note: input.note,
      author: first?.by ?? approval.by,
      approver: approval.by,
      entities: first?.entities ?? [],
    })
    const told = await retellReleased(tx, tenant, effect.events)
    const [next] = await tx
      .update(cases)
      .set({
        status: 'decided',
        outcome: word,
        decided_at: new Date(tenant.now),
        first_approval: { ...(first ?? approval) },
        second_approval: first ? { ...approval } : null,
        assigned_to: row.assigned_to ?? ctx.actor.id,
      })
      .where(inScope(cases, tenant, eq(cases.id, row.id)))
      .returning()
    return {
      result: { success: true as const, ...presentCase(next!, tenant.now) },
      audit: [
        {
          action: 'case_decided',
          category: 'admin' as const,
          subject,
          details: { ...details, first: first?.by ?? null, effect: effect.what },
        },
        ...effect.audit,
        ...told.audit,
      ],
      events: [...effect.events, ...told.events, decidedEvent(row, word)],
    }
  })
}

/** What a person shows of themselves, for every organisation to rely on, is not for the person's own organisation to judge. */
async function refuseOwnOrganization(tx: Tx, tenant: Ctx, row: CaseRow): Promise<void> {
  const investor = row.subject_type === 'investor' ? await findScoped(tx, investors, tenant, row.subject_id) : null
  if (row.subject_type === 'user' || (investor && isSelf(investor)))
    throw new AppError('second_person_required', 'This is about a person of your organisation. An administrator of Sealwright decides it.')
}

/** The issuer asked, so the platform answers; in the sandbox, where one developer tries both sides, another key does. */
async function requirePlatform(tx: Tx, ctx: Ctx, row: CaseRow): Promise<void> {
  const own = 'You asked for this cancellation. An administrator of Sealwright answers it.'
  if (!seesAll(ctx) && ctx.environment === 'production') throw new AppError('second_person_required', own)
  await requireSecondPerson(tx, ctx, { by: String(row.details.asked_by), at: row.created_at, own })
}
