import type { Hero, Link, Seo, TextBlock } from './types.ts'

export { FAQ as PRICING_FAQ } from './faq.ts'

export const PRICING_SEO: Seo = {
  title: 'Pricing: 1% on securities, capped at $1M',
  description:
    'Securities: flat 1% fee capped at $1M, no setup or monthly fees. Other markets: volume-based, from $0.01 per transaction. Free sandbox.',
}

export const PRICING_HERO: Hero = {
  eyebrow: 'Pricing',
  title: 'One price you can compute, four you can ask for',
  lead: 'Securities cost 1% of what is raised, never more than $1,000,000 per offering. Other markets are priced by volume. The sandbox is free for everyone.',
  actions: [
    { label: 'Contact us', href: '/contact' },
    { label: 'Developer portal', href: '/developer' },
  ],
}

export type ComparisonRow = {
  readonly offering: number
  readonly brokers: readonly [number, number]
  readonly platforms: readonly [number, number]
  readonly sealwright: number
}

/** US dollars. Brokers 6–10 %, other platforms 3–5 %, Sealwright 1 % capped at 1,000,000. */
export const COST_TABLE: readonly ComparisonRow[] = [
  { offering: 1_000_000, brokers: [60_000, 100_000], platforms: [30_000, 50_000], sealwright: 10_000 },
  { offering: 5_000_000, brokers: [300_000, 500_000], platforms: [150_000, 250_000], sealwright: 50_000 },
  { offering: 10_000_000, brokers: [600_000, 1_000_000], platforms: [300_000, 500_000], sealwright: 100_000 },
  { offering: 25_000_000, brokers: [1_500_000, 2_500_000], platforms: [750_000, 1_250_000], sealwright: 250_000 },
  { offering: 50_000_000, brokers: [3_000_000, 5_000_000], platforms: [1_500_000, 2_500_000], sealwright: 500_000 },
]

/** The fee rule in words; the calculator uses the engine's own rule. */
export const FEE_FACTS = { rate: '0.01', cap: 1_000_000, contactAbove: 100_000_000, currency: 'USD' } as const

export const SECURITIES_DETAIL: {
  readonly title: string
  readonly text: string
  readonly included: readonly string[]
  readonly notCharged: readonly string[]
  readonly how: readonly TextBlock[]
  readonly note: string
} = {
  title: 'Securities in detail',
  text: 'The fee is counted on accepted primary investments, cumulatively: 1% of what has been raised so far, less what was already charged. It reaches its cap of $1,000,000 at a raise of $100,000,000.',
  included: [
    'Identity and sanctions checks of every investor, and re-screening on every list change',
    'Accreditation checks by all verification routes',
    'Every investment and transfer checked against the exemption',
    'Lots, lock-ups, legends and holder counts',
    'Webhooks, decision receipts and the compliance copy of the cap table',
    'The sandbox, all SDKs and e-mail support',
  ],
  notCharged: [
    'Setup fee',
    'Monthly or annual fee',
    'Fee per investor or per check',
    'Fee on secondary transfers',
    'Fee for failed or refused investments',
  ],
  how: [
    { title: '$10,000 invested', text: 'Fee $100.00.' },
    {
      title: 'Three investments of $33.33',
      text: 'Fees of $0.33, $0.34 and $0.33: together $1.00, which is 1% of $99.99. Rounding happens once on the running total, so cents never drift.',
    },
    { title: 'Raised $99,999,900, then $200', text: 'Fee $1.00: the cap is reached. Later investments carry no fee.' },
    { title: 'An investment refunded', text: 'The fee is reversed by the same formula while its invoice is open.' },
  ],
  note: 'Sealwright is not an alternative trading system or a broker-dealer. The fee pays for software. It buys no placement, advice or trading.',
}

export const PRICING_CTAS: readonly Link[] = [
  { label: 'Contact us', href: '/contact' },
  { label: 'Start in the sandbox', href: '/developer' },
]
