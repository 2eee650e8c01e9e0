import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond } from '#core/access/second-person/ask-second.ts'
import { secondPerson } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode } from '#core/kernel/fields.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { issuances, lots, offerings } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { OfferingRow } from '../offerings/facts.ts'

const deactivateTokenInput = z.strictObject({
  reason_code: reasonCode.meta({ description: 'Why, as a short code such as fully_redeemed' }),
  note: z.string().trim().min(10, 'Say why in a sentence').max(2_000),
  plan_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .meta({ description: 'SHA-256 of the plan by which holders are redeemed; needed while anybody holds tokens' }),
})

/**
 * Asks to deactivate the token of an offering for good: nothing is issued or transferred any more. It takes another person's word, and
 * either nobody who holds tokens or the plan by which they are redeemed. Throws `invalid_transition`, `conflict` with what stands in
 * the way, `already_exists` when it waits already, `step_up_required`.
 */
export const deactivateToken = defineVerb({
  name: 'offerings.token_deactivate',
  permission: 'offerings.write',
  input: byId('Offering id, off_…').extend(deactivateTokenInput.shape),
  output: z.object({
    success: z.literal(true),
    object: z.literal('token_deactivation'),
    offering_id: z.string(),
    second_person: secondPerson,
  }),
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, offerings, ctx, input.id)
      if (!row) throw notFound()
      await refuseEnd(tx, ctx, row, input.plan_sha256 ?? null)
      const asked = await askSecond(tx, ctx, {
        kind: 'token_deactivation',
        subject: { type: 'offering', id: row.id },
        summary: `An issuer asks to deactivate a token: ${row.name}`,
        word: { ...input, document_sha256: input.plan_sha256 },
        details: { token_address: row.token_address },
      })
      return {
        result: { success: true as const, object: 'token_deactivation' as const, offering_id: row.id, second_person: asked.waits },
        audit: {
          action: 'token_deactivation_asked',
          category: 'investment',
          subject: { type: 'offering', id: row.id },
          details: { reason_code: input.reason_code, plan_sha256: input.plan_sha256 ?? null, case_id: asked.waits.case_id },
        },
        events: asked.events,
      }
    })
  },
})

/** The second person's word on it, within the transaction that decides its case. */
export async function settleDeactivation(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (word.outcome === 'refuse') return { what: 'stays active', audit: [], events: [] }
  const offering = await lockScoped(tx, offerings, ctx, row.subject_id)
  if (!offering) throw notFound()
  const plan = (row.details.document_sha256 as string | undefined) ?? null
  await refuseEnd(tx, ctx, offering, plan)
  const at = new Date(ctx.now)
  const end = { at: at.toISOString(), plan_sha256: plan, asked_by: word.author, countersigned_by: word.approver }
  await tx
    .update(offerings)
    .set({ token_end: end, updated_at: at })
    .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
  const { at: _, ...people } = end
  return {
    what: 'deactivated',
    audit: [
      {
        action: 'token_deactivated',
        category: 'investment',
        subject: { type: 'offering', id: offering.id },
        details: { ...people, case_id: row.id, reason_code: row.details.reason_code },
        standing: [`offering:${offering.id}`],
      },
    ],
    events: [
      {
        type: 'offering.token_deactivated',
        resource: { type: 'offering', id: offering.id },
        object: { id: offering.id, token_address: offering.token_address, reason_code: String(row.details.reason_code), ...people },
      },
    ],
  }
}

async function refuseEnd(db: Queryable, ctx: Ctx, row: OfferingRow, plan: string | null): Promise<void> {
  if (row.token_end) throw new AppError('invalid_transition', 'The token of this offering is deactivated already.')
  if (!row.token_link)
    throw new AppError('invalid_transition', 'No contract is linked to this offering by signature, so there is none to deactivate.')
  const [waiting] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(issuances)
    .where(inScope(issuances, ctx, and(eq(issuances.offering_id, row.id), inArray(issuances.status, ['authorized', 'submitted']))))
  if (waiting!.count)
    throw new AppError('conflict', `${waiting!.count} mints are not confirmed yet. Report them, or let them end first.`, {
      extra: { mints_waiting: waiting!.count },
    })
  const [held] = await db
    .select({ units: sql<string>`trim_scale(coalesce(sum(${lots.quantity}), 0))::text` })
    .from(lots)
    .where(inScope(lots, ctx, and(eq(lots.offering_id, row.id), isNull(lots.closed_at))))
  if (held!.units !== '0' && !plan)
    throw new AppError(
      'conflict',
      `${held!.units} tokens are still held. Give the SHA-256 of the plan by which their holders are redeemed.`,
      {
        extra: { tokens_held: held!.units },
      },
    )
}
