import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Tx } from '#db/connect.ts'
import { lots } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { lockupEnd } from '#engine/calculations/holding.ts'
import { legalDay, startOfLegalDay } from '#engine/dates.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { regulationOf } from '../offerings/facts.ts'
import { affiliationOf } from './holder-facts.ts'

export type LotRow = typeof lots.$inferSelect

/** A holder's open lots of an offering, oldest first, locked until the transaction ends. */
export async function openLots(tx: Tx, ctx: Ctx, offeringId: string, walletAddress: string): Promise<LotRow[]> {
  return tx
    .select()
    .from(lots)
    .where(inScope(lots, ctx, and(eq(lots.offering_id, offeringId), eq(lots.wallet_address, walletAddress), isNull(lots.closed_at))))
    .orderBy(asc(lots.acquired_at), asc(lots.id))
    .for('update')
}

/** A person's open lots of an offering, in whatever wallets they lie, oldest first, locked until the transaction ends. */
export async function personLots(tx: Tx, ctx: Ctx, offeringId: string, personId: string): Promise<LotRow[]> {
  return tx
    .select()
    .from(lots)
    .where(inScope(lots, ctx, and(eq(lots.offering_id, offeringId), eq(lots.person_id, personId), isNull(lots.closed_at))))
    .orderBy(asc(lots.acquired_at), asc(lots.id))
    .for('update')
}

export const units = (rows: readonly LotRow[]): bigint => rows.reduce((sum, lot) => sum + BigInt(lot.quantity.split('.')[0]!), 0n)

/** The engine reads a lot's past this far back; what is older is not named, and its rules ask for it. */
const DEPTH = 50

/** Lots as the engine reads them, each with the lot it came from, whose holding period may count. */
export async function lotFacts(tx: Tx, ctx: Ctx, rows: readonly LotRow[]): Promise<Lots> {
  const earlier = new Map<string, LotRow>()
  let wanted = rows.flatMap((lot) => lot.tack_from ?? [])
  for (let depth = 1; wanted.length && depth < DEPTH; depth++) {
    const found = await tx
      .select()
      .from(lots)
      .where(inScope(lots, ctx, inArray(lots.id, wanted)))
    for (const lot of found) earlier.set(lot.id, lot)
    wanted = found.flatMap((lot) => (lot.tack_from && !earlier.has(lot.tack_from) ? lot.tack_from : []))
  }
  const factsOf = (lot: LotRow, depth: number): Lots[number] => {
    const before = lot.tack_from && depth < DEPTH ? earlier.get(lot.tack_from) : undefined
    return { ...plainLot(lot), tack_from: before ? factsOf(before, depth + 1) : 'none' }
  }
  return rows.map((lot) => factsOf(lot, 1))
}

type Lots = NonNullable<Room<'from'>['lots']>

const plainLot = (lot: LotRow) => ({
  id: lot.id,
  quantity: lot.quantity.split('.')[0]!,
  acquired_at: rulesDay(lot.acquired_at),
  paid_in_full_at: rulesDay(lot.paid_in_full_at ?? lot.acquired_at),
  acquired_from: lot.acquired_from,
  how: 'purchase' as const,
  acquired_under: regulationOf(lot.acquired_under),
})

/** When a lot that was acquired at a time comes free of the offering's lock-up: with the legal day after it, as the rules count. */
export const lockupUntil = (acquired: Date, days: number | null): Date | null =>
  days ? new Date(startOfLegalDay(lockupEnd(legalDay(acquired.getTime()), days))) : null

/** Opens a lot. */
export async function openLot(
  tx: Tx,
  ctx: Ctx,
  lot: Omit<typeof lots.$inferInsert, 'id' | 'organization_id' | 'environment' | 'created_at'>,
): Promise<void> {
  await tx.insert(lots).values({
    id: newId('lot', ctx.now),
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    created_at: new Date(ctx.now),
    ...lot,
  })
}

/**
 * Moves units first in, first out: what is taken is closed, what is left of a lot is opened anew with the same dates. Between wallets of
 * one person the units keep what they were; what an affiliate of the issuer sells, or somebody of whom that is not known, begins anew.
 */
export async function moveLots(
  tx: Tx,
  ctx: Ctx,
  rows: readonly LotRow[],
  move: { quantity: bigint; transactionId: string; to: { personId: string; walletAddress: string; investorId: string | null } | null },
): Promise<void> {
  let left = move.quantity
  const at = new Date(ctx.now)
  const seller = rows[0]?.person_id ?? null
  const own = move.to?.personId === seller
  const said = own ? null : await affiliationOf(tx, ctx, seller)
  const acquired = own
    ? {}
    : {
        acquired_at: at,
        paid_in_full_at: at,
        acquired_from: said && !said.now && !said.lately ? ('other' as const) : ('affiliate' as const),
      }
  for (const lot of rows) {
    if (left === 0n) break
    const has = BigInt(lot.quantity.split('.')[0]!)
    const taken = has < left ? has : left
    left -= taken
    await tx
      .update(lots)
      .set({ closed_at: at, closed_by: move.transactionId })
      .where(inScope(lots, ctx, eq(lots.id, lot.id)))
    const { id: _, organization_id: _o, environment: _e, created_at: _c, closed_at: _ca, closed_by: _cb, ...same } = lot
    if (has > taken) await openLot(tx, ctx, { ...same, quantity: String(has - taken), transaction_id: move.transactionId })
    if (move.to)
      await openLot(tx, ctx, {
        ...same,
        quantity: String(taken),
        person_id: move.to.personId,
        wallet_address: move.to.walletAddress,
        investor_id: move.to.investorId,
        ...acquired,
        tack_from: lot.id,
        transaction_id: move.transactionId,
      })
  }
}
