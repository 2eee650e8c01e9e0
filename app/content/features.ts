import type { Hero, Link, LinkedBlock, Seo, TextBlock } from './types.ts'

export const FEATURES_SEO: Seo = {
  title: 'Features: three ways to launch and what they cost',
  description: 'Launch with the REST API, self-hosted templates or the core technology. Five benefits and a plain cost comparison.',
}

export const FEATURES_HERO: Hero = {
  eyebrow: 'Features',
  title: 'Compliance you can read, test and replay',
  lead: 'Sealwright answers one question in five markets: may this person do this, now, under this rule? Here is how you launch with it and what you get.',
  actions: [
    { label: 'Contact us', href: '/contact' },
    { label: 'See the technology', href: '/technology' },
  ],
}

export const LAUNCH_OPTIONS: readonly LinkedBlock[] = [
  {
    title: 'REST API',
    text: 'Call us before each investment, payment, sale or session. SDKs for JavaScript, Python, Go and Ruby; a sandbox in the first minute.',
    link: { label: 'Developer portal', href: '/developer' },
  },
  {
    title: 'Self-hosted templates',
    text: 'Open-source applications for each market that run as they are. Your servers, your database, the same answers.',
    link: { label: 'Start from a template', href: '/developer' },
  },
  {
    title: 'Core technology',
    text: 'License wallet-bound identity and the rule engine for your own platform.',
    link: { label: 'Read how it works', href: '/technology' },
  },
]

export type CostRow = { readonly who: string; readonly rate: string; readonly onTenMillion: string; readonly note: string }

/** Figures as published on the pricing page; the last column is the rate applied to a raise of $10,000,000. */
export const COST_COMPARISON: { readonly title: string; readonly text: string; readonly rows: readonly CostRow[]; readonly link: Link } = {
  title: 'What a raise costs',
  text: 'Typical ranges for a tokenized securities offering, on the amount raised.',
  rows: [
    { who: 'Traditional brokers', rate: '6–10%', onTenMillion: '$600,000–$1,000,000', note: 'Placement included' },
    { who: 'Other platforms', rate: '3–5%', onTenMillion: '$300,000–$500,000', note: 'Software; ask about setup and monthly fees' },
    { who: 'Sealwright', rate: '1%', onTenMillion: '$100,000', note: 'Capped at $1,000,000; no placement, no custody' },
  ],
  link: { label: 'Full pricing', href: '/pricing' },
}

export const BENEFITS: readonly TextBlock[] = [
  {
    title: 'Compliance',
    text: 'Rules are data with a version, a date in force and a citation. When a rule changes, old decisions still show the rule that applied then.',
  },
  {
    title: 'Security',
    text: 'Personal data is encrypted per person and can be erased. API keys are stored as hashes. Nothing personal goes on a chain.',
  },
  { title: 'Confidence', text: 'Decisions are leaves of a tamper-evident log. Anyone can check a receipt without asking us.' },
  {
    title: 'Speed',
    text: 'A returning person is checked once, not five times. Screening runs in memory against an index of the official lists.',
  },
  { title: 'Efficiency', text: 'All reasons come back in one answer, with what would change it: a date, an amount, or a missing field.' },
]

export const FOUNDER_STORY: { readonly title: string; readonly paragraphs: readonly string[] } = {
  title: 'Why we built it',
  paragraphs: [
    'Sealwright began with a wax seal. For centuries a seal on a document let a stranger trust it without meeting its writer. A wallet has no such mark: it proves that someone holds a key, not who they are.',
    'In 2017 people who bought tokens sent their passport to every issuer they dealt with. Each issuer kept a copy, each checked it differently, and none could say a year later which list it had been checked against. The answer we filed for a patent that year was simple: check the person once, bind the result to the wallet, and let every later question read it.',
    'The rest follows from one demand: an answer must be able to explain itself. So the rules are written as data with their citations, every decision keeps the facts it read, and anyone may run it again.',
  ],
}

export const FEATURES_CTA: TextBlock & { readonly action: Link } = {
  title: 'Tell us what you are building',
  text: 'We answer within 24 hours.',
  action: { label: 'Contact us', href: '/contact' },
}

export const FEATURES_NEXT_STEPS: readonly LinkedBlock[] = [
  { title: 'Pricing', text: '1% on securities, capped at $1M.', link: { label: 'See pricing', href: '/pricing' } },
  { title: 'Technology', text: 'Wallet-bound identity, the engine and the log.', link: { label: 'Read on', href: '/technology' } },
  { title: 'Developers', text: 'Keys, reference and playground.', link: { label: 'Start building', href: '/developer' } },
]
