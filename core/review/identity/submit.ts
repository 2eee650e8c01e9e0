import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { IDENTITY_DOCUMENTS } from '#core/identity/reviews/data.ts'
import { lockForHolder, picturesOf } from '#core/identity/reviews/holder.ts'
import { keepReviewState, openReviewState, type ReviewState } from '#core/identity/reviews/state.ts'
import { IDENTITY_REVIEW } from '#core/identity/sessions/conclude.ts'
import { openIdentitySession } from '#core/identity/sessions/open.ts'
import { deciders } from '#core/identity/sessions/policy.ts'
import { type SessionRow, sessionEvent } from '#core/identity/sessions/present.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { Written } from '#core/record/transaction.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { answer } from '../cases/question.ts'

/**
 * Hands what the holder sent to a reviewer: opens the case, or answers what was asked in it. Throws `not_found`, `invalid_transition`,
 * `conflict`, and `validation_failed` for what is still missing.
 */
export const submitIdentityReview = definePageVerb({
  name: 'identity_reviews.submit',
  permission: null,
  input: z.strictObject({
    token: z.string().max(100),
    /** What the holder answers to a reviewer's question, besides what they sent. */
    answer: z.string().trim().max(2_000, 'At most 2,000 characters').optional(),
  }),
  run: async ({ ctx: caller, input }): Promise<{ success: true }> => {
    const { ctx, session: seen } = await openIdentitySession(caller, input.token)
    return write(ctx, async (tx) => {
      const session = await lockForHolder(tx, ctx, seen.id)
      const state = await openReviewState(tx, ctx, session)
      await requireWhole(tx, ctx, session, state)
      const submitted = { ...state, submitted_at: new Date(ctx.now).toISOString() }
      if (session.status === 'in_review') {
        await keepReviewState(tx, ctx, session, submitted)
        return answerAsked(tx, ctx, session, input.answer || 'Sent again, as asked.')
      }
      const now = await keepReviewState(tx, ctx, session, submitted, { status: 'in_review', method: 'document_review' })
      const { id, events } = await openCase(tx, ctx, {
        kind: IDENTITY_REVIEW,
        subject: { type: 'identity_session', id: session.id },
        priority: 60,
        summary: 'Documents of a person to look at',
        details: { ...(await deciders(tx, ctx, session)), document: state.document!.kind, level: session.level },
      })
      return {
        result: { success: true as const },
        audit: {
          action: 'identity_session_submitted',
          category: 'user',
          subject: { type: 'identity_session', id: session.id },
          details: { case_id: id, document: state.document!.kind },
        },
        events: [...events, sessionEvent({ ...now, status: 'in_review' })],
      }
    })
  },
})

/** Everything that a reviewer needs; what is missing is named one after the other, in the order of the page. */
async function requireWhole(tx: Tx, ctx: Ctx, session: SessionRow, { document }: ReviewState): Promise<void> {
  if (!session.person_id) throw invalidField('/full_name', 'required', 'Say first who you are.')
  if (!document) throw invalidField('/number', 'required', 'Type what is printed on your document first.')
  if (document.expires_on && document.expires_on < new Date(ctx.now).toISOString().slice(0, 10))
    throw invalidField('/expires_on', 'document_expired', 'This document has expired. Use one that is still valid.')
  const kinds = (await picturesOf(tx, session.id)).map(({ kind }) => kind)
  if (!kinds.includes('front')) throw invalidField('/front', 'required', 'Add a picture of the front of your document.')
  if (IDENTITY_DOCUMENTS[document.kind] && !kinds.includes('back'))
    throw invalidField('/back', 'required', 'Add a picture of the back of your document.')
  if (document.address && !kinds.includes('proof_of_address'))
    throw invalidField('/proof_of_address', 'required', 'Add a proof of the address that you wrote, or take the address out.')
}

async function answerAsked(tx: Tx, ctx: Ctx, session: SessionRow, words: string): Promise<Written<{ success: true }>> {
  const asked = and(eq(cases.subject_id, session.id), eq(cases.kind, IDENTITY_REVIEW), eq(cases.status, 'awaiting_info'))
  const [row] = await tx
    .select()
    .from(cases)
    .where(inScope(cases, ctx, asked))
    .limit(1)
    .for('update')
  if (!row) throw new AppError('invalid_transition', 'Nothing is asked of you at present.')
  const { audit, events } = await answer(tx, ctx, row, words)
  return { result: { success: true as const }, audit, events }
}
