import type { Hero, LinkedBlock, Seo, TextBlock } from './types.ts'

export const HOME_SEO: Seo = {
  title: 'Sealwright: one check, sealed to the wallet, good in every market',
  description:
    'A compliance API for tokenized securities, stablecoins, NFTs, DeFi and gaming. Every answer names its rules and can be replayed.',
}

export const HOME_HERO: Hero = {
  eyebrow: 'Compliance API for tokenized assets',
  title: 'One check. Sealed to the wallet. Good in every market.',
  lead: 'Verify a person once and bind the result to their wallet. Five markets reuse it, each under its own rules, and every answer says which rule decided and why.',
  actions: [
    { label: 'View API Documentation', href: '/developer' },
    { label: 'Explore Use Cases', href: '#markets' },
    { label: 'Get API Key', href: '/contact' },
  ],
}

/** The regulatory disclosure under the hero. */
export const HOME_DISCLOSURE: TextBlock = {
  title: 'What Sealwright is not',
  text: 'Sealwright is compliance software. It is not an alternative trading system or a broker-dealer, does not custody assets and does not host offerings. Secondary trading happens only at independent regulated venues. An answer of “allow” means the listed checks passed on the listed facts; it is not legal advice.',
}

export const HOME_MARKETS: TextBlock = {
  title: 'Five markets, one credential',
  text: 'Choose your market. The rules differ; the wallet, the credential and the shape of the answer do not.',
}

export const HOME_API: { readonly title: string; readonly text: string; readonly points: readonly TextBlock[] } = {
  title: 'An API that says why',
  text: 'A refusal is an answer, not an error. Every check returns an outcome, all the rules that failed, the facts they read, and a citation.',
  points: [
    { title: 'All reasons at once', text: 'Every rule runs. You never fix one field to learn about the next.' },
    { title: 'Replay', text: 'A stored decision runs again on the same facts, rules and list versions, and gives the same hash.' },
    { title: 'A sandbox that obeys you', text: 'Fixed test wallets reach every outcome; a clock you can move makes things expire.' },
    { title: 'Fails closed', text: 'A missing fact, an unknown value or an old list never becomes a yes.' },
  ],
}

/** Calls named beside the first code sample. */
export const HOME_CALLS: readonly (readonly [call: string, text: string])[] = [
  ['POST /v1/wallets/verify', 'one identity check, bound to a wallet'],
  ['POST /v1/sanctions/check', 'a wallet, a name, or a hundred at once'],
  ['POST /v1/transactions', 'before you send: allow, deny or review'],
  ['POST /v1/offerings', 'Reg D, Reg A+ and Reg S as data'],
  ['POST /v1/gaming/verify-age', 'a tier, never a birth date'],
]

export const HOME_NEXT: readonly LinkedBlock[] = [
  {
    title: 'Try a call now',
    text: 'The playground works without an account.',
    link: { label: 'Open the playground', href: '/developer/api-playground' },
  },
  {
    title: 'See the price',
    text: '1% on securities, capped at $1M. Other markets by volume.',
    link: { label: 'Pricing', href: '/pricing' },
  },
  {
    title: 'Read the law',
    text: 'Every rule has a page with its citation and its test cases.',
    link: { label: 'Rulebook', href: '/rules' },
  },
]
