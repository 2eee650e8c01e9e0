import type { Ctx } from '#core/kernel/context.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { requireAdmin } from '#core/record/admin-only.ts'
import { write } from '#core/record/transaction.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { changeRoles, type RoleChange, roleInput } from './change-roles.ts'

/** Takes one role from a user; without any left the user is an investor, and audits `update_user_role`. Needs a fresh second factor; throws `last_admin`. For admins. */
export async function removeUserRole({ ctx, input }: { ctx: Ctx; input: { id: string; role: string } }): Promise<RoleChange> {
  await requireAdmin(ctx, 'users.write')
  requireStepUp(ctx)
  const { id, role } = parseInput(roleInput, input)
  // no event: a role concerns the person, not an integrator.
  return write(ctx, (tx) => changeRoles(tx, ctx, id, (roles) => roles.filter((each) => each !== role)))
}
