import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { changeRoles, type RoleChange, roleInput } from './change-roles.ts'

/** Takes one role from a user; without any left the user is an investor, and audits `update_user_role`. Needs a fresh second factor; throws `last_admin`. For admins. */
export const removeUserRole = definePageVerb({
  name: 'users.remove_role',
  permission: 'users.write',
  admin: true,
  input: roleInput,
  run: async ({ ctx, input: { id, role } }): Promise<RoleChange> => {
    requireStepUp(ctx)
    // no event: a role concerns the person, not an integrator.
    return write(ctx, (tx) => changeRoles(tx, ctx, id, (roles) => roles.filter((each) => each !== role)))
  },
})
