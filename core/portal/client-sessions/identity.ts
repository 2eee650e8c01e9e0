import { z } from 'zod'
import { createSessionInput, openSessionAbout } from '#core/identity/sessions/create.ts'
import { presentSession } from '#core/identity/sessions/present.ts'
import { invalidField, notFound } from '#core/kernel/errors.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { identitySessions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { clientCall, openClientSession } from './open.ts'

export interface ClientIdentity {
  success: true
  id: string
  status: string
  expires_at: string
  /** The page on which the person proves who they are. Only when it is opened. */
  url?: string
}

/** For how long the page of a session that a page opens is open. */
const OPEN_SECONDS = 3_600

/**
 * Opens an identity session about the person of a token. What it asks for was said when the token was given out; the page says only where the
 * person goes on, and that is a page of its own. Throws as `openClientSession` and `createIdentitySession`.
 */
export const startClientIdentity = definePageVerb({
  name: 'client.start_identity',
  permission: null,
  input: z.strictObject({ ...clientCall, return_url: createSessionInput.shape.return_url }),
  run: async ({ ctx: caller, input }): Promise<ClientIdentity> => {
    const { ctx, session, wallet, investor } = await openClientSession(caller, input, 'identity:start')
    if (input.return_url && new URL(input.return_url).origin !== input.origin)
      throw invalidField('/return_url', 'not_registered', 'The person goes on at a page of the same origin.')
    const asked = parseInput(createSessionInput, {
      ...session.identity,
      ...(investor ? { investor_id: investor.id } : { wallet_address: wallet!.address }),
      ...(input.return_url && { return_url: input.return_url }),
      expires_in: OPEN_SECONDS,
    })
    const { id, status, expires_at, url } = await openSessionAbout(ctx, asked, { by: session.api_key_id, client_session_id: session.id })
    return { success: true, id, status, expires_at, url }
  },
})

/** How such a session stands. One about somebody else is not there. Throws `not_found`. */
export const readClientIdentity = definePageVerb({
  name: 'client.read_identity',
  permission: null,
  input: z.strictObject({ ...clientCall, id: z.string().max(100) }),
  run: async ({ ctx: caller, input }): Promise<ClientIdentity> => {
    const { ctx, wallet, investor } = await openClientSession(caller, input, 'identity:start')
    const row = await findScoped(ctx.db, identitySessions, ctx, input.id)
    if (!row || (investor ? row.investor_id !== investor.id : row.wallet_id !== wallet!.id)) throw notFound()
    const { id, status, expires_at } = presentSession(row, ctx.now)
    return { success: true, id, status, expires_at }
  },
})
