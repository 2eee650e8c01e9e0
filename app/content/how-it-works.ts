import type { Hero, LinkedBlock, Seo, TextBlock } from './types.ts'

export const HOW_IT_WORKS_SEO: Seo = {
  title: 'How it works: from one identity check to five markets',
  description: 'Follow one wallet from identity check to decision, receipt and replay, and see what is stored, where, and for how long.',
}

export const HOW_IT_WORKS_HERO: Hero = {
  eyebrow: 'How it works',
  title: 'Follow one wallet through five markets',
  lead: 'A person proves who they are once. The result is bound to their wallet. Each market then asks its own question and reads the same seal.',
  actions: [
    { label: 'Try it in the playground', href: '/developer/api-playground' },
    { label: 'Read the documentation', href: '/documentation' },
  ],
}

export const STEPS: readonly (TextBlock & { readonly call: string | null; readonly detail: readonly string[] })[] = [
  {
    title: 'Prove the wallet',
    text: 'The holder signs a message with a nonce that works once and for ten minutes.',
    call: 'POST /v1/wallets/challenge',
    detail: [
      'Plain accounts, smart accounts (ERC-1271, ERC-6492) and Solana',
      'An unproven binding is marked “asserted” and capped at basic',
    ],
  },
  {
    title: 'Check the person',
    text: 'Name, birth date and country are screened against the loaded lists. Documents raise the level.',
    call: 'POST /v1/wallets/verify',
    detail: [
      'Levels: basic and enhanced, with flags for accreditation, creator tier and age',
      'Personal fields are encrypted with the person’s own key',
    ],
  },
  {
    title: 'Seal the credential',
    text: 'One record is bound to the wallet, with an expiry. It can be issued as a verifiable credential, an attestation or an on-chain claim, all with the same status index.',
    call: 'GET /v1/credentials/{id}/vc',
    detail: ['Basic lasts 365 days; enhanced 12, 24 or 36 months by risk', 'Nothing personal is written to a chain'],
  },
  {
    title: 'Ask in your market',
    text: 'An investment, a payment, a sale, a pool, a game: each call runs that market’s rules on the same credential.',
    call: 'POST /v1/transactions',
    detail: ['All rules run; the answer lists every one that failed', 'Allow, deny or review; denials are normal answers'],
  },
  {
    title: 'Keep the receipt',
    text: 'Facts, rule versions and list versions are stored with the decision, which becomes a leaf of the public log.',
    call: 'GET /v1/decisions/{id}/receipt',
    detail: ['Anyone can verify a receipt offline', 'Replay gives the same hash, or says what was altered'],
  },
  {
    title: 'Hear about changes',
    text: 'When a list changes or a credential is revoked, everyone who relied on it in the last 180 days is told.',
    call: null,
    detail: ['Signed webhooks with retries for more than three days', 'Status lists for those who prefer to look'],
  },
]

export const OUTCOMES: readonly { readonly outcome: 'allow' | 'deny' | 'review'; readonly title: string; readonly text: string }[] = [
  { outcome: 'allow', title: 'Allow', text: 'Every rule that applies passed on the facts shown, at the time shown.' },
  {
    outcome: 'deny',
    title: 'Deny',
    text: 'At least one blocking rule failed. The answer says which, and what would change it, if anything can.',
  },
  {
    outcome: 'review',
    title: 'Review',
    text: 'A fact is missing or a person must look. Missing facts are listed as pointers into your request.',
  },
]

export const WHAT_IS_STORED: readonly { readonly what: string; readonly where: string; readonly kept: string }[] = [
  {
    what: 'Name, birth date, address, document numbers',
    where: 'Encrypted with a key per person',
    kept: 'While the relationship lasts and five years after, where the law asks for it',
  },
  { what: 'Birth date given for an age check', where: 'Not stored', kept: 'Used once to compute the tier' },
  {
    what: 'Decision: facts read, rules, lists, outcome',
    where: 'Database; salted hash in the log',
    kept: 'Five years; sanctions decisions ten',
  },
  {
    what: 'Wallet address and credential status',
    where: 'Database and public status list',
    kept: 'While the credential exists and as long as its records',
  },
  { what: 'API key', where: 'SHA-256 only', kept: 'Until the organisation is closed' },
]

export const HOW_IT_WORKS_NEXT: readonly LinkedBlock[] = [
  { title: 'Technology', text: 'The engine, the credential and the log.', link: { label: 'Technology', href: '/technology' } },
  { title: 'Chains', text: 'What works on seven EVM chains and on Solana.', link: { label: 'Blockchains', href: '/blockchains' } },
  {
    title: 'Decisions and replay',
    text: 'The shape of an answer.',
    link: { label: 'Documentation', href: '/documentation/decisions-and-replay' },
  },
]
