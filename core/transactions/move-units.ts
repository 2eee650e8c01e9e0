import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { investors, type transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { freezesOn, frozenUnits, isWhollyFrozen } from '../holdings/freezes.ts'
import { moveLots, openLots, units } from '../holdings/lots.ts'
import { findWallet } from '../wallets/find.ts'

type Row = Pick<typeof transactions.$inferSelect, 'id' | 'type' | 'offering_id' | 'from_address' | 'to_address' | 'amount'>

/** Moves the units of a settled transfer from holder to holder; a burn ends them. The offering must be locked. Throws `conflict`, also for frozen units. */
export async function moveUnits(tx: Tx, ctx: Ctx, row: Row): Promise<void> {
  if (!row.offering_id || !row.from_address || row.type === 'mint') return
  const held = await openLots(tx, ctx, row.offering_id, row.from_address)
  const quantity = BigInt(row.amount.split('.')[0]!)
  if (units(held) < quantity) throw new AppError('conflict', `The sender holds ${units(held)} units by now, not ${quantity}.`)
  const to = row.to_address && row.type !== 'burn' ? await findWallet(tx, ctx, row.to_address) : null
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
  await moveLots(tx, ctx, held, {
    quantity,
    transactionId: row.id,
    to: to ? { personId: to.person_id ?? to.id, walletAddress: to.address, investorId: holder?.id ?? null } : null,
  })
}
