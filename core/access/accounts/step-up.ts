import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'

/** How long a proven second factor opens dangerous acts. */
const STEP_UP_MS = 5 * 60_000

/** Whether a proof of that time still counts. */
export const isFresh = (at: number | null | undefined): boolean => typeof at === 'number' && Date.now() - at <= STEP_UP_MS

const withPassword = () =>
  new AppError('step_up_required', 'Confirm with your password first, or with a wallet you sign in with. Nothing you typed is lost.', {
    extra: { proof: 'password' },
  })
const signOnAgain = () =>
  new AppError(
    'step_up_required',
    'You signed in with your organisation more than five minutes ago. Do so once more in another tab, then go on here. Nothing you typed is lost.',
    { extra: { proof: 'sign_on' } },
  )

/**
 * Lets a dangerous act go on only when the person has proven a second factor in the last five minutes.
 * `own`: the act concerns the person's own things, so an account that has no second factor may prove its password or a wallet instead, and
 * one that only its organisation's sign-on opens, that.
 * Throws `step_up_required`; a page answers it with the confirmation dialog and repeats the act. Keys and the system pass.
 */
export function requireStepUp(ctx: Ctx, options: { own?: boolean } = {}): void {
  const { actor } = ctx
  if (actor.type !== 'user' || isFresh(actor.secondFactorAt)) return
  if (options.own && !actor.hasSecondFactor) {
    if (isFresh(actor.confirmedAt)) return
    throw actor.signOn?.ownProof === false ? signOnAgain() : withPassword()
  }
  if (actor.hasSecondFactor === false)
    throw new AppError('step_up_required', 'This needs a second factor, and your account has none yet. Set one up in your settings.', {
      extra: { proof: 'set_up' },
    })
  throw new AppError('step_up_required', 'Confirm with your second factor first. Nothing you typed is lost.', {
    extra: { proof: 'second_factor' },
  })
}
