import type { Ctx, Tenant } from '#core/kernel/context.ts'
import type { ListView } from '#core/sources/lists/loaded.ts'
import type { Queryable } from '#db/connect.ts'
import { asOfView } from './as-of.ts'

/** The lists a call is answered from: those in force, or those that were at `asOf` (ms). */
export const viewFor = (db: Queryable, ctx: Ctx, asOf: number | null = null): Promise<ListView> =>
  asOf === null ? viewNow(db, ctx) : asOfView(ctx, asOf)

/** The lists in force, with what stands in for them in the world of the call. */
export const viewNow = async (db: Queryable, ctx: Tenant & Pick<Ctx, 'services' | 'world'>): Promise<ListView> =>
  ctx.services.screening.view(await ctx.world.lists.standIn(db, ctx))
