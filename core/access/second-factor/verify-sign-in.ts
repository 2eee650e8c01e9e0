import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { addressesOf } from '#core/kernel/people.ts'
import { users } from '#db/schema.ts'
import { completeSignIn, type SignInResult } from '../accounts/complete-sign-in.ts'
import type { SessionCall } from '../accounts/own-user.ts'
import { endPending, type Pending, requirePending } from '../accounts/pending.ts'
import { checkPasskey } from '../passkeys/check.ts'
import { checkCode, type FactorUsed } from './check.ts'

/** The second half of a sign-in: a code of the authenticator, a backup code, or a passkey's answer. */
export type SecondProof = { code: string } | { passkey: unknown }

/**
 * Completes a half-done sign-in with the second factor. Throws `session_expired` ("Authentication session expired") when
 * none is pending, `invalid_verification_code` for a wrong factor and `rate_limited` after too many.
 */
export async function verifySecondFactor({
  input,
  ...call
}: SessionCall & { input: SecondProof }): Promise<SignInResult & { factor: FactorUsed }> {
  const { ctx, headers } = call
  const pending = await requirePending(ctx, headers)
  const [user] = await addressesOf(ctx.db, ctx.services, eq(users.auth_id, pending.authId))
  const factor = await prove(ctx, headers, pending, user?.id ?? null, input)
  const cleared = await endPending(ctx, headers)
  const left = factor.method === 'backup_code' ? factor.left : null
  const done = await completeSignIn({
    ...call,
    proof: {
      ...pending,
      secondFactor: true,
      details: { factor: factor.method, ...(left !== null && { backup_codes_left: left }) },
      mails:
        left !== null && user
          ? [
              factorMail({
                to: user.email,
                change: 'backup_code_used',
                note: left === 1 ? '1 is left.' : `${left} are left.`,
                publicUrl: ctx.services.config.publicUrl,
              }),
            ]
          : [],
    },
  })
  return { ...done, cookies: [...done.cookies, cleared], factor }
}

async function prove(ctx: Ctx, headers: Headers, pending: Pending, userId: string | null, input: SecondProof): Promise<FactorUsed> {
  if ('code' in input) return checkCode(ctx, { authId: pending.authId, userId }, input.code)
  await checkPasskey(ctx, headers, { purpose: 'second-factor', authId: pending.authId, response: input.passkey })
  return { method: 'passkey' }
}
