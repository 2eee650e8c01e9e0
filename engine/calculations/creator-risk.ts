/** The published risk score of an NFT creator and the tier that follows from it. Every point has a line, so the number can be checked by hand. */
import { CREATOR_LIMITS, CREATOR_WEIGHTS } from '../tables/creator-risk.ts'

export type CreatorFacts = {
  /** Number of social links given, 0 to 3. */
  links: number
  /** Links whose ownership was proven. */
  linksProven: number
  production: boolean
  credential: 'none' | 'pending' | 'basic' | 'enhanced'
  /** Days since the wallet's first use; null when not measured. */
  walletAgeDays: number | null
  country: 'high' | 'grey' | 'other' | null
  possibleMatch: boolean
  /** Similarity to the nearest verified creator's name in basis points; null when nobody is near. */
  nameSimilarity: number | null
  /** Works taken down in a year; null when nobody says. */
  takedowns365d: number | null
  washAlerts90d: number
  /** High-risk inflow in basis points; null when not measured. */
  exposureBps: number | null
  rejectedIn365d: boolean
  sanctionsHit: boolean
  hasName: boolean
  enhancedScreening: boolean
}
type ScorePart = { name: string; points: number; measured: boolean }
export type CreatorScore = {
  score: number
  band: 'low' | 'medium' | 'high' | 'severe'
  parts: ScorePart[]
  /** Measured parts of twelve. */
  measured: number
  tier: 'none' | 'basic' | 'standard' | 'premium'
}

const at = (list: readonly number[], index: number): number => list[Math.min(Math.max(index, 0), list.length - 1)] ?? 0

function walletAge(days: number | null): number {
  const w = CREATOR_WEIGHTS.walletAge
  if (days === null) return w.unmeasured
  return days < 30 ? w.under30 : days < 180 ? w.under180 : w.older
}

function exposure(bps: number | null): number {
  const w = CREATOR_WEIGHTS.exposure
  if (bps === null) return w.none
  return bps >= CREATOR_LIMITS.exposureHighBps ? w.high : bps >= CREATOR_LIMITS.exposureSomeBps ? w.some : w.none
}

function similarity(bps: number | null): number {
  if (bps === null) return 0
  if (bps >= CREATOR_LIMITS.similarStrong) return CREATOR_WEIGHTS.similarName.strong
  return bps >= CREATOR_LIMITS.similarWeak ? CREATOR_WEIGHTS.similarName.weak : 0
}

function credentialPoints(level: CreatorFacts['credential']): number {
  const w = CREATOR_WEIGHTS.credential
  return level === 'none' ? w.none : level === 'pending' ? w.pending : w.live
}

function tierOf(f: CreatorFacts, score: number, measured: number): CreatorScore['tier'] {
  const live = f.credential === 'basic' || f.credential === 'enhanced'
  if (!live || !f.hasName || f.sanctionsHit || score >= CREATOR_LIMITS.severe) return 'none'
  if (f.links < 1 || score >= CREATOR_LIMITS.high) return 'basic'
  const proven = f.production ? f.linksProven >= 1 && measured >= CREATOR_LIMITS.coverageNeeded : true
  return f.links >= 3 && proven && f.enhancedScreening && score < CREATOR_LIMITS.medium ? 'premium' : 'standard'
}

/** Score, band, parts and tier. Pure; the weights are in `tables/creator-risk.ts`. */
export function creatorRisk(f: CreatorFacts): CreatorScore {
  const w = CREATOR_WEIGHTS
  const parts: ScorePart[] = [
    { name: 'base', points: w.base, measured: true },
    { name: 'links', points: at(w.links, f.links), measured: true },
    { name: 'links_unproven', points: f.production && f.links > 0 && f.linksProven === 0 ? w.unproven : 0, measured: true },
    { name: 'credential', points: credentialPoints(f.credential), measured: true },
    { name: 'wallet_age', points: walletAge(f.walletAgeDays), measured: f.walletAgeDays !== null },
    { name: 'country', points: f.country === null ? w.country.other : w.country[f.country], measured: f.country !== null },
    { name: 'possible_match', points: f.possibleMatch ? w.possibleMatch : 0, measured: true },
    { name: 'similar_name', points: similarity(f.nameSimilarity), measured: true },
    { name: 'takedowns_365d', points: at(w.takedowns, f.takedowns365d ?? 0), measured: f.takedowns365d !== null },
    { name: 'wash_alerts_90d', points: at(w.washAlerts, f.washAlerts90d), measured: true },
    { name: 'exposure', points: exposure(f.exposureBps), measured: f.exposureBps !== null },
    { name: 'rejected_verification', points: f.rejectedIn365d ? w.rejectedVerification : 0, measured: true },
  ]
  const sum = parts.reduce((total, p) => total + p.points, 0)
  if (f.sanctionsHit) parts.push({ name: 'sanctions_hit', points: w.sanctionsHit, measured: true })
  const score = f.sanctionsHit ? 100 : Math.min(100, sum)
  const measured = parts.filter((p) => p.measured && p.name !== 'sanctions_hit').length
  const band =
    score >= CREATOR_LIMITS.severe ? 'severe' : score >= CREATOR_LIMITS.high ? 'high' : score >= CREATOR_LIMITS.medium ? 'medium' : 'low'
  return { score, band, parts, measured, tier: tierOf(f, score, measured) }
}
