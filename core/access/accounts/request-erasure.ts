import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { accountKeyId, sealValue } from '#core/kernel/sealed.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { erasureRequests } from '#db/schema.ts'
import { ownUser } from './own-user.ts'
import { requireStepUp } from './step-up.ts'

export interface ErasureRequest {
  id: string
  status: 'pending' | 'withdrawn' | 'done' | 'refused'
  created_at: string
}

/** What the reason of a request is sealed to. */
export const reasonContext = (id: string) => `erasure_requests:${id}`

const present = (row: typeof erasureRequests.$inferSelect): ErasureRequest => ({
  id: row.id,
  status: row.status as ErasureRequest['status'],
  created_at: row.created_at.toISOString(),
})

/** The request that waits, or null. */
export async function pendingErasure({ ctx }: { ctx: Ctx }): Promise<ErasureRequest | null> {
  const [row] = await ctx.db
    .select()
    .from(erasureRequests)
    .where(and(eq(erasureRequests.user_id, ctx.actor.id), eq(erasureRequests.status, 'pending')))
    .orderBy(desc(erasureRequests.created_at))
    .limit(1)
  return row ? present(row) : null
}

/** Asks for the account and its personal data to be erased. People decide, because law may demand that records are kept. Needs a fresh proof. */
export const requestErasure = definePageVerb({
  name: 'account.request_erasure',
  permission: 'account.keep',
  input: z.strictObject({ reason: z.string().trim().max(1_000, 'At most 1000 characters').optional() }),
  run: async ({ ctx, input: { reason } }): Promise<ErasureRequest> => {
    const user = await ownUser(ctx)
    requireStepUp(ctx, { own: true })
    if (await pendingErasure({ ctx })) throw new AppError('already_exists', 'Your earlier request still waits for its answer.')
    const { config } = ctx.services
    const id = newId('erasure_request')
    // no event: an account concerns its person, not an integrator.
    return write(ctx, async (tx) => {
      const [row] = await tx
        .insert(erasureRequests)
        .values({
          id,
          user_id: user.id,
          reason: reason ? await sealValue(tx, ctx.services, accountKeyId(user.id), reasonContext(id), reason) : null,
        })
        .returning()
      return {
        result: present(row!),
        audit: { action: 'erasure_requested', category: 'user', subject: { type: 'user', id: user.id } },
        mails: [
          composeMail({
            to: user.email,
            subject: 'We received your request for erasure',
            heading: 'Your request for erasure',
            paragraphs: [
              'We received your request to erase your account and your personal data. We answer within 30 days.',
              'Records that the law obliges us to keep are kept for as long as it demands, and we will name them.',
              'You can withdraw the request in your settings until it is carried out.',
            ],
            button: { label: 'Open your settings', url: `${config.publicUrl}/settings#privacy` },
          }),
          composeMail({
            to: config.contactEmail,
            subject: 'A person asks for erasure',
            heading: 'A person asks for erasure',
            paragraphs: ['A user asked for the account and personal data to be erased. It is due within 30 days.'],
            facts: [
              ['User', user.id],
              ['Request', id],
            ],
            button: { label: 'See the request', url: `${config.publicUrl}/admin/erasures/${id}` },
          }),
        ],
      }
    })
  },
})

/** Takes the waiting request back. Throws `not_found` when none waits. */
export const withdrawErasure = definePageVerb({
  name: 'account.withdraw_erasure',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<{ success: true }> => {
    const user = await ownUser(ctx)
    // no event: an account concerns its person, not an integrator.
    return write(ctx, async (tx) => {
      const gone = await tx
        .update(erasureRequests)
        .set({ status: 'withdrawn', decided_at: new Date() })
        .where(and(eq(erasureRequests.user_id, user.id), eq(erasureRequests.status, 'pending')))
        .returning({ id: erasureRequests.id })
      if (!gone.length) throw notFound()
      return {
        result: { success: true as const },
        audit: { action: 'erasure_withdrawn', category: 'user', subject: { type: 'user', id: user.id } },
      }
    })
  },
})
