import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Queryable } from '#db/connect.ts'

/** The fact by which an organisation has its settings changed by two of its people, with a plan that both have before them. */
export const SETTINGS_BY_TWO = 'policy_changes_by_two'

/** Whether settings and policies of protocols take two people of the organisation. Nobody is two people in the sandbox. */
export async function settingsTakeTwo(db: Queryable, ctx: Ctx): Promise<boolean> {
  if (ctx.world.people.playedByOne) return false
  return (await ctx.world.tenant.inForce(db, ctx)).some(({ fact, value }) => fact === SETTINGS_BY_TWO && value === true)
}

/** Refuses a change by one person where it takes two. Throws `second_person_required`. */
export async function refuseSettingsAlone(db: Queryable, ctx: Ctx): Promise<void> {
  if (await settingsTakeTwo(db, ctx))
    throw new AppError(
      'second_person_required',
      'Settings take two people of this organisation. Send the change as a plan with POST /v1/policy/plan, apply it with PUT /v1/policy, and another person agrees.',
    )
}
