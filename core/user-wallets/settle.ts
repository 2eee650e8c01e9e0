import { inArray } from 'drizzle-orm'
import { createPublicClient, http } from 'viem'
import { walletTransfers } from '#db/schema.ts'
import type { Ctx } from '../context.ts'

type Transfer = typeof walletTransfers.$inferSelect

/**
 * Asks the configured chains what became of transfers that were pending, at most 20 at a time. A chain that does not answer
 * changes nothing. Not audited: the chain itself is the record.
 */
export async function settlePending(ctx: Ctx, rows: Transfer[]): Promise<Transfer[]> {
  const urls = Object.values(ctx.services.config.evmRpcUrls)
  const pending = rows.filter((row) => row.status === 'pending' && row.transaction_hash.startsWith('0x')).slice(0, 20)
  if (!urls.length || !pending.length) return rows
  const clients = urls.map((url) => createPublicClient({ transport: http(url, { timeout: 3_000, retryCount: 0, batch: true }) }))
  const outcomes = await Promise.all(
    pending.map(async (row) => {
      const found = await Promise.all(
        clients.map((client) => client.getTransactionReceipt({ hash: row.transaction_hash as `0x${string}` }).catch(() => null)),
      )
      const receipt = found.find((each) => each !== null)
      return receipt ? { id: row.id, status: receipt.status === 'success' ? 'confirmed' : 'failed' } : null
    }),
  )
  for (const status of ['confirmed', 'failed']) {
    const ids = outcomes.flatMap((each) => (each?.status === status ? [each.id] : []))
    if (ids.length) await ctx.db.update(walletTransfers).set({ status }).where(inArray(walletTransfers.id, ids))
  }
  const byId = new Map(outcomes.flatMap((each) => (each ? [[each.id, each.status] as const] : [])))
  return rows.map((row) => ({ ...row, status: byId.get(row.id) ?? row.status }))
}
