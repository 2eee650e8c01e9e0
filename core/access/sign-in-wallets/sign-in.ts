import { and, eq } from 'drizzle-orm'
import { AppError } from '#core/kernel/errors.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { signInWallets } from '#db/schema.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { completeSignIn, type SignInResult } from '../accounts/complete-sign-in.ts'
import type { SessionCall } from '../accounts/own-user.ts'
import { checkSignedWallet, signedWalletInput } from './challenge.ts'

/** Signs a known user in by a wallet they added; the second factor is asked for as after a password. */
export async function signInWithWallet({
  input: { rememberMe, ...signed },
  ...call
}: SessionCall & { input: { message: string; signature: string; rememberMe: boolean } }): Promise<SignInResult> {
  const { ctx } = call
  const { address, chainId } = await checkSignedWallet(ctx, 'sign-in', parseInput(signedWalletInput, signed), null)
  const [row] = await ctx.db
    .update(signInWallets)
    .set({ lastUsedAt: new Date() })
    // A contract signs in where it was added: on another chain its address may be somebody else's.
    .where(and(eq(signInWallets.address, address), chainId === null ? undefined : eq(signInWallets.chainId, chainId)))
    .returning({ authId: signInWallets.userId })
  if (!row) {
    await auditAccount(ctx, { userId: null, action: 'login_failed', status: 'failure', details: { reason: 'unknown_wallet' } })
    throw new AppError('invalid_credentials', 'No account signs in with this wallet. Sign in another way and add it in your settings.')
  }
  return completeSignIn({ ...call, proof: { authId: row.authId, remember: rememberMe, method: 'wallet', secondFactor: false } })
}
