import type { Ctx } from '#core/kernel/context.ts'
import { authAddress } from '#core/kernel/people.ts'
import { type Auth, CONFIRMED_PATH } from './auth-library.ts'
import { evenTime } from './even-time.ts'

/** Mails the confirmation link again when the address still waits for it. Answers the same for every address. */
export async function resendVerification({
  ctx,
  auth,
  input,
}: {
  ctx: Ctx
  auth: Auth
  input: { email: string }
}): Promise<{ success: true }> {
  return evenTime(EVEN_MS, () => resend(auth, authAddress(ctx.services, input.email)))
}

/** Longer than writing the mail takes, so that the time tells nothing. */
const EVEN_MS = 150

async function resend(auth: Auth, email: string): Promise<{ success: true }> {
  try {
    await auth.api.sendVerificationEmail({ body: { email, callbackURL: CONFIRMED_PATH } })
  } catch (error) {
    // An address that is confirmed already, or unknown, must not be told apart.
    if ((error as { statusCode?: number }).statusCode === undefined) throw error
  }
  return { success: true }
}
