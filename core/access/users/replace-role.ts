import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { type RoleChange, roleInput } from './change-roles.ts'
import { giveRoles } from './grant-admin.ts'

/**
 * Replaces all of a user's roles with one, and audits `update_user_role`. Needs a fresh second factor; throws `last_admin`. In production making an
 * administrator waits for another one. For admins.
 */
export const replaceUserRole = definePageVerb({
  name: 'users.replace_role',
  permission: 'users.write',
  admin: true,
  input: roleInput,
  run: async ({ ctx, input: { id, role } }): Promise<RoleChange> => {
    requireStepUp(ctx)
    // no event: a role concerns the person, not an integrator.
    return write(ctx, (tx) => giveRoles(tx, ctx, id, () => [role]))
  },
})
