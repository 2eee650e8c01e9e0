import type { Ctx } from '#core/kernel/context.ts'
import type { Role } from '#core/kernel/permissions.ts'
import { atHome } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'

/** The call context of a signed-in person of this role, without a session behind it: for tests of verbs. */
export function personCtx(services: Services, role: Role, options: Partial<Ctx> = {}): Ctx {
  const id = `usr_of_the_tests_${role}`
  return {
    // Its world is chosen by its environment.
    ...systemCtx(services, { id, ...(options.environment && { environment: options.environment }) }),
    actor: {
      type: 'user',
      id,
      ...atHome('org_of_the_tests', role),
      email: `${role}@tests.example`,
      sessionId: 'session',
      secondFactorAt: Date.now(),
    },
    organizationId: 'org_of_the_tests',
    ...options,
  }
}
