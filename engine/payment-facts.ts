/** Facts about one payment, shared by the payment and monitoring rules. What `history` holds excludes the payment that is judged. */
import { limitsOf, type MicroLimits } from './calculations/velocity.ts'
import { isoDay } from './dates.ts'
import { fact, k, type Now } from './facts.ts'
import type { Place } from './subject-facts.ts'
import { PLACE_SOURCES, SUBJECT_KINDS } from './subject-facts.ts'
import { countryRiskTable, isGrey } from './tables/country-risk.ts'
import type { VelocityLevel } from './tables/velocity.ts'

export const TX_MARKETS = ['securities', 'stablecoins', 'nfts', 'defi', 'gaming'] as const
export const TX_TYPES = ['transfer', 'payment', 'buy', 'mint', 'burn', 'redeem', 'cash_out', 'reward'] as const
export type TxType = (typeof TX_TYPES)[number]

export const tx = {
  market: fact.oneOf('tx.market', TX_MARKETS),
  type: fact.oneOf('tx.type', TX_TYPES),
  direction: fact.oneOf('tx.direction', ['outbound', 'inbound']),
  usd: fact.usd('tx.amount'),
  eur: fact.eur('tx.amount'),
}

const placeFields = { source: k.oneOf(PLACE_SOURCES), country: k.text, region: k.orNone(k.text), proven: k.bool }
export const sender = {
  kind: fact.oneOf('from.kind', SUBJECT_KINDS),
  levels: fact.texts('from.credential.levels'),
  places: fact.list('from.places', placeFields),
}

/** Facts that fix a customer's velocity limits. */
export const velocity = { type: tx.type, direction: tx.direction, usd: tx.usd, ...sender }
type VelocityFacts = { readonly type: TxType; readonly direction: string; readonly kind: string }

/** What is made or ends moves nothing between people. The market is only a name: value that moves is a payment in each of them. */
export const movesValue = (f: { readonly type: TxType }): boolean => f.type !== 'mint' && f.type !== 'burn'

/** Velocity binds what a customer sends out, in whichever market's name. */
export function velocityBinds(f: VelocityFacts): boolean {
  return f.direction === 'outbound' && f.kind !== 'absent' && movesValue(f) && f.type !== 'reward'
}

/** The level whose limits count: an enhanced company is an entity. */
export function velocityLevel(levels: readonly string[], kind: string): VelocityLevel {
  if (levels.includes('enhanced')) return kind === 'entity' ? 'entity' : 'enhanced'
  return levels.includes('basic') ? 'basic' : 'none'
}

/** Limits of the sender; halved for a country under increased monitoring on the day. */
export function senderLimits(
  f: { readonly levels: readonly string[]; readonly kind: string; readonly places: readonly Place[] },
  now: Now,
): MicroLimits & { level: VelocityLevel } {
  const table = countryRiskTable(isoDay(now.day))
  const grey = table === null || f.places.some((p) => p.source !== 'ip' && isGrey(table, p.country))
  const level = velocityLevel(f.levels, f.kind)
  return { ...limitsOf(level, grey), level }
}

export const transferFields = { at: k.instant, usd: k.decimal, eur: k.decimal, beneficiary: k.text, wallet: k.text }
export const cashFields = { at: k.instant, day: k.text, place: k.text, amount: k.decimal, direction: k.oneOf(['in', 'out']) }
export const flowFields = { at: k.instant, usd: k.decimal, counterparty: k.text }
