import type { Ctx } from '#core/kernel/context.ts'
import { notify } from '#core/record/notifications/notify.ts'
import type { Tx } from '#db/connect.ts'
import { investors } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { InvestmentRow } from './present.ts'

/** Leaves word about an investment for whoever made it, when they have an account. */
export async function tellInvestor(tx: Tx, ctx: Ctx, row: InvestmentRow, words: { title: string; body: string }): Promise<void> {
  const investor = await findScoped(tx, investors, ctx, row.investor_id)
  if (investor?.user_id) await notify(tx, ctx, { userId: investor.user_id, ...words, href: '/dashboard/holdings?view=investments' })
}
