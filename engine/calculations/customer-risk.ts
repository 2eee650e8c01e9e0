/** Customer risk, 0 to 100, and the months until the identity file must be refreshed. */
export type CustomerRiskFacts = {
  countryPoints: number
  pep: boolean
  adverseMedia: boolean
  market: 'gaming' | 'nfts' | 'stablecoins' | 'securities' | 'defi'
  /** Not face to face and without a liveness check. */
  noLiveness: boolean
  alertIn180d: boolean
}
const PRODUCT: Record<CustomerRiskFacts['market'], number> = { gaming: 0, nfts: 5, stablecoins: 10, securities: 10, defi: 15 }
const COUNTRY_CAP = 40
export type RiskBand = 'low' | 'medium' | 'high'

/** The band of a score: low below 30, medium below 60. */
function riskBand(score: number): RiskBand {
  return score >= 60 ? 'high' : score >= 30 ? 'medium' : 'low'
}

/** Sum of the published points, capped at 100. Source: product, risk-based approach of 31 CFR 1020.210. */
export function customerRisk(f: CustomerRiskFacts): { score: number; band: RiskBand; parts: { name: string; points: number }[] } {
  const parts = [
    { name: 'country', points: Math.min(COUNTRY_CAP, f.countryPoints) },
    { name: 'pep', points: f.pep ? 25 : 0 },
    { name: 'adverse_media', points: f.adverseMedia ? 20 : 0 },
    { name: 'product', points: PRODUCT[f.market] },
    { name: 'channel', points: f.noLiveness ? 10 : 0 },
    { name: 'alert_180d', points: f.alertIn180d ? 15 : 0 },
  ]
  const score = Math.min(
    100,
    parts.reduce((sum, p) => sum + p.points, 0),
  )
  return { score, band: riskBand(score), parts }
}
