import type { Ctx } from '#core/kernel/context.ts'
import { agesShown, type ShownAge } from '#core/record/decisions/data-age.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import { asTenantRoom } from '#core/record/facts/table.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { TenantFact } from '#core/sources/tenant/source.ts'
import type { Queryable } from '#db/connect.ts'

/** How old the data is that a decision of this organisation would be made from now, beside its budgets. Of whom it is about nothing is said. */
export async function dataNow(db: Queryable, ctx: Ctx, known: readonly TenantFact[]): Promise<ShownAge[]> {
  const stamps = ctx.services.screening.view(await ctx.world.lists.standIn(db, ctx)).stamps()
  const base = await baseFacts(ctx, 'payment', stamps)
  const data_budgets = known.find(({ fact }) => fact === 'data_budgets')?.value ?? []
  return agesShown({ ...base, tenant: asTenantRoom({ data_budgets }), fx: await rateFacts(ctx) })
}
