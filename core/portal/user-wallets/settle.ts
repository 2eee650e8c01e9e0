import { inArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { askedChains, findReceipt } from '#core/record/chain-receipts.ts'
import { walletTransfers } from '#db/schema.ts'

type Transfer = typeof walletTransfers.$inferSelect

/**
 * Asks the configured chains what became of transfers that were pending, at most 20 at a time. A chain that does not answer
 * changes nothing. Not audited: the chain itself is the record.
 */
export async function settlePending(ctx: Ctx, rows: Transfer[]): Promise<Transfer[]> {
  const pending = rows.filter((row) => row.status === 'pending' && row.transaction_hash.startsWith('0x')).slice(0, 20)
  if (!pending.length) return rows
  const chains = askedChains(ctx.services)
  const outcomes = await Promise.all(
    pending.map(async (row) => {
      const found = await findReceipt(chains, row.transaction_hash)
      return typeof found === 'string' ? null : { id: row.id, status: found.receipt.status === 'success' ? 'confirmed' : 'failed' }
    }),
  )
  for (const status of ['confirmed', 'failed']) {
    const ids = outcomes.flatMap((each) => (each?.status === status ? [each.id] : []))
    if (ids.length) await ctx.db.update(walletTransfers).set({ status }).where(inArray(walletTransfers.id, ids))
  }
  const byId = new Map(outcomes.flatMap((each) => (each ? [[each.id, each.status] as const] : [])))
  return rows.map((row) => ({ ...row, status: byId.get(row.id) ?? row.status }))
}
