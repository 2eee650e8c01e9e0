import type { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { User } from '#core/kernel/people.ts'
import { write } from '#core/record/transaction.ts'
import { factorBrake, forgetFailures, passwordBrakes, spendAttempt } from '../accounts/attempts.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { ownUser, type SessionCall } from '../accounts/own-user.ts'
import { rotateSession } from '../accounts/rotate-session.ts'
import { checkPassword } from '../accounts/sign-in.ts'
import { checkPasskey } from '../passkeys/check.ts'
import { checkSignedWallet, noteSignInWallet, type signedWalletInput } from '../sign-in-wallets/challenge.ts'
import { checkCode } from './check.ts'

export type Confirmation = { code: string } | { passkey: unknown } | { password: string } | { wallet: z.output<typeof signedWalletInput> }

/**
 * Proves again that the person at the browser is the account's: with a second factor, or with the password or a wallet that stands in
 * for it where the account has no other proof. Opens dangerous acts for five minutes, in a new session.
 */
export async function confirmPerson({ input, ...call }: SessionCall & { input: Confirmation }): Promise<{ cookies: string[] }> {
  const { ctx, auth, headers } = call
  const user = await ownUser(ctx)
  let method: string
  if ('code' in input) method = (await checkCode(ctx, { authId: user.auth_id, userId: user.id }, input.code)).method
  else if ('passkey' in input) {
    await checkPasskey(ctx, headers, { purpose: 'step-up', authId: user.auth_id, response: input.passkey })
    method = 'passkey'
  } else if ('wallet' in input) {
    await checkOwnWallet(ctx, user, input.wallet)
    method = 'wallet'
  } else {
    const brakes = [...passwordBrakes(ctx, user.email, true), ...factorBrake(`${user.auth_id}:password`)]
    await spendAttempt(ctx, brakes)
    if (!(await checkPassword(ctx, auth, user.auth_id, input.password))) {
      await auditAccount(ctx, { userId: user.id, action: 'mfa_failed', status: 'failure', details: { factor: 'password' } })
      throw new AppError('invalid_verification_code', 'This password is not right')
    }
    await forgetFailures(ctx, brakes)
    method = 'password'
  }
  const isFirst = method === 'password' || method === 'wallet'
  // no event: proving oneself again changes nothing an integrator could see.
  await write(ctx, async () => ({
    result: null,
    audit: {
      action: 'mfa_verified',
      category: 'auth',
      subject: { type: 'user', id: user.id },
      details: { factor: method, purpose: 'step_up' },
    },
  }))
  return { cookies: await rotateSession(call, { authId: user.auth_id, secondFactor: !isFirst, confirmed: isFirst }) }
}

async function checkOwnWallet(ctx: Ctx, user: User, signed: z.output<typeof signedWalletInput>): Promise<void> {
  const wallet = await checkSignedWallet(ctx, 'step-up', signed, user.auth_id)
  if ((await noteSignInWallet(ctx, wallet)) === user.auth_id) return
  await auditAccount(ctx, { userId: user.id, action: 'mfa_failed', status: 'failure', details: { factor: 'wallet' } })
  throw new AppError('invalid_verification_code', 'This wallet does not sign in to your account. Choose one that does.')
}
