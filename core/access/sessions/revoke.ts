import { and, eq } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { session } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'

/** Ends one of the person's own sessions at once. Throws `not_found`. */
export const revokeSession = definePageVerb({
  name: 'sessions.revoke',
  permission: 'account.keep',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    const user = await ownUser(ctx)
    // no event: a session concerns the person, not an integrator.
    return write(ctx, async (tx) => {
      const gone = await tx
        .delete(session)
        .where(and(eq(session.id, input.id), eq(session.userId, user.auth_id)))
        .returning({ id: session.id })
      if (!gone.length) throw notFound()
      return {
        result: { success: true as const },
        audit: { action: 'session_revoked', category: 'auth', subject: { type: 'user', id: user.id } },
      }
    })
  },
})
