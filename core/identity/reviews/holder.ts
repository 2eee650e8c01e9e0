import { and, desc, eq, getTableColumns, ne } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { cases, documents } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { PICTURES } from '../documents/kinds.ts'
import { IDENTITY_REVIEW, lockSession } from '../sessions/conclude.ts'
import type { SessionRow } from '../sessions/present.ts'
import { FACE_NOTICE } from './face-notice.ts'

/** Whether a reviewer asked the holder for more, and waits for it. */
export async function waitsForHolder(db: Queryable, ctx: Pick<Ctx, 'organizationId' | 'environment'>, sessionId: string): Promise<boolean> {
  const asked = and(eq(cases.subject_id, sessionId), eq(cases.kind, IDENTITY_REVIEW), eq(cases.status, 'awaiting_info'))
  const [row] = await db
    .select({ id: cases.id })
    .from(cases)
    .where(inScope(cases, ctx, asked))
    .limit(1)
  return row !== undefined
}

/**
 * Locks a session whose holder may still change what they show: nobody looks at it, or who does asked for more. Throws
 * `invalid_transition`, and `conflict` where this way is not offered.
 */
export async function lockForHolder(tx: Tx, ctx: Ctx, id: string): Promise<SessionRow> {
  const session = await lockSession(tx, ctx, id)
  if (!session.methods.includes('document_review')) throw new AppError('conflict', 'In this session no documents are looked at by people.')
  const open = session.status === 'open' || (session.status === 'in_review' && (await waitsForHolder(tx, ctx, id)))
  if (!open)
    throw new AppError('invalid_transition', 'What you sent is being looked at. You can change it when a reviewer asks you for more.')
  return session
}

/** Refuses to process a face whose person has not agreed to the notice of today. Throws `conflict`. */
export function requireFaceAgreed({ face_notice }: Pick<SessionRow, 'face_notice'>): void {
  if (face_notice !== FACE_NOTICE.version)
    throw new AppError('conflict', 'Read what becomes of a picture of your face, and agree to it first, or go on without one.')
}

const { content_sealed: _, ...shown } = getTableColumns(documents)

/** The pictures of a session that count: the newest of each kind, the document first. */
export async function picturesOf(db: Queryable, sessionId: string) {
  const rows = await db
    .select(shown)
    .from(documents)
    .where(and(eq(documents.owner_type, 'identity_session'), eq(documents.owner_id, sessionId), ne(documents.status, 'removed')))
    .orderBy(desc(documents.created_at), desc(documents.id))
  return PICTURES.flatMap((kind) => rows.find((row) => row.kind === kind) ?? [])
}
