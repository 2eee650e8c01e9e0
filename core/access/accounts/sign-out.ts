import type { Ctx } from '#core/kernel/context.ts'
import { write } from '#core/record/transaction.ts'
import type { Auth } from './auth-library.ts'

/** Ends the session of this browser. Returns the cookies that clear it. */
export async function signOut({ ctx, auth, headers }: { ctx: Ctx; auth: Auth; headers: Headers }): Promise<string[]> {
  const response = await auth.api.signOut({ headers, asResponse: true })
  // no event: signing out concerns the person, not an integrator.
  if (ctx.actor.type === 'user')
    await write(ctx, async () => ({
      result: null,
      audit: { action: 'logout', category: 'auth', subject: { type: 'user', id: ctx.actor.id } },
    }))
  return response.headers.getSetCookie()
}
