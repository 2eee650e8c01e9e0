import { completeSignIn, type SignInResult } from '../accounts/complete-sign-in.ts'
import type { SessionCall } from '../accounts/own-user.ts'
import { checkPasskey } from './check.ts'

/** Signs in with a passkey alone: it is something one has, opened by something one is or knows, so no code is asked for. */
export async function signInWithPasskey({
  input,
  ...call
}: SessionCall & { input: { passkey: unknown; rememberMe: boolean } }): Promise<SignInResult> {
  const key = await checkPasskey(call.ctx, call.headers, { purpose: 'sign-in', authId: null, response: input.passkey })
  return completeSignIn({ ...call, proof: { authId: key.userId, remember: input.rememberMe, method: 'passkey', secondFactor: true } })
}
