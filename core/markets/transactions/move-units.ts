import { eq } from 'drizzle-orm'
import { findWallet } from '#core/chain/wallets/find.ts'
import { freezesOn, frozenUnits, isWhollyFrozen } from '#core/identity/acts/freezes.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { type LotRow, moveLots, openLots, units } from '#core/securities/holdings/lots.ts'
import type { Tx } from '#db/connect.ts'
import { investors, offerings, type transactions } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'

type Row = Pick<typeof transactions.$inferSelect, 'id' | 'type' | 'offering_id' | 'from_address' | 'to_address' | 'amount' | 'facts'>

/** Whether it is the wallet that proved by signature to control the offering's contract: what goes there goes back to the issuer. */
export const isIssuerWallet = (offering: Pick<typeof offerings.$inferSelect, 'token_link'> | null, address: string): boolean =>
  offering?.token_link?.wallet.toLowerCase() === address.toLowerCase()

/** Moves the units of a settled transfer from holder to holder; a burn, or a redemption by the issuer, ends them. The offering must be locked. Throws `conflict`, also for frozen units. */
export async function moveUnits(tx: Tx, ctx: Ctx, row: Row): Promise<void> {
  if (!row.offering_id || !row.from_address || row.type === 'mint') return
  const held = await openLots(tx, ctx, row.offering_id, row.from_address)
  const quantity = BigInt(row.amount.split('.')[0]!)
  if (units(held) < quantity) throw new AppError('conflict', `The sender holds ${units(held)} units by now, not ${quantity}.`)
  const offering = row.type === 'redemption' ? await findScoped(tx, offerings, ctx, row.offering_id) : null
  const ends = row.type === 'burn' || (row.to_address !== null && isIssuerWallet(offering, row.to_address))
  const to = row.to_address && !ends ? await findWallet(tx, ctx, row.to_address) : null
  // What was approved before a freeze does not move after it.
  const from = { personId: held[0]?.person_id ?? 'none', walletAddress: row.from_address }
  const taker = to && { personId: to.person_id ?? to.id, walletAddress: to.address }
  const freezes = await freezesOn(tx, ctx, row.offering_id, taker ? [from, taker] : [from])
  const frozen = frozenUnits(freezes, from, units(held))
  if (units(held) - frozen < quantity) throw new AppError('conflict', `${frozen} of the sender’s ${units(held)} units are frozen by now.`)
  if (taker && isWhollyFrozen(freezes, taker)) throw new AppError('conflict', 'The recipient is frozen by now and takes no units.')
  const [holder] = to?.person_id
    ? await tx
        .select({ id: investors.id })
        .from(investors)
        .where(inScope(investors, ctx, eq(investors.person_id, to.person_id)))
        .limit(1)
    : []
  await moveLots(tx, ctx, namedFirst(held, row.facts['transfer.lot_ids']), {
    quantity,
    transactionId: row.id,
    to: to ? { personId: to.person_id ?? to.id, walletAddress: to.address, investorId: holder?.id ?? null } : null,
  })
}

/** Lots in the order in which they go: those that the call named, then the oldest. */
function namedFirst(held: readonly LotRow[], named: unknown): LotRow[] {
  const first = (lot: LotRow) => Array.isArray(named) && named.includes(lot.id)
  return [...held.filter(first), ...held.filter((lot) => !first(lot))]
}
