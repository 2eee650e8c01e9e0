import { createHash } from 'node:crypto'
import { z } from 'zod'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { identitySessions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { SessionRow } from '../sessions/present.ts'

/**
 * The eight bytes that a chip has to sign in this session and in no other one. Nobody knows them before the session is open: they come out
 * of the secret in its address.
 */
export const challengeOf = ({ token_hash }: Pick<SessionRow, 'token_hash'>): Buffer =>
  createHash('sha256').update(`passport-chip:${token_hash}`).digest().subarray(0, 8)

/** What the chip of a passport has to sign in a session. Throws `not_found`. */
export const getChipChallenge = defineVerb({
  name: 'identity_sessions.chip_challenge',
  permission: 'identity.read',
  input: byId('Id of the session'),
  output: z.object({
    success: z.literal(true),
    object: z.literal('passport_chip_challenge'),
    session_id: z.string(),
    challenge: z.string().meta({ description: 'Eight bytes in hexadecimal, for INTERNAL AUTHENTICATE' }),
  }),
  run: async ({ ctx, input }) => {
    const session = await findScoped(ctx.db, identitySessions, ctx, input.id)
    if (!session) throw notFound()
    return {
      success: true as const,
      object: 'passport_chip_challenge' as const,
      session_id: session.id,
      challenge: challengeOf(session).toString('hex'),
    }
  },
})
