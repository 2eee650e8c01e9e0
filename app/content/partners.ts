import type { Hero, LinkedBlock, Seo, TextBlock } from './types.ts'

export const PARTNERS_SEO: Seo = {
  title: 'Partners: venues, law firms, transfer agents, integrators',
  description:
    'How regulated venues, counsel, transfer agents and integrators work with Sealwright, and what each of them stays responsible for.',
}

export const PARTNERS_HERO: Hero = {
  eyebrow: 'Partners',
  title: 'We check. Regulated partners act.',
  lead: 'Sealwright is software. Trading, custody, transfer-agent work and legal advice are done by firms licensed for it. This page says how they connect and who is responsible for what.',
  actions: [
    { label: 'Become a partner', href: '/contact?inquiry=partnership' },
    { label: 'License the technology', href: '/contact?inquiry=licensing' },
  ],
}

export type PartnerKind = TextBlock & { readonly connects: readonly string[]; readonly responsible: string }

/** Kinds of partner. No company is named here unless it agreed in writing. */
export const PARTNER_KINDS: readonly PartnerKind[] = [
  {
    title: 'Trading venues',
    text: 'Alternative trading systems and broker-dealers where holders may resell.',
    connects: [
      'Ask for a decision before a trade is matched',
      'Report settled trades so that lots and holder counts move',
      'Registration is recorded with the venue and checked on each trade',
    ],
    responsible: 'The venue is responsible for matching, best execution and its own registration.',
  },
  {
    title: 'Transfer agents',
    text: 'Registered agents that keep the master securityholder file.',
    connects: ['Receive every accepted issuance and transfer as an event', 'Compare their file with our compliance copy at any date'],
    responsible: 'The agent’s file is the legal record; ours is a compliance copy.',
  },
  {
    title: 'Law firms',
    text: 'Counsel who choose the exemption and read the rules we apply.',
    connects: [
      'Review rules with their citations and test cases',
      'Attach opinions by hash to a resale',
      'Write accreditation letters with a clear expiry',
    ],
    responsible: 'Counsel advises; the issuer decides.',
  },
  {
    title: 'Verification providers',
    text: 'Firms that check documents, liveness or accreditation.',
    connects: ['Submit results with method, evidence hash and date', 'Receive expiry and contrary-knowledge events'],
    responsible: 'The provider answers for its check; the credential names it.',
  },
  {
    title: 'Integrators and platforms',
    text: 'Teams that build for issuers, marketplaces, protocols and studios.',
    connects: ['One organisation per client, with separate keys and data', 'Templates and SDKs under an open licence'],
    responsible: 'The platform owns its user experience and its own regulatory status.',
  },
  {
    title: 'Technology licensees',
    text: 'Companies that build wallet-bound identity into their own product.',
    connects: ['Engine and credential formats under licence', 'Conformance cases to prove the same answers'],
    responsible: 'Terms are agreed in the licence.',
  },
]

export const PARTNER_STEPS: readonly TextBlock[] = [
  { title: 'Write to us', text: 'Say what you do, where you are registered and what you want to connect.' },
  { title: 'Due diligence', text: 'We check registrations at their source and record what we found and when.' },
  { title: 'Connect in the sandbox', text: 'Run the cases of your kind of partner against a private sandbox.' },
  { title: 'Go live', text: 'Your registration is re-checked on a schedule; if it lapses, checks that rely on it stop passing.' },
]

export const PARTNERS_NEXT: readonly LinkedBlock[] = [
  {
    title: 'Secondary trading',
    text: 'Why resale goes through regulated venues.',
    link: { label: 'Read the article', href: '/blog/secondary-trading-2025' },
  },
  { title: 'Securities', text: 'What is checked before a trade.', link: { label: 'Securities', href: '/solutions/securities' } },
  { title: 'Open source', text: 'Templates and SDKs.', link: { label: 'Open source', href: '/open-source' } },
]
