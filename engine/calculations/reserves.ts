/** Which reserve assets of a payment stablecoin count, and for how much. Pub. L. 119-27 sec. 4(a)(1)(A), (a)(2). */
import { addBusinessDays, type Day } from '../dates.ts'

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

/**
 * Whether the kind and the remaining maturity are eligible on the day of the statement: Treasuries of up to `maxDays` that have
 * not matured, repurchase agreements that end on the next business day ("overnight", sec. 4(a)(1)(A)(iv), (v)).
 */
export function eligibleKind(asset: ReserveAsset, maxDays: number, on: Day): boolean {
  if (asset.type === 'other') return false
  if (asset.type === 'treasury') return asset.remaining_days > 0 && asset.remaining_days <= maxDays
  if (asset.type === 'repo' || asset.type === 'reverse_repo')
    return asset.remaining_days > 0 && asset.remaining_days <= addBusinessDays(on, 1) - on
  return true
}

/** Sum of the eligible, unencumbered assets. An asset whose encumbrance is unknown, or whose value is not positive, does not count. */
export function eligibleReserves(assets: readonly ReserveAsset[], maxDays: number, on: Day): bigint {
  let sum = 0n
  for (const a of assets)
    if (a.value > 0n && eligibleKind(a, maxDays, on) && (a.encumbered === 'no' || a.encumbered === 'repo_liquidity')) sum += a.value
  return sum
}
