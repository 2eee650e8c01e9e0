import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { notFound } from '#core/kernel/errors.ts'
import { openUser } from '#core/kernel/people.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { users, verificationStatus } from '#db/schema.ts'
import { presentUser, type UserRow } from './present.ts'

/** Sets or takes away a user's verification flag and tells them. Throws `not_found`. For admins. */
export const setUserVerified = definePageVerb({
  name: 'users.set_verified',
  permission: 'users.write',
  admin: true,
  input: z.strictObject({ id: z.string(), is_verified: z.boolean() }),
  run: async ({ ctx, input }): Promise<UserRow> => {
    // no event: an account concerns its person, not an integrator.
    return write(ctx, async (tx) => {
      const [before] = await tx.select().from(users).where(eq(users.id, input.id)).for('update').limit(1)
      if (!before) throw notFound()
      const [user] = await tx
        .update(users)
        .set({ is_verified: input.is_verified, updated_at: new Date() })
        .where(eq(users.id, input.id))
        .returning()
      if (before.is_verified !== input.is_verified)
        await notify(tx, ctx, {
          userId: input.id,
          title: 'Your verification was updated',
          body: input.is_verified ? 'Your account is now verified.' : 'Your account is no longer verified.',
          href: '/dashboard',
        })
      const [verification] = await tx.select().from(verificationStatus).where(eq(verificationStatus.user_id, input.id)).limit(1)
      return {
        result: presentUser({ user: await openUser(tx, ctx.services, user!), verification: verification ?? null }),
        audit: {
          action: 'update_verification_status',
          category: 'admin',
          userId: input.id,
          subject: { type: 'user', id: input.id },
          details: { is_verified: input.is_verified, previous: before.is_verified },
        },
      }
    })
  },
})
