import type { Ctx } from '#core/kernel/context.ts'
import { authAddress, findByEmail } from '#core/kernel/people.ts'
import { auditAccount } from './audit-account.ts'
import type { Auth } from './auth-library.ts'
import { evenTime } from './even-time.ts'
import { masked } from './sign-in.ts'

/** Longer than writing the mail takes, so that the time tells nothing. */
const EVEN_MS = 150

/** Mails a link to choose a new password, when there is an account. Answers the same, after the same time, for every address. */
export async function requestPasswordReset({
  ctx,
  auth,
  input,
}: {
  ctx: Ctx
  auth: Auth
  input: { email: string }
}): Promise<{ success: true }> {
  const email = input.email.toLowerCase()
  return evenTime(EVEN_MS, async () => {
    const user = await findByEmail(ctx.db, ctx.services, email)
    await auth.api.requestPasswordReset({ body: { email: authAddress(ctx.services, email), redirectTo: '/reset-password' } })
    await auditAccount(ctx, { userId: user?.id ?? null, action: 'password_reset_request', details: { email: masked(email) } })
    return { success: true }
  })
}
