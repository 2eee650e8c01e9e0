/** The five markets: names, one sentence, what the API does there. Written once; pages pick from it. */
export const marketIds = ['securities', 'stablecoins', 'nfts', 'defi', 'gaming'] as const
export type MarketId = (typeof marketIds)[number]

export interface Market {
  id: MarketId
  name: string
  line: string
  features: string[]
  /** Pricing page. */
  pricing: { model: string; badge: 'transparent' | 'contact-for-quote'; includes: string[] }
}

export const markets: Record<MarketId, Market> = {
  securities: {
    id: 'securities',
    name: 'Securities',
    line: 'Offerings under Reg D, Reg A+ and Reg S, with the rule named in every answer.',
    features: [
      'Reg D 506(b) and 506(c), Reg A+ up to $75M, Reg S',
      'Accreditation with method, evidence and expiry',
      'Lock-ups per lot, holder limits, cap table at any date',
    ],
    pricing: {
      model: '1% of the amount raised, capped at $1M',
      badge: 'transparent',
      includes: [
        'Reg D 506(b), 506(c), Reg A+, Reg S',
        'Investor identity and accreditation',
        'Transfer rules on every token movement',
        'No set-up fee, no monthly fee',
      ],
    },
  },
  stablecoins: {
    id: 'stablecoins',
    name: 'Stablecoins',
    line: 'Both sides of a payment screened and the travel rule answered before it is sent.',
    features: [
      'Sanctions screening of both wallets in one call',
      'Travel rule by place and amount, missing fields named',
      'Freeze lists and monthly reserve statements',
    ],
    pricing: {
      model: 'Volume-based',
      badge: 'contact-for-quote',
      includes: [
        'Sanctions screening of both sides',
        'Travel-rule checks and messages',
        'Freeze orders and reserve statements',
        'From $0.01 per transaction at high volume',
      ],
    },
  },
  nfts: {
    id: 'nfts',
    name: 'NFTs',
    line: 'Creators verified in tiers, and buyers asked for more only when a sale calls for it.',
    features: ['Creator tiers with their conditions published', '$10,000: creator and buyer verified', '$100,000: additional AML checks'],
    pricing: {
      model: 'Volume-based',
      badge: 'contact-for-quote',
      includes: [
        'Creator verification in three tiers',
        'Buyer checks at $10,000',
        'Additional AML at $100,000',
        'From $0.01 per transaction at high volume',
      ],
    },
  },
  defi: {
    id: 'defi',
    name: 'DeFi',
    line: 'One check opens a pool to the right wallets. A signed permit lets the contract agree.',
    features: [
      'Access policy per protocol',
      'Permits that expire within ten minutes',
      'Revocation that reaches the pool in about a second',
    ],
    pricing: {
      model: 'Volume-based',
      badge: 'contact-for-quote',
      includes: [
        'Wallet verification per protocol',
        'Signed permits for contracts',
        'Continuous sanctions screening',
        'From $0.01 per transaction at high volume',
      ],
    },
  },
  gaming: {
    id: 'gaming',
    name: 'Gaming',
    line: 'Age and place answered with a tier. The birth date is not kept.',
    features: ['Age tiers 13+, 18+ and 21+', 'Rules by country and state', 'Self-exclusion that follows the person, not the wallet'],
    pricing: {
      model: 'Volume-based',
      badge: 'contact-for-quote',
      includes: [
        'Age tiers 13+, 18+, 21+',
        'Rules by country and state',
        'Self-exclusion across wallets',
        'From $0.01 per transaction at high volume',
      ],
    },
  },
}
export const allMarkets = marketIds.map((id) => markets[id])
export const isMarketId = (value: string | undefined): value is MarketId => marketIds.includes(value as MarketId)
