import type { Link } from './types.ts'

/** The short disclaimer every decision carries and the footer repeats. */
export const DISCLAIMER_SHORT =
  'Automated compliance check on facts supplied to us. Not legal, tax or investment advice, and not a recommendation or an offer. The issuer remains responsible for its exemption and its decisions.'

/** The footer's regulatory disclaimer. */
export const DISCLAIMER_FOOTER =
  'Sealwright provides compliance software. It is not a law firm, broker-dealer, investment adviser, funding portal, exchange, alternative trading system, clearing agency, transfer agent or custodian. It does not host, market or negotiate offerings, match orders, set prices, or hold money, securities or private keys. Secondary trading happens only at independent, regulated venues. An answer of “allow” means that the listed checks passed on the listed facts at the stated time; it is not a finding that a transaction is lawful.'

export const FOOTER_COLUMNS: readonly { readonly title: string; readonly links: readonly Link[] }[] = [
  {
    title: 'API Platform',
    links: [
      { label: 'Developer portal', href: '/developer' },
      { label: 'API reference', href: '/developer/api-reference' },
      { label: 'Playground', href: '/developer/api-playground' },
      { label: 'Documentation', href: '/documentation' },
      { label: 'API status', href: '/api-status' },
      { label: 'API keys', href: '/developer/api-keys' },
      { label: 'Pricing', href: '/pricing' },
    ],
  },
  {
    title: 'Markets',
    links: [
      { label: 'Securities', href: '/solutions/securities' },
      { label: 'Stablecoins', href: '/solutions/stablecoins' },
      { label: 'NFTs', href: '/solutions/nfts' },
      { label: 'DeFi', href: '/solutions/defi' },
      { label: 'Gaming', href: '/solutions/gaming' },
      { label: 'Blockchains', href: '/blockchains' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'How it works', href: '/how-it-works' },
      { label: 'Technology', href: '/technology' },
      { label: 'Features', href: '/features' },
      { label: 'Blog', href: '/blog' },
      { label: 'Open source', href: '/open-source' },
      { label: 'Community', href: '/community' },
      { label: 'Partners', href: '/partners' },
      { label: 'Support', href: '/support' },
    ],
  },
  {
    title: 'Legal & Compliance',
    links: [
      { label: 'Terms of service', href: '/terms' },
      { label: 'Privacy policy', href: '/privacy' },
      { label: 'Terms in full', href: '/legal/terms' },
      { label: 'Privacy in full', href: '/legal/privacy' },
      { label: 'API terms', href: '/legal/api-terms' },
      { label: 'Securities disclaimer', href: '/legal/securities-disclaimer' },
      { label: 'Appeal a refusal', href: '/appeal' },
      { label: 'Rulebook', href: '/rules' },
      { label: 'What we promise', href: '/trust' },
      { label: 'Contact', href: '/contact' },
    ],
  },
]
