import { eq } from 'drizzle-orm'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { mails } from '#db/schema.ts'

/** Puts a mail that was given up, or waits for a later attempt, at the head of the queue. Throws `not_found`, `invalid_transition`. */
export const retryMail = definePageVerb({
  name: 'system.retry_mail',
  permission: 'system.manage',
  admin: true,
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    // no event: mail concerns its receiver only.
    const result = await write(ctx, async (tx) => {
      const [found] = await tx.select().from(mails).where(eq(mails.id, input.id)).limit(1).for('update')
      if (!found) throw notFound()
      if (found.status === 'sent') throw new AppError('invalid_transition', 'This mail was sent in the meantime.')
      await tx.update(mails).set({ status: 'queued', attempts: 0, next_attempt_at: new Date() }).where(eq(mails.id, found.id))
      return {
        result: { success: true as const },
        audit: {
          action: 'mail_retried',
          category: 'admin',
          subject: { type: 'mail', id: found.id },
          details: { from: found.status, attempts: found.attempts },
        },
      }
    })
    ctx.services.wake('mail')
    return result
  },
})
