import type { Ctx, Environment } from '#core/kernel/context.ts'
import { withTenant } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'

/**
 * Where people's own records are kept: in production on an installation that is one, else in the sandbox, where the fictional
 * lists and the movable clock are.
 */
export const personalEnvironment = (services: Services): Environment => (services.config.production ? 'production' : 'sandbox')

/** The call as made on the signed-in person's own records, whichever organisation they work in. */
export async function personalCtx(ctx: Ctx): Promise<Ctx> {
  const { actor } = ctx
  if (actor.type === 'user' && actor.signOn?.ownProof && actor.secondFactorAt === null)
    throw new AppError(
      'forbidden',
      'You signed in with your organisation. Your own records open when you sign in with your own password, wallet or passkey, or confirm with your second factor.',
    )
  const organizationId = ctx.actor.type === 'user' ? ctx.actor.home : ctx.organizationId
  return tenantCtx(ctx, organizationId, personalEnvironment(ctx.services))
}

/** The call as made within a tenant, by that tenant's clock. */
export async function tenantCtx(ctx: Ctx, organizationId: string, environment: Environment): Promise<Ctx> {
  const there = withTenant(ctx, organizationId, environment)
  return { ...there, now: await there.world.clock.now(organizationId) }
}
