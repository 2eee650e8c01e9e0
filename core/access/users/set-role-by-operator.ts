import { eq } from 'drizzle-orm'
import type { Role } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import { users } from '#db/schema.ts'
import { changeRoles } from './change-roles.ts'

/**
 * Gives a person exactly one role, as the operator of the installation says, and lets a suspended account be used again: the way
 * out where there is no second administrator who could agree. Is audited like any other change. Throws `not_found`, `last_admin`.
 */
export async function setRoleByOperator(services: Services, input: { userId: string; role: Role }): Promise<Role[]> {
  const ctx = systemCtx(services, { id: 'operator' })
  // no event: a role concerns the person, not an integrator.
  return write(ctx, async (tx) => {
    const { result, audit, mails } = await changeRoles(tx, ctx, input.userId, () => [input.role])
    await tx.update(users).set({ suspended_at: null, suspended_reason: null }).where(eq(users.id, input.userId))
    return { result: result.roles, audit: { ...audit, details: { ...audit.details, operator: true } }, mails }
  })
}
