import type { Ctx, Tenant } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { asOfView } from './as-of.ts'
import { ownWorld } from './sandbox-list.ts'
import type { ListView } from './world.ts'

/** The lists a call is answered from: those in force, or those that were at `asOf` (ms). */
export const viewFor = (db: Queryable, ctx: Ctx, asOf: number | null = null): Promise<ListView> =>
  asOf === null ? viewNow(db, ctx) : asOfView(ctx, asOf)

/** The lists in force: in a sandbox its own, where it changed the sample. */
export async function viewNow(db: Queryable, ctx: Tenant & Pick<Ctx, 'services'>): Promise<ListView> {
  const { environment, services } = ctx
  return services.screening.view(environment, environment === 'sandbox' ? await ownWorld(db, ctx) : null)
}
