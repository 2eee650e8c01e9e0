/** The DeFi level of a wallet and how levels compare. */
import { DEFI_LEVELS, type DefiLevel } from '../tables/defi-policy.ts'

export type DefiLevelFacts = {
  /** Control is proven, or asserted in the sandbox. */
  controlled: boolean
  /** Live levels of the credential. */
  levels: readonly string[]
  over18: boolean
  /** 0 to 100. */
  risk: number
  /** A live accreditation, or a company with owners on file that is a qualified purchaser or buyer. */
  accredited: boolean
}
const ENHANCED_BELOW = 50

/** Highest level reached; each level includes the one below it. */
export function defiLevel(f: DefiLevelFacts): DefiLevel {
  const enhanced = f.levels.includes('enhanced')
  if (!f.controlled || !f.over18 || !(enhanced || f.levels.includes('basic'))) return 'none'
  if (!enhanced || f.risk >= ENHANCED_BELOW) return 'defi-basic'
  return f.accredited ? 'defi-institutional' : 'defi-enhanced'
}

/** Whether a level is at least another. */
export function reachesLevel(level: DefiLevel, least: DefiLevel): boolean {
  return DEFI_LEVELS.indexOf(level) >= DEFI_LEVELS.indexOf(least)
}
