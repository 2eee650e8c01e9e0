import { and, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { writeDue } from '#core/record/write-due.ts'
import { lots, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const WEEK_MS = 7 * 86_400_000
const BATCH = 200

/** Tells once of each lock-up that ends within seven days, and of each that ended. What may move follows from the time. */
export async function tellEndingLockups(ctx: Ctx): Promise<number> {
  const due = inScope(
    lots,
    ctx,
    and(
      isNull(lots.closed_at),
      or(
        and(lte(lots.lockup_until, new Date(ctx.now)), lt(lots.lockup_told, 2)),
        and(lte(lots.lockup_until, new Date(ctx.now + WEEK_MS)), eq(lots.lockup_told, 0)),
      ),
    ),
  )
  const ids = (await ctx.db.select({ id: lots.id }).from(lots).where(due).orderBy(lots.id).limit(BATCH)).map((row) => row.id)
  if (!ids.length) return 0
  return writeDue(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(lots)
      .where(and(due, inArray(lots.id, ids)))
      .orderBy(lots.id)
      .for('update')
    if (!rows.length) return null
    const ended = (row: (typeof rows)[number]) => row.lockup_until!.getTime() <= ctx.now
    for (const told of [1, 2]) {
      const those = rows.filter((row) => ended(row) === (told === 2)).map((row) => row.id)
      if (those.length)
        await tx
          .update(lots)
          .set({ lockup_told: told })
          .where(inScope(lots, ctx, inArray(lots.id, those)))
    }
    const addresses = [...new Set(rows.map((row) => row.wallet_address))]
    const owners = rows.length
      ? await tx
          .select({ id: wallets.id, address: wallets.address })
          .from(wallets)
          .where(inScope(wallets, ctx, inArray(wallets.address, addresses)))
      : []
    return {
      result: rows.length,
      audit: { action: 'lockups_ending', category: 'investment', details: { count: rows.length } },
      events: rows.map((row) => ({
        type: ended(row) ? ('holding.unlocked' as const) : ('holding.lockup_ending' as const),
        resource: { type: 'holding', id: row.id },
        object: {
          offering_id: row.offering_id,
          wallet_id: owners.find((wallet) => wallet.address === row.wallet_address)?.id ?? null,
          wallet_address: row.wallet_address,
          quantity: row.quantity,
          rule: 'issuer_lockup',
          lockup_until: row.lockup_until!.toISOString(),
        },
      })),
    }
  })
}
