import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { documents, investors } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import type { AuditInput } from '../audit/append.ts'
import { askSecond } from '../cases/ask-second.ts'
import type { AskedAnswer } from '../cases/asked-kinds.ts'
import type { CaseRow } from '../cases/case.ts'
import { openCase } from '../cases/open.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { SELF } from '../holders/own-investor.ts'
import { changeStatus, mirror } from '../holders/verification.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { readStatus } from './present.ts'
import { type DoubtAnswer, type DoubtCall, doubtAnswer, lockVerified } from './revoke.ts'

/**
 * Asks to reject documents that were accepted, because one was found to be false. When another person agrees they are rejected,
 * and a case is opened in which two people consider taking the identity back. Throws `not_found`, `invalid_transition`,
 * `already_exists` when it waits already, `step_up_required`.
 */
export async function reportDocumentsFalse({ ctx, input }: DoubtCall): Promise<DoubtAnswer> {
  requirePermission(ctx, 'investors.write')
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
}

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
  const people = { asked_by: word.author, sealwrighted_by: word.approver }
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
          summary: 'A document was found to be false: is the identity to be taken back?',
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
