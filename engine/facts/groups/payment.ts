/** Facts about one payment, shared by the payment and monitoring rules. What `history` holds excludes the payment that is judged. */
import { limitsOf, type MicroLimits } from '../../calculations/velocity.ts'
import { isoDay } from '../../dates.ts'
import { k, type Now } from '../../facts.ts'
import { countryRiskTable, isGrey } from '../../tables/country-risk.ts'
import type { VelocityLevel } from '../../tables/velocity.ts'
import { fact } from '../vocabulary.ts'
import type { TxType } from '../words.ts'
import type { Place } from './subject.ts'

export const tx = {
  market: fact('tx.market'),
  type: fact('tx.type'),
  direction: fact('tx.direction'),
  usd: fact('tx.amount', k.usd),
  eur: fact('tx.amount', k.eur),
}

export const sender = {
  kind: fact('from.kind'),
  levels: fact('from.credential.levels'),
  places: fact('from.places'),
}

/** Facts that fix a customer's velocity limits. */
export const velocity = { type: tx.type, direction: tx.direction, usd: tx.usd, ...sender }
type VelocityFacts = { readonly type: TxType; readonly direction: string; readonly kind: string; readonly levels: readonly string[] }

/** What is made or ends moves nothing between people. The market is only a name: value that moves is a payment in each of them. */
export const movesValue = (f: { readonly type: TxType }): boolean => f.type !== 'mint' && f.type !== 'burn'

/**
 * Velocity binds what a customer sends out, in whichever market's name. Who holds a credential here is a customer: no word that the value
 * arrives from outside, or is a reward, takes them out of it.
 */
export function velocityBinds(f: VelocityFacts): boolean {
  if (f.kind === 'absent' || !movesValue(f)) return false
  return (f.direction === 'outbound' && f.type !== 'reward') || f.levels.length > 0
}

/** The level whose limits count: an enhanced company is an entity. */
function velocityLevel(levels: readonly string[], kind: string): VelocityLevel {
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

/** Who is not verified at all is told that: no smaller amount would go. */
export const limitByte = ({ level }: { readonly level: VelocityLevel }): number => (level === 'none' ? 20 : 29)
