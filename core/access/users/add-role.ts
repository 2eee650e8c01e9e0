import type { Ctx } from '#core/kernel/context.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { requireAdmin } from '#core/record/admin-only.ts'
import { write } from '#core/record/transaction.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { type RoleChange, roleInput } from './change-roles.ts'
import { giveRoles } from './grant-admin.ts'

/**
 * Gives a user one more role, and audits `update_user_role`. Needs a fresh second factor; throws `last_admin`. In production making an
 * administrator waits for another one. For admins.
 */
export async function addUserRole({ ctx, input }: { ctx: Ctx; input: { id: string; role: string } }): Promise<RoleChange> {
  await requireAdmin(ctx, 'users.write')
  requireStepUp(ctx)
  const { id, role } = parseInput(roleInput, input)
  // no event: a role concerns the person, not an integrator.
  return write(ctx, (tx) => giveRoles(tx, ctx, id, (roles) => [...roles, role]))
}
