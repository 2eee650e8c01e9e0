import type { Citation, Link, Seo, TextBlock } from '../types.ts'

export type MarketId = 'securities' | 'stablecoins' | 'nfts' | 'defi' | 'gaming'

type MarketEndpoint = {
  /** The operation, as the reference names it. */
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
}

/** A rule the market's checks cite. `code` is its page under /rules. */
type MarketRule = {
  readonly code: string
  readonly title: string
  readonly summary: string
  readonly citation: Citation | null
}

/** One figure of the market, with what it means. */
type MarketFact = { readonly label: string; readonly value: string; readonly note: string }

type MarketPricing = {
  readonly badge: 'transparent' | 'contact'
  readonly badgeLabel: 'Transparent pricing' | 'Contact for quote'
  readonly model: string
  readonly note: string
  readonly features: readonly string[]
  readonly cta: Link
}

export type Market = {
  readonly id: MarketId
  readonly name: string
  readonly shortName: string
  readonly path: string
  readonly referencePath: string
  readonly guidePath: string
  readonly tagline: string
  readonly summary: string
  /** Two or three sentences under the page title. */
  readonly lead: string
  readonly audience: readonly string[]
  /** Short list for home and solution cards. */
  readonly features: readonly string[]
  /** Longer cards of the solution page. */
  readonly capabilities: readonly TextBlock[]
  /** How a check goes, in order. */
  readonly steps: readonly TextBlock[]
  readonly facts: readonly MarketFact[]
  readonly pricing: MarketPricing
  readonly endpoints: readonly MarketEndpoint[]
  readonly rules: readonly MarketRule[]
  /** What the market's checks do not do: said on the page, not in small print. */
  readonly limits: readonly string[]
  /** Articles under /blog that belong to the market. */
  readonly articles: readonly string[]
  readonly seo: Seo
}
