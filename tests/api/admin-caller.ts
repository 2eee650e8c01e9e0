import type { Ctx } from '#core/context.ts'
import type { Role } from '#core/permissions.ts'
import type { Services } from '#core/services.ts'
import { systemCtx } from '#core/system.ts'

/** The call context of a signed-in person of this role, without a session behind it: for tests of verbs. */
export function personCtx(services: Services, role: Role, options: Partial<Ctx> = {}): Ctx {
  const id = `usr_of_the_tests_${role}`
  return {
    ...systemCtx(services, { id }),
    actor: {
      type: 'user',
      id,
      organizationId: 'org_of_the_tests',
      role,
      email: `${role}@tests.example`,
      sessionId: 'session',
      secondFactorAt: Date.now(),
    },
    organizationId: 'org_of_the_tests',
    ...options,
  }
}
