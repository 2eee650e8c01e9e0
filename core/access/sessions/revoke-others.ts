import { and, eq, ne } from 'drizzle-orm'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { session } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'

/** Ends every session of the person but this one, and says how many. */
export const revokeOtherSessions = definePageVerb({
  name: 'sessions.revoke_others',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<{ success: true; ended: number }> => {
    const user = await ownUser(ctx)
    const own = ctx.actor.type === 'user' ? ctx.actor.sessionId : ''
    // no event: a session concerns the person, not an integrator.
    return write(ctx, async (tx) => {
      const gone = await tx
        .delete(session)
        .where(and(eq(session.userId, user.auth_id), ne(session.id, own)))
        .returning({ id: session.id })
      return {
        result: { success: true as const, ended: gone.length },
        audit: { action: 'sessions_revoked', category: 'auth', subject: { type: 'user', id: user.id }, details: { ended: gone.length } },
      }
    })
  },
})
