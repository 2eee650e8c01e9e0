import type { Day } from '../dates.ts'
import type { Lot } from '../facts/shapes.ts'
import { fact } from '../facts/vocabulary.ts'

/** Ways that carry the earlier holder's clock (Rule 144(d)(3)), beside a purchase from someone who is no affiliate. */
const TACKING = new Set(['split', 'dividend', 'conversion', 'gift', 'pledge_default', 'trust', 'estate'])

/** The sender's lots, oldest first as the record keeps them. */
export const lotsFact = fact('from.lots')

/**
 * The day on which a lot's holding period begins (Rule 144(d)): the later of acquisition and full payment when bought from the issuer
 * or an affiliate; the earlier holder's start when it tacks; null when it tacks and the earlier lot is not known.
 */
export function clockStart(lot: Lot): Day | null {
  const tacks = TACKING.has(lot.how) || lot.acquired_from === 'other'
  if (tacks) return lot.tack_from ? clockStart(lot.tack_from) : null
  return Math.max(lot.acquired_at, lot.paid_in_full_at)
}

export type Taken = { readonly lot: Lot; readonly take: bigint }

/** The lots that a quantity is taken from, first in first out. What the lots cannot cover is left out. */
export function lotsUsed(lots: readonly Lot[], quantity: bigint): readonly Taken[] {
  const out: Taken[] = []
  let left = quantity
  for (const lot of lots) {
    if (left <= 0n) break
    const take = lot.quantity < left ? lot.quantity : left
    if (take > 0n) out.push({ lot, take })
    left -= take
  }
  return out
}

/** The lots that a transfer moves from: those it names, or all of them. */
export const lotsMoved = (lots: readonly Lot[], named: readonly string[] | null): readonly Lot[] =>
  named === null ? lots : lots.filter((lot) => named.includes(lot.id))
