import { and, eq, inArray, ne } from 'drizzle-orm'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { changeStatus, mirror } from '#core/identity/holders/status.ts'
import { ownInvestor } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { endReview } from '#core/securities/investors/end-review.ts'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/**
 * Takes a document out of what waits to be read, before somebody began: without any left, the documents are incomplete. Throws
 * `invalid_transition` once somebody reads it, and for the letter of an accreditation that waits.
 */
export async function removeFromReview(tx: Tx, ctx: Ctx, documentId: string): Promise<EventInput[]> {
  const own = await personalCtx(ctx)
  const row = await ownInvestor(tx, own)
  if (!row) return []
  const open = await tx
    .select()
    .from(cases)
    .where(
      inScope(
        cases,
        own,
        and(
          eq(cases.subject_id, row.id),
          inArray(cases.kind, ['verification_documents', 'verification_accreditation']),
          ne(cases.status, 'decided'),
        ),
      ),
    )
    .for('update')
  if (open.some((one) => one.details.document_id === documentId))
    throw new AppError('invalid_transition', 'Your accreditation waits on this document: it can be taken back once that was decided.')
  const reads = open.find((one) => Array.isArray(one.details.document_ids) && one.details.document_ids.includes(documentId))
  if (!reads) return []
  if (reads.assigned_to)
    throw new AppError('invalid_transition', 'Somebody reads this document now: it can be taken back once they are done.')
  const left = (reads.details.document_ids as string[]).filter((one) => one !== documentId)
  if (left.length) {
    await tx
      .update(cases)
      .set({ details: { ...reads.details, document_ids: left } })
      .where(inScope(cases, own, eq(cases.id, reads.id)))
    return []
  }
  const events =
    row.documents_status === 'pending' ? await changeStatus(tx, own, row, 'documents_status', 'incomplete', { reason: 'removed' }) : []
  const closed = await endReview(tx, own, { investorId: row.id, check: 'documents' })
  await mirror(tx, own, own.actor.id, null)
  return [...events, ...closed]
}
