import { eq } from 'drizzle-orm'
import { documents } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { personalCtx } from '../holders/personal.ts'
import { removeFromReview } from '../holders/remove-item.ts'
import { write } from '../transaction.ts'
import { type Owner, requireOwner } from './owner.ts'

/** Takes a document back. Its content is destroyed, its hash stays in the log. Throws `conflict` once it was accepted, `invalid_transition` once it is read. */
export async function removeDocument({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<{ success: true }> {
  const [row] = await ctx.db.select().from(documents).where(eq(documents.id, input.id)).limit(1)
  if (!row) throw notFound()
  await requireOwner(ctx, { owner_type: row.owner_type as Owner['owner_type'], owner_id: row.owner_id }, 'write')
  if (row.owner_type === 'user' && row.status === 'accepted')
    throw new AppError('conflict', 'A document that was accepted is evidence of the verification and stays.')
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
}
