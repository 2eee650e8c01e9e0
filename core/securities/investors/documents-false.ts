import { and, eq } from 'drizzle-orm'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond } from '#core/access/second-person/ask-second.ts'
import { changeStatus, mirror } from '#core/identity/holders/status.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { documents, investors } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { investorDoubtAnswer, readStatus } from './present.ts'
import { doubtAnswer, doubtInput, lockVerified } from './revoke.ts'

/**
 * Asks to reject documents that were accepted, because one was found to be false. When another person agrees they are rejected,
 * and a case is opened in which two people consider taking the identity back. Throws `not_found`, `invalid_transition`,
 * `already_exists` when it waits already, `step_up_required`.
 */
export const reportDocumentsFalse = defineVerb({
  name: 'investors.documents_false',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend(doubtInput.shape),
  output: investorDoubtAnswer,
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write(ctx, async (tx) => {
      const row = await lockVerified(tx, ctx, input.id, 'documents_status')
      const asked = await askSecond(tx, ctx, {
        kind: 'documents_found_false',
        subject: { type: 'investor', id: row.id },
        summary: 'An accepted document was found to be false',
        word: input,
        details: { ...(row.user_id && { user_id: row.user_id }) },
      })
      return {
        result: doubtAnswer(row, ctx.now, asked.waits),
        audit: {
          action: 'documents_false_asked',
          category: 'user',
          subject: { type: 'investor', id: row.id },
          details: { reason_code: input.reason_code, case_id: asked.waits.case_id, document_sha256: input.document_sha256 ?? null },
        },
        events: asked.events,
      }
    })
  },
})

/** The second person's word on it, within the transaction that decides its case. */
export async function settleDocumentsFalse(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (word.outcome === 'refuse') return { what: 'stay verified', audit: [], events: [] }
  const investor = await lockScoped(tx, investors, ctx, row.subject_id)
  if (!investor) throw notFound()
  if (readStatus(investor.documents_status) !== 'verified')
    throw new AppError('invalid_transition', `The documents are ${investor.documents_status} by now. Refuse this.`)
  const reason = String(row.details.reason_code)
  const people = { asked_by: word.author, countersigned_by: word.approver }
  const told = await changeStatus(tx, ctx, investor, 'documents_status', 'rejected', { reason })
  if (investor.user_id)
    await tx
      .update(documents)
      .set({ status: 'refused' })
      .where(and(eq(documents.owner_type, 'user'), eq(documents.owner_id, investor.user_id), eq(documents.status, 'accepted')))
  if (investor.user_id && investor.external_id === SELF)
    await mirror(tx, ctx, investor.user_id, { code: reason, message: 'A document was found to be false.', retryable: true })
  const considered =
    readStatus(investor.identity_status) === 'verified'
      ? await openCase(tx, ctx, {
          kind: 'identity_revocation',
          subject: { type: 'investor', id: investor.id },
          priority: 80,
          summary: 'A document was found to be false: is the identity to be revoked?',
          details: { reason_code: reason, because: row.id, ...(investor.user_id && { user_id: investor.user_id }) },
        })
      : null
  return {
    what: 'rejected',
    audit: [
      {
        action: 'documents_found_false',
        category: 'user',
        subject: { type: 'investor', id: investor.id },
        details: { reason_code: reason, case_id: row.id, considered: considered?.id ?? null, ...people },
      },
    ],
    events: [...told.map((event) => ({ ...event, object: { ...event.object, ...people } })), ...(considered?.events ?? [])],
  }
}
