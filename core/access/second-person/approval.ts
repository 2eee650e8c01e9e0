import { createHash } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { CaseOutcome } from '#core/record/cases/steps.ts'
import type { ReleaseEvidence } from '#core/screening/exceptions/evidence.ts'
import type { Sealed } from '#db/schema/shared.ts'
import { passkey, users } from '#db/schema.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import { factorBrake, forgetFailures, spendAttempt } from '../accounts/attempts.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { relyingParty } from '../passkeys/ceremony.ts'
import { passkeyAnswer } from '../passkeys/check.ts'

/** One person's word on a case, as it is kept. */
export interface Approval {
  by: string
  at: string
  outcome: CaseOutcome | 'send_back'
  reason_code: string
  /** Why, in their words. */
  note: string | null
  document_sha256: string | null
  /** How the person was known: a passkey that signed the act itself, or a second factor of the last five minutes. */
  method: 'passkey' | 'second_factor' | 'none'
  act_hash: string
  /** Entries of sanctions lists that are released. */
  entities: string[]
  /** What tells the person from them, sealed; and its keyed hash, as the act has it. */
  evidence?: Sealed<ReleaseEvidence> | null
  evidence_hash?: string | null
}

/** The exact act that is approved. The note stands as its hash, because it may name a person and the log is for ever. */
export interface Act {
  case_id: string
  outcome: Approval['outcome']
  entities: string[]
  note_sha256: string
  /** Keyed hash of the evidence, where some was given. */
  evidence_hash?: string
  /** What was looked at of somebody's identity, where that was said. */
  identity?: Record<string, boolean>
  /** Keyed hash of what was read on a document or looked up in a register. */
  seen_hash?: string
  /** 1 proposes, 2 confirms or contradicts, 3 decides between two who read documents otherwise. */
  step: 1 | 2 | 3
  /** The act of the person before, where there was one. */
  first: string | null
  approver: string
  /** Counts proposals that a second person refused, so that none of their signatures serves again. */
  round: number
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** SHA-256 of the act's canonical JSON: what a passkey is asked to sign. */
export const actHash = (act: Act): Buffer =>
  createHash('sha256')
    .update(`sealwright.case.v1\n${canonical(act as unknown as Json)}`)
    .digest()

/** What to ask of the approver's passkey: its challenge is the hash of the act. Throws `step_up_required` where there is no passkey. */
export async function approvalOptions(ctx: Ctx, act: Act): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const keys = await ownPasskeys(ctx)
  if (!keys.length) throw new AppError('step_up_required', 'Your account has no passkey. Confirm with your second factor instead.')
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: new Uint8Array(actHash(act)),
    userVerification: 'required',
    allowCredentials: keys.map((key) => ({ id: key.credentialID })),
  })
}

/**
 * Makes sure that the person at the browser approves exactly this act: by a passkey's signature over its hash, else by a
 * second factor proven in the last five minutes. API keys cannot. Returns what the audit log keeps: enough to check a
 * signature offline with the public key beside it.
 */
export async function approve(
  ctx: Ctx,
  act: Act,
  assertion: unknown,
): Promise<{ method: Approval['method']; proof: Record<string, Json> }> {
  if (ctx.actor.type !== 'user')
    throw new AppError('second_person_required', 'Only people release a match, signed in and one after the other.')
  if (assertion === undefined || assertion === null) {
    requireStepUp(ctx)
    return { method: 'second_factor', proof: { method: 'second_factor' } }
  }
  const refuse = () => new AppError('invalid_verification_code', 'This passkey did not sign this act. Please try again.')
  const parsed = passkeyAnswer.safeParse(assertion)
  if (!parsed.success) throw refuse()
  const key = (await ownPasskeys(ctx)).find((one) => one.credentialID === parsed.data.id)
  if (!key) throw refuse()
  const brake = factorBrake(key.userId)
  await spendAttempt(ctx, brake)
  const party = relyingParty(ctx)
  const verdict = await verifyAuthenticationResponse({
    response: parsed.data as unknown as AuthenticationResponseJSON,
    expectedChallenge: actHash(act).toString('base64url'),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: key.credentialID, publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64')), counter: key.counter },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verdict?.verified) throw refuse()
  await forgetFailures(ctx, brake)
  await ctx.db.update(passkey).set({ counter: verdict.authenticationInfo.newCounter }).where(eq(passkey.id, key.id))
  const { clientDataJSON, authenticatorData, signature } = parsed.data.response
  return {
    method: 'passkey',
    proof: {
      method: 'passkey',
      credential_id: key.credentialID,
      public_key: key.publicKey,
      client_data_json: clientDataJSON,
      authenticator_data: authenticatorData,
      signature,
    },
  }
}

async function ownPasskeys(ctx: Ctx) {
  return ctx.db
    .select({
      id: passkey.id,
      userId: passkey.userId,
      credentialID: passkey.credentialID,
      publicKey: passkey.publicKey,
      counter: passkey.counter,
    })
    .from(passkey)
    .innerJoin(users, eq(users.auth_id, passkey.userId))
    .where(eq(users.id, ctx.actor.id))
    .limit(50)
}
