import type { Day } from '../dates.ts'
import { type Context, fact, type Kind, k, kind, need } from '../facts.ts'
import { REGULATIONS } from '../securities-facts.ts'

export const ACQUIRED_UNDER = [...REGULATIONS, 'sec_4a2', 'sec_4a7', 'sec_4a1h', 'rule_144', 'rule_144a', 'registered'] as const
/** Ways that carry the earlier holder's clock (Rule 144(d)(3)), beside a purchase from someone who is no affiliate. */
const TACKING = new Set(['split', 'dividend', 'conversion', 'gift', 'pledge_default', 'trust', 'estate'])

/** Units bought together: their age is counted together. */
export type Lot = {
  readonly id: string
  readonly quantity: bigint
  readonly acquired_at: Day
  readonly paid_in_full_at: Day
  readonly acquired_from: 'issuer' | 'affiliate' | 'other'
  readonly how: 'purchase' | 'split' | 'dividend' | 'conversion' | 'gift' | 'pledge_default' | 'trust' | 'estate'
  readonly acquired_under: (typeof ACQUIRED_UNDER)[number]
  /** The lot it came from, when its clock carries on. */
  readonly tack_from: Lot | null
}

const base = k.record({
  id: k.text,
  quantity: k.units,
  acquired_at: k.day,
  paid_in_full_at: k.day,
  acquired_from: k.oneOf(['issuer', 'affiliate', 'other']),
  how: k.oneOf(['purchase', 'split', 'dividend', 'conversion', 'gift', 'pledge_default', 'trust', 'estate']),
  acquired_under: k.oneOf(ACQUIRED_UNDER),
})

const lotKind: Kind<Lot> = kind('lot', (raw, context): Lot | undefined => parseLot(raw, context, 0))

// A chain of owners is finite; the bound keeps hostile input from nesting for ever.
function parseLot(raw: unknown, context: Context, depth: number): Lot | undefined {
  const own = base.parse(raw, context)
  if (!own || depth > 50) return undefined
  const earlier = (raw as { tack_from?: unknown }).tack_from
  if (earlier === 'none') return { ...own, tack_from: null }
  const tack_from = parseLot(earlier, context, depth + 1)
  return tack_from && { ...own, tack_from }
}

/** The sender's lots, oldest first as the record keeps them. */
export const lotsFact = need('from.lots', k.list(lotKind))
/** Lots that the seller names, or "fifo". */
export const namedLots = fact.text('transfer.lot_order')

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
    // biome-ignore lint/complexity/useMathMinMax: Math works on numbers, these are big integers
    const take = lot.quantity < left ? lot.quantity : left
    if (take > 0n) out.push({ lot, take })
    left -= take
  }
  return out
}
