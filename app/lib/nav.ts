/** The header's and the mobile menu's links, written once. */
export interface NavLink {
  label: string
  to: string
  note?: string
}

export const marketLinks: NavLink[] = [
  { label: 'Securities', to: '/solutions/securities', note: 'Reg D, Reg A+ and Reg S offerings' },
  { label: 'Stablecoins', to: '/solutions/stablecoins', note: 'Payments, sanctions and the travel rule' },
  { label: 'NFTs', to: '/solutions/nfts', note: 'Creator tiers and sale thresholds' },
  { label: 'DeFi', to: '/solutions/defi', note: 'Access per protocol, permits for contracts' },
  { label: 'Gaming', to: '/solutions/gaming', note: 'Age tiers and rules by place' },
]

export const headerLinks: NavLink[] = [
  { label: 'API', to: '/developer' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Documentation', to: '/documentation' },
  { label: 'Support', to: '/support' },
]
