import type { Market } from './types.ts'

export const gaming: Market = {
  id: 'gaming',
  name: 'Gaming',
  shortName: 'Gaming',
  path: '/solutions/gaming',
  referencePath: '/developer/api-reference#gaming',
  guidePath: '/developer/guides/gaming',
  tagline: 'Age and place, without the birth date',
  summary: 'Check age tiers 13+, 18+ and 21+ and the rules of the player’s place. The birth date is used once and never stored.',
  lead: 'A game needs to know that a player is old enough, not when they were born. Sealwright answers with a tier, the rule of the place, and whether a cash-out is open there.',
  audience: ['Game studios with token economies', 'Skill-gaming and tournament platforms', 'Licensed gambling operators'],
  features: [
    'Age tiers 13+, 18+ and 21+ (gambling 21+)',
    'Rules for more than 100 places, with US states',
    'The birth date is never stored',
    'Self-exclusion follows the person, not the wallet',
    'Cash-out checks for play-to-earn',
  ],
  capabilities: [
    {
      title: 'Age on the local calendar',
      text: 'A birthday counts from midnight where the player is, not in UTC. People born on 29 February come of age on 1 March in a common year.',
    },
    {
      title: 'The stricter tier wins',
      text: 'Gambling is always 21+, also where the law says 18. A request below the activity’s tier is raised, never lowered.',
    },
    {
      title: 'Evidence has a strength',
      text: 'Self-declared is enough for 13+. From 18+ a credential or a document is needed; a cash-out needs a document.',
    },
    {
      title: 'Place by place',
      text: 'General age, gambling age, loot boxes, online gambling and cash-out for each country and US state. An unknown place is reviewed, never waved through.',
    },
    { title: 'Children', text: 'Under 13 no credential is made and nothing is stored but a salted flag for at most 24 hours.' },
    {
      title: 'Self-exclusion',
      text: 'An exclusion binds the person, so a second wallet does not get round it, and it cannot be lifted before its end.',
    },
  ],
  steps: [
    { title: 'Ask once', text: 'Send wallet, birth date and jurisdiction. The answer has the highest tier reached.' },
    { title: 'Reuse the proof', text: 'Later calls need only the wallet while the age proof is live.' },
    { title: 'Say what they are about to do', text: 'General play, marketplace, skill gaming or gambling each have their own minimum.' },
    { title: 'Check the cash-out', text: 'The sum of the last 30 days decides which level is needed.' },
  ],
  facts: [
    { label: 'Age tiers', value: '13+, 18+, 21+', note: 'gambling is always 21+' },
    { label: 'Cash-out', value: '$1,000 in 30 days', note: 'and more: enhanced level' },
    { label: 'Cash-out', value: '$10,000 in 30 days', note: 'and more: source of earnings, a person decides' },
    { label: 'US prize reporting', value: '$2,000 a year', note: 'from 2026; $600 before' },
  ],
  pricing: {
    badge: 'contact',
    badgeLabel: 'Contact for quote',
    model: 'Volume-based pricing, from $0.01 per transaction at high volume',
    note: 'Priced by checks per month. The sandbox is free.',
    features: ['Age and place checks', 'Reusable age proofs', 'Self-exclusion by person', 'Cash-out checks', 'Free sandbox'],
    cta: { label: 'Contact us', href: '/contact' },
  },
  endpoints: [
    { id: 'gaming.verify_age', method: 'POST', path: '/v1/gaming/verify-age', summary: 'Age tier, place and eligibility' },
    { id: 'wallets.verify', method: 'POST', path: '/v1/wallets/verify', summary: 'Bind one identity check to a wallet' },
    { id: 'transactions.create', method: 'POST', path: '/v1/transactions', summary: 'Check a marketplace sale or a cash-out' },
    { id: 'sanctions.check', method: 'POST', path: '/v1/sanctions/check', summary: 'Screen a wallet or a name' },
  ],
  rules: [
    {
      code: 'AGE_BELOW_REQUIRED',
      title: 'The highest of three ages counts',
      summary: 'The tier you ask for, the activity’s tier and the place’s minimum.',
      citation: null,
    },
    {
      code: 'COPPA_UNDER_13',
      title: 'Under 13 nothing is kept',
      summary: 'No credential, no wallet action, no cash-out.',
      citation: { label: '16 CFR part 312', url: 'https://www.ecfr.gov/current/title-16/part-312' },
    },
    {
      code: 'GEO_NOT_ALLOWED',
      title: 'Gambling only where it is licensed',
      summary: 'The place and the licence must both allow it; the US and Canada need a region.',
      citation: { label: '31 USC 5361–5367', url: 'https://www.law.cornell.edu/uscode/text/31/5361' },
    },
    {
      code: 'LOOT_BOX_RULE',
      title: 'Paid random items',
      summary: 'Refused in Belgium, 18+ in Brazil, published odds where the place asks for them.',
      citation: null,
    },
    {
      code: 'P2E_CASH_OUT',
      title: 'Turning play into money',
      summary: 'Age 18, a place that allows it, and more checks as the 30-day sum grows.',
      citation: {
        label: 'FATF Recommendation 15',
        url: 'https://www.fatf-gafi.org/en/publications/Fatfrecommendations/Fatf-recommendations.html',
      },
    },
  ],
  limits: [
    'A tier is an answer about age, not a gambling licence.',
    'National self-exclusion registers such as GAMSTOP or OASIS are yours to consult under your licence; Sealwright enforces the exclusions you record, and those players make on their own wallet page.',
    'Tax forms are asked for; tax is not computed.',
  ],
  articles: ['play-to-earn-regulations', 'age-checks-without-birth-dates'],
  seo: {
    title: 'Gaming compliance: age tiers and place rules by API',
    description:
      'Check 13+, 18+ and 21+ and the rules of the player’s place. The birth date is used once and never stored. Cash-out checks included.',
  },
}
