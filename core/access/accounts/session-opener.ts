import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Lets our verbs open a session of the auth library for a person whose proofs they have checked. It has no path, so it can
 * be called from inside only.
 */
export const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint(
      {
        method: 'POST',
        body: z.object({ authId: z.string(), remember: z.boolean(), session: z.record(z.string(), z.unknown()) }),
      },
      async (c) => {
        const { authId, remember, session: fields } = c.body
        const user = await c.context.internalAdapter.findUserById(authId)
        if (!user) throw new APIError('UNAUTHORIZED')
        const session = await c.context.internalAdapter.createSession(user.id, !remember, fields, true)
        await setSessionCookie(c, { session, user }, !remember)
        const { name, attributes } = c.context.authCookies.dontRememberToken
        if (remember) c.setCookie(name, '', { ...attributes, maxAge: 0 })
        return c.json({ id: session.id, token: session.token })
      },
    ),
  },
} satisfies BetterAuthPlugin
