import { micro } from '../money.ts'

type Market = {
  readonly largest_is_us: boolean
  readonly us_share_bps: number
  readonly top_foreign_share_bps: number
  readonly debt_us_holders: number
  readonly debt_amount: bigint
  readonly debt_us_share_bps: number
}
type CategoryParams = {
  readonly us_share_bps: number
  readonly foreign_share_bps: number
  readonly debt_holders: number
  readonly debt_amount: string
  readonly debt_share_bps: number
}

/** Substantial US market interest (17 CFR 230.902(j)): equity by trading of the last fiscal year, debt by holders, amount and share. */
function substantialUsInterest(securityClass: string, market: Market, p: CategoryParams): boolean {
  if (securityClass === 'debt') {
    return (
      market.debt_us_holders >= p.debt_holders && market.debt_amount >= micro(p.debt_amount) && market.debt_us_share_bps >= p.debt_share_bps
    )
  }
  return market.largest_is_us || (market.us_share_bps >= p.us_share_bps && market.top_foreign_share_bps < p.foreign_share_bps)
}

/** The category of 17 CFR 230.903(b) that the issuer's facts give. */
export function regSCategory(
  f: { securityClass: string; domicile: string; reporting: boolean; directed: boolean; government: boolean; market: Market },
  p: CategoryParams,
): '1' | '2' | '3' {
  const foreign = f.domicile !== 'US'
  if (foreign && (f.directed || f.government || !substantialUsInterest(f.securityClass, f.market, p))) return '1'
  const debt = f.securityClass === 'debt'
  if (foreign && (debt || f.reporting)) return '2'
  return debt && f.reporting ? '2' : '3'
}
