import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { count, eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#core/kernel/errors.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { write } from '#core/record/transaction.ts'
import { passkey, users } from '#db/schema.ts'
import { deviceOf } from '../accounts/device.ts'
import { ownUser, type SessionCall } from '../accounts/own-user.ts'
import { rotateSession } from '../accounts/rotate-session.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { withoutAttestation } from './attestation.ts'
import { relyingParty, takeCeremony } from './ceremony.ts'
import { type PasskeyView, presentPasskey } from './list.ts'

const MOST = 20
const text = z.string().max(40_000)
const newPasskeyInput = z.strictObject({
  name: z.string().trim().max(60, 'At most 60 characters').optional(),
  response: z.object({
    id: text,
    rawId: text,
    type: z.literal('public-key'),
    response: z
      .object({ clientDataJSON: text, attestationObject: text, transports: z.array(z.string().max(30)).max(10).optional() })
      .loose(),
  }),
})

const refused = () => new AppError('invalid_verification_code', 'This passkey could not be verified. Please try again.')

function bare(response: z.output<typeof newPasskeyInput>['response']): RegistrationResponseJSON {
  try {
    const attestationObject = withoutAttestation(response.response.attestationObject)
    return { ...response, response: { ...response.response, attestationObject } } as unknown as RegistrationResponseJSON
  } catch {
    throw refused()
  }
}

/** Adds the passkey a browser has just made; ends every other session. Throws `session_expired` when none was asked for. */
export async function addPasskey({
  input: given,
  ...call
}: SessionCall & { input: unknown }): Promise<{ cookies: string[]; passkey: PasskeyView }> {
  const { ctx, headers } = call
  const user = await ownUser(ctx)
  requireStepUp(ctx, { own: true })
  const input = parseInput(newPasskeyInput, given)
  const asked = await takeCeremony(ctx, 'register', headers)
  if (!asked || asked.authId !== user.auth_id) throw new AppError('session_expired', 'This took too long. Please try again.')
  const party = relyingParty(ctx)
  const verdict = await verifyRegistrationResponse({
    response: bare(input.response),
    expectedChallenge: asked.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verdict?.verified) throw refused()
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = verdict.registrationInfo
  // no event: a passkey concerns the person, not an integrator.
  const row = await write(ctx, async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
    const [has] = await tx.select({ n: count() }).from(passkey).where(eq(passkey.userId, user.auth_id))
    if ((has?.n ?? 0) >= MOST) throw new AppError('conflict', `An account has at most ${MOST} passkeys. Remove one first.`)
    const [row] = await tx
      .insert(passkey)
      .values({
        id: crypto.randomUUID(),
        name: input.name || deviceOf(ctx.userAgent),
        publicKey: Buffer.from(credential.publicKey).toString('base64'),
        userId: user.auth_id,
        credentialID: credential.id,
        counter: credential.counter,
        deviceType: credentialDeviceType,
        backedUp: credentialBackedUp,
        transports: input.response.response.transports?.join(',') ?? '',
        createdAt: new Date(),
        aaguid,
      })
      .returning()
    return {
      result: row!,
      audit: {
        action: 'passkey_added',
        category: 'auth',
        subject: { type: 'user', id: user.id },
        details: { passkey_id: row!.id },
        standing: [`factors:${user.id}`],
      },
      mails: [factorMail({ to: user.email, change: 'passkey_added', publicUrl: ctx.services.config.publicUrl })],
    }
  })
  return { passkey: presentPasskey(row), cookies: await rotateSession(call, { authId: user.auth_id, secondFactor: true, endOthers: true }) }
}
