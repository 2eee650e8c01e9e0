/** Default DeFi protocol policy of 2026-11-21 (product). A tenant's policy for a protocol replaces it; an unknown protocol uses this one. */
export const DEFI_LEVELS = ['none', 'defi-basic', 'defi-enhanced', 'defi-institutional'] as const
export type DefiLevel = (typeof DEFI_LEVELS)[number]
export const DEFI_ACTIONS = ['access', 'swap', 'supply', 'borrow', 'stake', 'withdraw', 'repay', 'unstake', 'vote'] as const
export type DefiAction = (typeof DEFI_ACTIONS)[number]
export type DefiActionPolicy = {
  minLevel: DefiLevel
  /** A higher level for United States persons. */
  minLevelUs: DefiLevel
  /** 24-hour cap in USD by level; null means none. */
  cap: { basic: string | null; enhanced: string | null }
  /** Leaving is judged by sanctions alone. */
  exit: boolean
}

const open = (minLevel: DefiLevel, minLevelUs = minLevel, basic: string | null = null, enhanced = basic): DefiActionPolicy => ({
  minLevel,
  minLevelUs,
  cap: { basic, enhanced },
  exit: false,
})
const exit: DefiActionPolicy = { minLevel: 'none', minLevelUs: 'none', cap: { basic: null, enhanced: null }, exit: true }

export const DEFAULT_DEFI_POLICY: Record<DefiAction, DefiActionPolicy> = {
  access: open('defi-basic'),
  swap: open('defi-basic', 'defi-basic', '10000', '250000'),
  supply: open('defi-basic', 'defi-enhanced', '25000'),
  borrow: open('defi-enhanced', 'defi-enhanced', '50000'),
  stake: open('defi-basic'),
  withdraw: exit,
  repay: exit,
  unstake: exit,
  vote: open('defi-basic'),
}
