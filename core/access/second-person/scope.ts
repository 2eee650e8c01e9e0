import { eq, inArray } from 'drizzle-orm'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import type { World } from '#core/sources/world.ts'
import type { Queryable } from '#db/connect.ts'
import { apiKeys, cases } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { tenantCtx } from '../accounts/personal.ts'

/** Admins work through the queues of all tenants; everybody else sees their own. */
export const seesAll = (ctx: Ctx) => ctx.actor.type === 'user' && ctx.actor.role === 'admin'

/** The call as made within the tenant of a case, by that tenant's clock. Throws `not_found` for a case the caller may not see. */
export async function caseCtx(ctx: Ctx, id: string): Promise<Ctx> {
  if (!seesAll(ctx)) {
    if (!(await findScoped(ctx.db, cases, ctx, id))) throw notFound()
    return ctx
  }
  const [row] = await ctx.db
    .select({ organization: cases.organization_id, environment: cases.environment })
    .from(cases)
    .where(eq(cases.id, id))
    .limit(1)
  if (!row) throw notFound()
  return tenantCtx(ctx, row.organization, row.environment as Environment)
}

/**
 * Whether two actors are one person. In production a key acts for whoever made it; in the sandbox, where one developer tries
 * both sides, two keys are two people.
 */
export async function sameActor(db: Queryable, { people }: Pick<World, 'people'>, a: string, b: string): Promise<boolean> {
  if (a === b) return true
  if (people.playedByOne) return false
  const keys = await db
    .select({ id: apiKeys.id, by: apiKeys.created_by })
    .from(apiKeys)
    .where(inArray(apiKeys.id, [a, b]))
  const person = (id: string) => keys.find((key) => key.id === id)?.by ?? id
  return person(a) === person(b)
}
