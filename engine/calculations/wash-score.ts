/** Wash-trading points of one NFT sale, from facts of the chain and of the marketplace. */
import { WASH_BANDS, WASH_LIMITS, WASH_POINTS } from '../tables/wash-trading.ts'

export type WashFacts = {
  samePerson: boolean
  /** Share of the price or first gas of the buyer that the seller funded, in basis points. */
  funderBps: number
  funderHops: number
  funderDays: number
  /** The funds came through a listed exchange's wallet, so they say nothing about the seller. */
  viaExchange: boolean
  /** Returns of the token to an earlier owner inside 30 days. */
  returns30d: number
  ringWallets: number
  ringShareBps: number
  /** Price minus proceeds returned to the buyer's cluster within 24 hours, in basis points of the price; null when nothing returned. */
  keptBps: number | null
  sales24h: number
  /** Price over the 30-day collection median, in basis points (10 × = 100000); null without a median. */
  priceMultipleBps: number | null
  outsideBid: boolean
  feeBps: number
  volumeReward: boolean
}
export type WashCode = Exclude<keyof typeof WASH_POINTS, 'WASH_ROUND_TRIP_ONCE'>
export type WashScore = { score: number; band: 'none' | 'inform' | 'hold' | 'deny'; parts: { code: WashCode; points: number }[] }

/** Points of each heuristic (zero when it does not fire), the sum capped at 100, and its band. */
export function washScore(f: WashFacts): WashScore {
  const l = WASH_LIMITS
  const p = WASH_POINTS
  const funded = !f.viaExchange && f.funderBps >= l.funderBps && f.funderHops <= l.funderHops && f.funderDays <= l.funderDays
  const jump = !f.outsideBid && f.priceMultipleBps !== null && f.priceMultipleBps >= l.priceMultipleBps
  const parts: WashScore['parts'] = [
    { code: 'WASH_SELF', points: f.samePerson ? p.WASH_SELF : 0 },
    { code: 'WASH_COMMON_FUNDER', points: funded ? p.WASH_COMMON_FUNDER : 0 },
    { code: 'WASH_ROUND_TRIP', points: f.returns30d >= 2 ? p.WASH_ROUND_TRIP : f.returns30d === 1 ? p.WASH_ROUND_TRIP_ONCE : 0 },
    { code: 'WASH_RING', points: f.ringWallets >= l.ringWallets && f.ringShareBps >= l.ringShareBps ? p.WASH_RING : 0 },
    { code: 'WASH_ZERO_RISK', points: f.keptBps !== null && f.keptBps <= l.zeroRiskBps ? p.WASH_ZERO_RISK : 0 },
    { code: 'WASH_VELOCITY', points: f.sales24h >= l.velocitySales ? p.WASH_VELOCITY : 0 },
    { code: 'WASH_PRICE_JUMP', points: jump ? p.WASH_PRICE_JUMP : 0 },
    { code: 'WASH_FEE_FREE', points: f.feeBps === 0 && f.volumeReward ? p.WASH_FEE_FREE : 0 },
  ]
  const score = Math.min(
    100,
    parts.reduce((sum, x) => sum + x.points, 0),
  )
  const band = f.samePerson ? 'deny' : score >= WASH_BANDS.hold ? 'hold' : score >= WASH_BANDS.inform ? 'inform' : 'none'
  return { score, band, parts }
}
