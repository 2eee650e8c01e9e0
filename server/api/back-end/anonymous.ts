import { z } from 'zod'
import { setNewPassword } from '#core/access/accounts/new-password.ts'
import { requestPasswordReset } from '#core/access/accounts/request-reset.ts'
import { resendVerification } from '#core/access/accounts/resend-verification.ts'
import { loginSchema, newPasswordSchema, resetRequestSchema, signUpSchema } from '#core/access/accounts/schemas.ts'
import { signIn } from '#core/access/accounts/sign-in.ts'
import { signUpAccount } from '#core/access/accounts/sign-up.ts'
import { verifySecondFactor } from '#core/access/second-factor/verify-sign-in.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { placeKey } from '#core/kernel/network-place.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { requireStorable } from '#core/kernel/storable.ts'
import { contactInput, sendContactEmail } from '#core/portal/inquiries/send-inquiry.ts'
import { subscribeToStatus } from '#core/portal/status/subscribe.ts'
import { appealChallengeInput, beginAppeal, beginAppealInput, challengeToAppeal } from '#core/review/appeals/begin.ts'
import { openAppeal, openAppealInput } from '#core/review/appeals/open.ts'
import type { AppDeps } from '../../app-deps.ts'

/** What was sent. It is read when its turn comes: a caller over a limit is refused before. */
type Sent = () => unknown

const secondProof = z.union([z.strictObject({ code: z.string().max(40) }), z.strictObject({ passkey: z.looseObject({}) })])
const HOUR = 60

/** A form that was sent without scripts is no JSON, whose reader would have refused such text. */
function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  requireStorable(value)
  return parseInput(schema, value)
}

/**
 * The calls behind the forms nobody needs an account for, each with its limits. The scripts of a page make them over HTTP; a form
 * that was sent without scripts makes them from its page's action.
 */
export function anonymousCalls(deps: AppDeps, ctx: Ctx, headers: Headers) {
  const call = { ctx, auth: deps.auth, headers }
  const ip = placeKey(deps.services, ctx.ip)
  /** `burst` calls at once and as many again in these minutes. */
  const limit = (name: string, burst: number, key = ip, minutes = 1) =>
    deps.limiter.take(`${name}:${key}`, { name, rate: burst / (minutes * 60), burst })

  /** Whoever asks, and from wherever: nobody's mailbox is filled. It says nothing about whether there is an account. */
  const mailTo = (email: string) => limit('mails', 10, deps.services.keyring.mac('limited-mailbox', email.toLowerCase()).slice(0, 22), HOUR)

  return {
    async signUp(sent: Sent) {
      await limit('sign-up', 10)
      const input = validate(signUpSchema, await sent())
      await mailTo(input.email)
      return signUpAccount({ ...call, input })
    },
    async signIn(sent: Sent) {
      const input = validate(loginSchema, await sent())
      await limit('sign-in', 30)
      return signIn({ ...call, input })
    },
    async verifyMfa(sent: Sent) {
      await limit('verify-mfa', 30)
      return verifySecondFactor({ ...call, input: validate(secondProof, await sent()) })
    },
    async resendVerification(sent: Sent) {
      await limit('resend', 5)
      const { email } = validate(resetRequestSchema, await sent())
      await mailTo(email)
      return resendVerification({ ...call, input: { email } })
    },
    async requestReset(sent: Sent) {
      await limit('reset', 5)
      const input = validate(resetRequestSchema, await sent())
      await mailTo(input.email)
      return requestPasswordReset({ ...call, input })
    },
    async subscribeToStatus(sent: Sent) {
      await limit('subscribe', 10, ip, HOUR)
      const input = validate(resetRequestSchema, await sent())
      await mailTo(input.email)
      return subscribeToStatus({ ctx, input })
    },
    async sendContactEmail(sent: Sent) {
      const input = validate(contactInput, await sent())
      await limit('contact', 5, ip, HOUR)
      await mailTo(input.email)
      return sendContactEmail({ ctx, input })
    },
    async setNewPassword(sent: Sent) {
      await limit('new-password', 10)
      return setNewPassword({ ...call, input: validate(newPasswordSchema, await sent()) })
    },
    async challengeToAppeal(sent: Sent) {
      await limit('appeal-challenge', 60, ip, HOUR)
      const input = validate(appealChallengeInput, await sent())
      await limit('appeal-wallet', 20, input.address.trim().toLowerCase(), HOUR)
      return challengeToAppeal({ ctx, input })
    },
    async beginAppeal(sent: Sent) {
      await limit('appeal-session', 30, ip, HOUR)
      return beginAppeal({ ctx, input: validate(beginAppealInput, await sent()) })
    },
    async openAppeal(sent: Sent) {
      await limit('appeal-open', 30, ip, HOUR)
      return openAppeal({ ctx, input: validate(openAppealInput, await sent()) })
    },
  }
}
