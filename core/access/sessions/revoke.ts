import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { session } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'

/** Ends one of the person's own sessions at once. Throws `not_found`. */
export async function revokeSession({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<{ success: true }> {
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
}
