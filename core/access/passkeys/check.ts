import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { passkey, users } from '#db/schema.ts'
import { factorBrake, forgetFailures, spendAttempt } from '../accounts/attempts.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { type Purpose, relyingParty, takeCeremony } from './ceremony.ts'

const text = z.string().max(20_000)
/** What a browser's passkey answers, as JSON. */
export const passkeyAnswer = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.optional().nullable() }).loose(),
})

const REFUSED = 'This passkey could not be verified. Please try again.'

/**
 * Checks a passkey's answer to what was asked for this purpose, and whose it is. As the only proof of a sign-in it must have
 * asked the person for a finger, a face or a PIN. Failures count with those of all other factors.
 */
export async function checkPasskey(
  ctx: Ctx,
  headers: Headers,
  input: { purpose: Exclude<Purpose, 'register'>; authId: string | null; response: unknown },
): Promise<typeof passkey.$inferSelect> {
  const refuse = () => new AppError('invalid_verification_code', REFUSED)
  const asked = await takeCeremony(ctx, input.purpose, headers)
  if (!asked || asked.authId !== input.authId) throw new AppError('session_expired', 'This took too long. Please try again.')
  const parsed = passkeyAnswer.safeParse(input.response)
  if (!parsed.success) throw refuse()
  const [key] = await ctx.db.select().from(passkey).where(eq(passkey.credentialID, parsed.data.id)).limit(1)
  if (!key || (input.authId !== null && key.userId !== input.authId)) throw refuse()
  const brake = factorBrake(key.userId)
  await spendAttempt(ctx, brake)
  const party = relyingParty(ctx)
  const verdict = await verifyAuthenticationResponse({
    response: parsed.data as unknown as AuthenticationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: key.credentialID, publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64')), counter: key.counter },
    requireUserVerification: input.purpose === 'sign-in',
  }).catch(() => null)
  if (!verdict?.verified) {
    const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.auth_id, key.userId)).limit(1)
    await auditAccount(ctx, { userId: user?.id ?? null, action: 'mfa_failed', status: 'failure', details: { factor: 'passkey' } })
    throw refuse()
  }
  await forgetFailures(ctx, brake)
  await ctx.db
    .update(passkey)
    .set({
      counter: verdict.authenticationInfo.newCounter,
      backedUp: verdict.authenticationInfo.credentialBackedUp,
      lastUsedAt: new Date(),
    })
    .where(eq(passkey.id, key.id))
  return key
}
