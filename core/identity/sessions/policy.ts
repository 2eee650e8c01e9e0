import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { investors, wallets } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { isSelf } from '../persons/own-investor.ts'
import type { SessionRow } from './present.ts'

/** A provider that came to no result by then comes to none: whoever waits for it is told. */
export const MOST_PROCESSING_DAYS = 14
/** How long what a reviewer saw counts, where the tenant does not say. */
const GOOD_FOR_DAYS = 365

/** What a tenant says of its reviews: whether two people look, and for how many days what they saw counts. */
export async function reviewPolicy(tx: Tx, ctx: Ctx): Promise<{ second: boolean; days: number }> {
  const said = await ctx.world.tenant.inForce(tx, ctx)
  const value = (fact: string) => said.find((one) => one.fact === fact)?.value
  const days = value('identity_evidence_days')
  return { second: value('identity_second_person') === true, days: typeof days === 'number' ? days : GOOD_FOR_DAYS }
}

/** By whom a case about a session may be decided: never by whom it is about, nor by their own organisation, nor by who opened it; by two where the tenant says so. */
export async function deciders(tx: Tx, ctx: Ctx, session: SessionRow): Promise<Record<string, unknown>> {
  const investor = session.investor_id ? await findScoped(tx, investors, ctx, session.investor_id) : null
  const wallet = session.wallet_id ? await findScoped(tx, wallets, ctx, session.wallet_id) : null
  const userId = investor?.user_id ?? wallet?.user_id ?? null
  const { second } = await reviewPolicy(tx, ctx)
  return {
    // Who opened it may hold its link, and so may have sent what is looked at.
    opened_by: session.created_by,
    ...(userId && { user_id: userId }),
    ...(investor && isSelf(investor) && { self: true }),
    second_person: second,
  }
}
