import { AppError } from '#core/kernel/errors.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { completeSignIn, type SignInResult } from '../accounts/complete-sign-in.ts'
import type { SessionCall } from '../accounts/own-user.ts'
import { checkSignedWallet, noteSignInWallet, signedWalletInput } from './challenge.ts'

/** Signs a known user in by a wallet they added; the second factor is asked for as after a password. */
export async function signInWithWallet({
  input: { rememberMe, ...signed },
  ...call
}: SessionCall & { input: { message: string; signature: string; rememberMe: boolean } }): Promise<SignInResult> {
  const { ctx } = call
  const authId = await noteSignInWallet(ctx, await checkSignedWallet(ctx, 'sign-in', parseInput(signedWalletInput, signed), null))
  if (!authId) {
    await auditAccount(ctx, { userId: null, action: 'login_failed', status: 'failure', details: { reason: 'unknown_wallet' } })
    throw new AppError('invalid_credentials', 'No account signs in with this wallet. Sign in another way and add it in your settings.')
  }
  return completeSignIn({ ...call, proof: { authId, remember: rememberMe, method: 'wallet', secondFactor: false } })
}
