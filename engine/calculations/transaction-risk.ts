/** Published risk score of a transaction, 0 to 100. A high score is looked at by a person; it never denies. */
export type TransactionRiskFacts = {
  /** Highest country points over both sides. */
  countryPoints: number
  basicAbove1000: boolean
  walletAgeDays: number | null
  /** Of chain data; null when not measured. */
  mixerWithin2Hops24h: boolean | null
  /** Of chain data; null when not measured. */
  exposureHold: boolean | null
  structuring: boolean
  fanPattern: boolean
  spike: boolean
  /** Of the trading of a token on its chain; null when not measured. */
  washScore: number | null
  roundAmountToNewCounterparty: boolean
}

/** Half the country points rounded half up, plus the published points, capped at 100. */
export function transactionRisk(f: TransactionRiskFacts): { score: number; parts: { name: string; points: number }[] } {
  const parts = [
    { name: 'country', points: Math.floor((f.countryPoints + 1) / 2) },
    { name: 'basic_above_1000', points: f.basicAbove1000 ? 15 : 0 },
    { name: 'wallet_under_7_days', points: f.walletAgeDays !== null && f.walletAgeDays < 7 ? 15 : 0 },
    { name: 'mixer_or_bridge', points: f.mixerWithin2Hops24h ? 20 : 0 },
    { name: 'exposure_hold', points: f.exposureHold ? 20 : 0 },
    { name: 'structuring', points: f.structuring ? 25 : 0 },
    { name: 'fan_pattern', points: f.fanPattern ? 20 : 0 },
    { name: 'spike', points: f.spike ? 15 : 0 },
    { name: 'wash', points: (f.washScore ?? 0) >= 60 ? 20 : 0 },
    { name: 'round_amount_new_counterparty', points: f.roundAmountToNewCounterparty ? 10 : 0 },
  ]
  const sum = parts.reduce((total, p) => total + p.points, 0)
  return { score: Math.min(100, sum), parts }
}
