import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { documents } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { PICTURES } from '../documents/kinds.ts'
import type { DocumentView } from '../documents/present.ts'
import { takeAdmitted } from '../documents/upload.ts'
import { openIdentitySession } from '../sessions/open.ts'
import { lockForHolder, requireFaceAgreed } from './holder.ts'

const picture = z.strictObject({ token: z.string().max(100), kind: z.enum(PICTURES, 'Choose what the picture shows.') })

/**
 * Keeps a picture of a document, or of the person, sealed with the person's key; looked through and scanned like every document. One of
 * the same kind that nobody has looked at yet is destroyed by it. Throws as `uploadDocument`, and `not_found`, `invalid_transition`, `conflict`.
 */
export const sendPicture = definePageVerb({
  name: 'identity_reviews.send_picture',
  permission: null,
  input: picture.extend({ file_name: z.string(), bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array) }),
  run: async ({ ctx: caller, input: { token, ...input } }): Promise<DocumentView> => {
    const { ctx, session } = await openIdentitySession(caller, token)
    let seen = false
    return takeAdmitted(
      ctx,
      { ...input, owner_type: 'identity_session', owner_id: session.id },
      async (tx) => {
        const row = await lockForHolder(tx, ctx, session.id)
        if (!row.person_id) throw new AppError('conflict', 'Say first who you are.')
        if (input.kind === 'portrait') requireFaceAgreed(row)
        seen = row.status !== 'open'
        return row.subject_key_id
      },
      async (tx, id) => {
        if (!seen) await destroy(tx, ctx, session.id, and(eq(documents.kind, input.kind), ne(documents.id, id)))
      },
    )
  },
})

/** Takes a picture back before it is sent to a reviewer: its content is destroyed. Throws `not_found`, `invalid_transition`. */
export const removePicture = definePageVerb({
  name: 'identity_reviews.remove_picture',
  permission: null,
  input: picture,
  run: async ({ ctx: caller, input: { token, kind } }): Promise<{ success: true }> => {
    const { ctx, session: seen } = await openIdentitySession(caller, token)
    // no event: nobody has seen it.
    return write(ctx, async (tx) => {
      const session = await lockForHolder(tx, ctx, seen.id)
      if (session.status !== 'open')
        throw new AppError('invalid_transition', 'A reviewer has this picture before them. Send another one in its place.')
      if (!(await destroy(tx, ctx, session.id, eq(documents.kind, kind)))) throw notFound()
      return {
        result: { success: true as const },
        audit: { action: 'document_removed', category: 'user', subject: { type: 'identity_session', id: session.id }, details: { kind } },
      }
    })
  },
})

/** Destroys everything that was sent in a session that came to nothing, or about somebody else. */
export const removePictures = (tx: Tx, ctx: Ctx, sessionId: string) => destroy(tx, ctx, sessionId)

/** Destroys the picture of the person themselves: the comparison it was sent for is over, or they took their word back. */
export const removePortrait = (tx: Tx, ctx: Pick<Ctx, 'organizationId' | 'environment'>, sessionId: string) =>
  destroy(tx, ctx, sessionId, eq(documents.kind, 'portrait'))

async function destroy(
  tx: Tx,
  ctx: Pick<Ctx, 'organizationId' | 'environment'>,
  sessionId: string,
  which?: ReturnType<typeof and>,
): Promise<number> {
  const own = and(eq(documents.owner_type, 'identity_session'), eq(documents.owner_id, sessionId), ne(documents.status, 'removed'), which)
  const { rowCount } = await tx
    .update(documents)
    .set({ status: 'removed', content_sealed: Buffer.alloc(0) })
    .where(inScope(documents, ctx, own))
  return rowCount ?? 0
}
