import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { passkey } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'
import { requirePending } from '../accounts/pending.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { beginCeremony, type Purpose, relyingParty } from './ceremony.ts'

export interface PasskeyOptions {
  cookie: string
  options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON
}

/** What to ask of a passkey: a new one for the signed-in person, or a proof, by anybody or by the person a purpose is about. */
export async function passkeyOptions({
  ctx,
  headers,
  input,
}: {
  ctx: Ctx
  headers: Headers
  input: { purpose: Purpose }
}): Promise<PasskeyOptions> {
  const { purpose } = input
  if (purpose === 'register') return registration(ctx)
  const authId =
    purpose === 'sign-in' ? null : purpose === 'second-factor' ? (await requirePending(ctx, headers)).authId : (await ownUser(ctx)).auth_id
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    userVerification: purpose === 'sign-in' ? 'required' : 'preferred',
    allowCredentials: authId ? await known(ctx, authId) : [],
  })
  return { options, cookie: await beginCeremony(ctx, purpose, { challenge: options.challenge, authId }) }
}

async function registration(ctx: Ctx): Promise<PasskeyOptions> {
  const user = await ownUser(ctx)
  requireStepUp(ctx, { own: true })
  const party = relyingParty(ctx)
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new TextEncoder().encode(user.auth_id),
    userName: user.email,
    userDisplayName: `${user.first_name} ${user.last_name}`,
    attestationType: 'none',
    excludeCredentials: await known(ctx, user.auth_id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, cookie: await beginCeremony(ctx, 'register', { challenge: options.challenge, authId: user.auth_id }) }
}

async function known(ctx: Ctx, authId: string) {
  const rows = await ctx.db.select().from(passkey).where(eq(passkey.userId, authId)).limit(50)
  return rows.map((row) => ({ id: row.credentialID, ...(row.transports && { transports: row.transports.split(',') as never }) }))
}
