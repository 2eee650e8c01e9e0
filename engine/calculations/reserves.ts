/** Which reserve assets of a payment stablecoin count, and for how much. Pub. L. 119-27 sec. 4(a)(1)(A), (a)(2). */
export const RESERVE_TYPES = [
  'cash',
  'fed_balance',
  'demand_deposit',
  'treasury',
  'repo',
  'reverse_repo',
  'government_fund',
  'approved_other',
  'other',
] as const
export type ReserveAsset = {
  type: (typeof RESERVE_TYPES)[number]
  /** Market value in micro-units. */
  value: bigint
  remaining_days: number
  /** `repo_liquidity`: pledged overnight to meet redemptions, which the law allows. */
  encumbered: 'no' | 'repo_liquidity' | 'yes' | 'unknown'
}
const DATED = new Set<ReserveAsset['type']>(['treasury', 'repo', 'reverse_repo'])

/** Whether the kind and the remaining maturity are eligible. */
export function eligibleKind(asset: ReserveAsset, maxDays: number): boolean {
  return asset.type !== 'other' && (!DATED.has(asset.type) || asset.remaining_days <= maxDays)
}

/** Sum of the eligible, unencumbered assets. An asset whose encumbrance is unknown does not count. */
export function eligibleReserves(assets: readonly ReserveAsset[], maxDays: number): bigint {
  let sum = 0n
  for (const a of assets) if (eligibleKind(a, maxDays) && (a.encumbered === 'no' || a.encumbered === 'repo_liquidity')) sum += a.value
  return sum
}
