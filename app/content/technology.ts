import type { Hero, Link, LinkedBlock, Seo, TextBlock } from './types.ts'

export const TECHNOLOGY_SEO: Seo = {
  title: 'Technology: wallet-bound identity, a pure rule engine',
  description:
    'How one identity check serves five markets: wallet-bound credentials, rules as data, replayable decisions and ten security features.',
}

export const TECHNOLOGY_HERO: Hero = {
  eyebrow: 'Technology',
  title: 'An identity check that belongs to the wallet',
  lead: 'One credential, five markets, one pure rule engine. It reads facts and rules, and nothing else: no clock, no network, no chance. So it can always be run again.',
  actions: [
    { label: 'Talk to an engineer', href: '/contact' },
    { label: 'Read the documentation', href: '/documentation' },
  ],
}

/** Six cards: the five markets and what they share. Links are the solution pages. */
export const MARKET_CARDS: readonly (TextBlock & { readonly points: readonly string[]; readonly href: string | null })[] = [
  {
    title: 'Securities',
    text: 'Offerings, investors and transfers under four exemptions.',
    points: ['Reg D 506(b), 506(c), Reg A+, Reg S', 'Lots, lock-ups and resale routes', 'Holder and purchaser counts by person'],
    href: '/solutions/securities',
  },
  {
    title: 'Stablecoins & Payments',
    text: 'Screening, limits and Travel Rule data before money moves.',
    points: ['Both sides screened', 'Travel Rule regimes as a table', 'Reserve and redemption rules'],
    href: '/solutions/stablecoins',
  },
  {
    title: 'NFTs',
    text: 'Creators in tiers, sales checked by size.',
    points: ['Risk score with its parts', '$10,000 and $100,000 checks', 'Look-alikes and wash trading'],
    href: '/solutions/nfts',
  },
  {
    title: 'DeFi',
    text: 'Levels for people, permits for contracts.',
    points: ['Policy per protocol', 'EIP-712 permits up to ten minutes', 'Exits always open'],
    href: '/solutions/defi',
  },
  {
    title: 'Gaming',
    text: 'Age and place without the birth date.',
    points: ['13+, 18+, 21+', 'Rules by country and US state', 'Self-exclusion by person'],
    href: '/solutions/gaming',
  },
  {
    title: 'Universal features',
    text: 'What every market gets.',
    points: [
      'One credential, several wallets',
      'Sanctions screening with list versions',
      'Decisions with reasons, citations and replay',
      'Webhooks with two signatures',
    ],
    href: null,
  },
]

/** Ten cards, each a thing the product does and that can be checked. */
export const SECURITY_FEATURES: readonly TextBlock[] = [
  {
    title: 'Encryption per person',
    text: 'Personal fields are encrypted with a key of their own for each subject. Destroying the key erases the person everywhere at once.',
  },
  {
    title: 'Keys stored as hashes',
    text: 'An API key is 32 random bytes, shown once. We keep its SHA-256 and eight characters to recognise it by.',
  },
  {
    title: 'Tamper-evident log',
    text: 'Every decision and administrative act is a leaf of a Merkle tree (RFC 6962 hashing). Signed checkpoints let anyone notice a changed or missing row.',
  },
  {
    title: 'Replayable decisions',
    text: 'Facts, rule versions and list versions are kept with each decision. Running it again gives the same hash, or says what was altered.',
  },
  {
    title: 'Two-factor authentication',
    text: 'Authenticator apps, passkeys and single-use backup codes. Dangerous acts ask for a fresh second factor.',
  },
  { title: 'Two people for overrides', text: 'Releasing a block or raising a role needs a second person who signs that exact act.' },
  {
    title: 'Proof of wallet control',
    text: 'A signed message with a single-use nonce, for plain accounts, smart accounts (ERC-1271, ERC-6492) and Solana. Without one a binding stays “asserted” and basic.',
  },
  {
    title: 'Webhooks you can verify',
    text: 'Each delivery carries a shared-secret and a public-key signature with a timestamp. Private network addresses are refused.',
  },
  {
    title: 'Sandbox and production apart',
    text: 'The environment is part of every key, row and query. An id of one is not found in the other.',
  },
  {
    title: 'Fail closed',
    text: 'A missing fact, an unknown status or a stale sanctions list leads to review or refusal, never to a silent yes.',
  },
]

/** The four calls of the idea itself, at their short addresses. */
export const CORE_CALLS: readonly { readonly call: string; readonly text: string; readonly href: string }[] = [
  {
    call: 'POST /api/wallets/verify',
    text: 'One identity check, bound to a wallet.',
    href: '/developer/api-reference#wallets.verify',
  },
  {
    call: 'POST /api/credentials/attach',
    text: 'A credential you hold already, attached to a wallet.',
    href: '/developer/api-reference#credentials.attach',
  },
  {
    call: 'GET /api/compliance/status',
    text: 'What a wallet may do in each market, without a new check.',
    href: '/developer/api-reference#wallets.status',
  },
  {
    call: 'POST /api/transactions/validate',
    text: 'Allow, deny or review, before anything is recorded.',
    href: '/developer/api-reference#transactions.create',
  },
]

export const PATENT: {
  readonly title: string
  readonly number: string
  readonly paragraphs: readonly string[]
  readonly actions: readonly Link[]
} = {
  title: 'Patent',
  number: '11,017,405',
  paragraphs: [
    'Wallet-bound identity is the subject of US patent 11,017,405, filed in 2017 and granted in 2021. It covers attaching the result of an identity check to a wallet so that later transactions can rely on it.',
    'Customers of the API need no separate licence. If you want to build the technology into a platform of your own, ask us about licensing.',
  ],
  actions: [
    { label: 'Ask about licensing', href: '/contact?inquiry=licensing' },
    { label: 'Developer portal', href: '/developer-portal' },
  ],
}

export const TECHNOLOGY_LEARN_MORE: readonly LinkedBlock[] = [
  { title: 'Features', text: 'Three ways to launch and what they cost.', link: { label: 'Features', href: '/features' } },
  { title: 'Developers', text: 'Quick start, reference and playground.', link: { label: 'Developer portal', href: '/developer' } },
  {
    title: 'Securities',
    text: 'The market with the most rules, worked through.',
    link: { label: 'Securities', href: '/solutions/securities' },
  },
]
