import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'

/** How long a proven second factor opens dangerous acts. */
export const STEP_UP_MS = 5 * 60_000

/**
 * Lets a dangerous act go on only when the person has proven a second factor in the last five minutes.
 * Throws `step_up_required`; a page answers it with the confirmation dialog and repeats the act. Keys and the system pass.
 */
export function requireStepUp(ctx: Ctx): void {
  if (ctx.actor.type !== 'user') return
  const at = ctx.actor.secondFactorAt
  if (at !== null && Date.now() - at <= STEP_UP_MS) return
  throw new AppError('step_up_required', 'Confirm with your second factor first. Nothing you typed is lost.')
}
