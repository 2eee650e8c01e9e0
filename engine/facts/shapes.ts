import { type Json as IvmsJson, isObject, type JsonObject, normaliseIvms } from '../calculations/ivms.ts'
import type { Day } from '../dates.ts'
import { type AtHand, type Kind, k, kind } from '../facts.ts'
import { ACQUIRED_UNDER, PLACE_SOURCES, type PlaceSource } from './words.ts'

/** Shapes of facts that are more than one value. */
export const placeFields = { source: k.oneOf(PLACE_SOURCES), country: k.text, region: k.orNone(k.region), proven: k.bool }

/** What can be read of one place, where not all of it can. */
export type PlaceSeen = { readonly source: PlaceSource; readonly country: string | null; readonly region: string | null }

/**
 * What can be read of each place by itself. One that nobody can read takes nothing from the others: only who looks for places that speak
 * against somebody reads them so, and asks for the whole list before they speak for them.
 */
export const placesSeen: Kind<readonly PlaceSeen[], readonly PlaceSeen[]> = kind('places one by one', (raw, context) => {
  if (!Array.isArray(raw)) return undefined
  const seen: PlaceSeen[] = []
  for (const place of raw) {
    if (place === null || typeof place !== 'object') continue
    const source = placeFields.source.parse(place.source, context)
    if (source === undefined) continue
    const country = k.text.parse(place.country, context) ?? null
    seen.push({ source, country, region: k.region.parse(place.region, context) ?? null })
  }
  return seen
})

/** As what somebody is a qualified purchaser, and their investments. */
export const qualifiedPurchaser = k.record({
  kind: k.oneOf(['natural', 'family_company', 'trust', 'other', 'qib', 'dealer', 'none']),
  investments: k.usd,
  formed_for_purchase: k.bool,
  all_deciders_qualified: k.bool,
})

export const exceptionRecord = k.record({
  author: k.text,
  requester: k.text,
  reason: k.text,
  decided_on: k.pastDay,
  expires_on: k.day,
  subject_hash: k.text,
  entry_hash: k.text,
})

export const transferFields = { at: k.pastInstant, usd: k.decimal, eur: k.decimal, beneficiary: k.text, wallet: k.text }

export const cashFields = { at: k.pastInstant, day: k.pastDate, place: k.text, amount: k.decimal, direction: k.oneOf(['in', 'out']) }

export const flowFields = { at: k.pastInstant, usd: k.decimal, counterparty: k.text }

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

/** The same as it is written. */
export type WrittenLot = (typeof lotFields extends Kind<infer _, infer W> ? W : never) & { readonly tack_from: WrittenLot | 'none' }

const lotFields = k.record({
  id: k.text,
  quantity: k.units,
  acquired_at: k.pastDay,
  paid_in_full_at: k.pastDay,
  acquired_from: k.oneOf(['issuer', 'affiliate', 'other']),
  how: k.oneOf(['purchase', 'split', 'dividend', 'conversion', 'gift', 'pledge_default', 'trust', 'estate']),
  acquired_under: k.oneOf(ACQUIRED_UNDER),
})

const lotKind: Kind<Lot, WrittenLot> = kind('lot', (raw, hand): Lot | undefined => parseLot(raw, hand, 0))

/** The lots of one holder. One that is listed twice would count twice. */
export const lotsKind: Kind<readonly Lot[], readonly WrittenLot[]> = kind(
  'lots',
  (raw, hand): readonly Lot[] | undefined => {
    const lots = k.list(lotKind).parse(raw, hand)
    return lots && new Set(lots.map((lot) => lot.id)).size === lots.length ? lots : undefined
  },
  true,
)

// A chain of owners is finite; the bound keeps hostile input from nesting for ever.
function parseLot(raw: unknown, hand: AtHand, depth: number): Lot | undefined {
  const own = lotFields.parse(raw, hand)
  if (!own || depth > 50) return undefined
  const earlier = (raw as { tack_from?: unknown }).tack_from
  if (earlier === 'none') return { ...own, tack_from: null }
  const tack_from = parseLot(earlier, hand, depth + 1)
  return tack_from && { ...own, tack_from }
}

/** An IVMS101 message in any accepted spelling; the word "none" is a message that was not sent. */
export const message: Kind<JsonObject> = {
  name: 'IVMS101 message or none',
  parse: (raw) => {
    if (raw === 'none') return {}
    const value = normaliseIvms(raw as IvmsJson)
    return isObject(value) ? value : undefined
  },
  big: true,
}
