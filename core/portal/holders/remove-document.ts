import { and, eq, sql } from 'drizzle-orm'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { type Owner, requireOwner } from '#core/identity/documents/owner.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { accreditationFiles, documents } from '#db/schema.ts'
import { removeFromReview } from './remove-item.ts'

/** Takes a document back. Its content is destroyed, its hash stays in the log. Throws `conflict` once it was accepted, `invalid_transition` once it is read. */
export const removeDocument = definePageVerb({
  name: 'documents.remove',
  permission: 'account.write',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    const [row] = await ctx.db.select().from(documents).where(eq(documents.id, input.id)).limit(1)
    if (!row) throw notFound()
    await requireOwner(ctx, { owner_type: row.owner_type as Owner['owner_type'], owner_id: row.owner_id }, 'write')
    if (row.owner_type !== 'offering' && row.status === 'accepted')
      throw new AppError('conflict', 'A document that was accepted is evidence of the verification and stays.')
    await refuseRead(ctx, row.id)
    // Of documents of an offering nobody is told; what waits to be read is a person's own.
    const own = row.owner_type === 'user'
    return write(own ? await personalCtx(ctx) : ctx, async (tx) => {
      const events = own ? await removeFromReview(tx, ctx, row.id) : []
      await tx
        .update(documents)
        .set({ status: 'removed', content_sealed: Buffer.alloc(0) })
        .where(eq(documents.id, row.id))
      return {
        result: { success: true as const },
        audit: {
          action: 'document_removed',
          category: 'user',
          subject: { type: 'document', id: row.id },
          details: { owner_type: row.owner_type, owner_id: row.owner_id, kind: row.kind, sha256: row.sha256 },
        },
        events,
      }
    })
  },
})

/** What a person reads for an accreditation stays until they have decided. */
async function refuseRead(ctx: Ctx, id: string): Promise<void> {
  const [read] = await ctx.db
    .select({ id: accreditationFiles.id })
    .from(accreditationFiles)
    .where(
      and(eq(accreditationFiles.status, 'in_review'), sql`${accreditationFiles.papers} @> ${JSON.stringify([{ document_id: id }])}::jsonb`),
    )
    .limit(1)
  if (read) throw new AppError('invalid_transition', 'An accreditation waits on this document: it can be taken back once that was decided.')
}
