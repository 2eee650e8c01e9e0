import type { Queryable } from '#db/connect.ts'
import type { Ctx } from '../context.ts'
import { asOfView } from './as-of.ts'
import { ownWorld } from './sandbox-list.ts'
import type { ListView } from './world.ts'

/** The lists a call is answered from: those in force, or those that were at `asOf` (ms). */
export async function viewFor(db: Queryable, ctx: Ctx, asOf: number | null = null): Promise<ListView> {
  if (asOf !== null) return asOfView(ctx, asOf)
  return ctx.services.screening.view(ctx.environment, ctx.environment === 'sandbox' ? await ownWorld(db, ctx) : null)
}
