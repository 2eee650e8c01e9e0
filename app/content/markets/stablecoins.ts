import type { Market } from './types.ts'

export const stablecoins: Market = {
  id: 'stablecoins',
  name: 'Stablecoins & Payments',
  shortName: 'Stablecoins',
  path: '/solutions/stablecoins',
  referencePath: '/developer/api-reference#stablecoins',
  guidePath: '/developer/guides/stablecoins',
  tagline: 'Screening, limits and the Travel Rule in one call',
  summary: 'Screen both wallets, apply limits and find the exact Travel Rule fields a payment still needs, before it is sent.',
  lead: 'A payment has two sides and often two laws. One call screens both wallets, picks the Travel Rule regimes that apply, and lists the missing fields as pointers your form can use.',
  audience: ['Stablecoin issuers', 'Payment companies and exchanges', 'Wallets with hosted accounts'],
  features: [
    'Sanctions screening of both sides, with list version',
    'Travel Rule regimes by place and amount',
    'Missing IVMS101 fields as JSON pointers',
    'Velocity limits by verification level',
    'GENIUS Act and MiCA reserve rules',
  ],
  capabilities: [
    {
      title: 'Exact wallets, explained names',
      text: 'A listed address is matched exactly after normalising its form. Names are scored, and each part of the score is shown with the two values compared.',
    },
    {
      title: 'The strictest side decides',
      text: 'The regimes of both sides and of your own licences are joined: the lowest threshold counts, the fields are added together, and the answer names each regime.',
    },
    {
      title: 'Self-hosted wallets',
      text: 'In the EU, more than €1,000 to or from your own customer’s wallet needs proof of control. A signed message is enough and can be used again for 365 days.',
    },
    {
      title: 'Limits that explain themselves',
      text: 'A refused payment says how much may be sent now and when the window resets.',
    },
    {
      title: 'Reserves that count',
      text: 'Mint checks compare eligible reserves with the amount outstanding after the mint. Treasuries with more than 93 days left count as zero. Each month’s statement gets a public page with its hash, accountant and officers.',
    },
    {
      title: 'Lawful orders bind',
      text: 'A freeze, seize, burn or block order on either side refuses the transfer. No approval lifts it.',
    },
  ],
  steps: [
    { title: 'Verify the wallet', text: 'One identity check is bound to the wallet and answers for every later payment.' },
    { title: 'Ask before you send', text: 'Post the payment with dry_run to see the answer without storing anything.' },
    { title: 'Complete the Travel Rule data', text: 'Fill exactly the fields listed as missing, and post again.' },
    { title: 'Send and record', text: 'Report the transaction hash. List changes re-screen the wallets you watch.' },
  ],
  facts: [
    { label: 'US Travel Rule', value: '$3,000', note: 'and more: full data set, 31 CFR 1010.410' },
    { label: 'EU Travel Rule', value: 'every amount', note: 'Regulation (EU) 2023/1113' },
    { label: 'EU self-hosted wallets', value: '> €1,000', note: 'proof that your customer controls the wallet' },
    { label: 'Treasuries in reserve', value: '≤ 93 days', note: 'remaining maturity, GENIUS Act section 4' },
    { label: 'Lists considered stale', value: '24 hours', note: 'then review; after 72 hours no answer at all' },
  ],
  pricing: {
    badge: 'contact',
    badgeLabel: 'Contact for quote',
    model: 'Volume-based pricing, from $0.01 per transaction at high volume',
    note: 'Priced by checks per month. The sandbox is free.',
    features: [
      'Sanctions screening of both sides',
      'Travel Rule data and proofs',
      'Re-screening when a list changes',
      'Webhooks and decision receipts',
      'Free sandbox',
    ],
    cta: { label: 'Contact us', href: '/contact' },
  },
  endpoints: [
    { id: 'wallets.verify', method: 'POST', path: '/v1/wallets/verify', summary: 'Bind one identity check to a wallet' },
    { id: 'sanctions.check', method: 'POST', path: '/v1/sanctions/check', summary: 'Screen a wallet, a name or up to 100 subjects' },
    { id: 'transactions.create', method: 'POST', path: '/v1/transactions', summary: 'Check a payment, mint, burn or redemption' },
    { id: 'transactions.get', method: 'GET', path: '/v1/transactions/{id}', summary: 'Read a payment, its Travel Rule state and timeline' },
  ],
  rules: [
    {
      code: 'SANCTIONS_ADDRESS_EXACT',
      title: 'A listed address is refused',
      summary: 'An EVM address listed on one chain is a hit on all EVM chains.',
      citation: { label: '31 CFR chapter V', url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V' },
    },
    {
      code: 'TRAVEL_RULE_INCOMPLETE',
      title: 'Originator and beneficiary data travel with the payment',
      summary: 'All fields of every regime that applies are present before release.',
      citation: { label: '31 CFR 1010.410(e), (f)', url: 'https://www.ecfr.gov/current/title-31/section-1010.410' },
    },
    {
      code: 'TRAVEL_RULE_SELF_HOSTED_PROOF',
      title: 'Own wallets are proven',
      summary: 'Above €1,000 the customer proves control of the self-hosted wallet.',
      citation: { label: 'Regulation (EU) 2023/1113, articles 14 and 16', url: 'https://eur-lex.europa.eu/eli/reg/2023/1113/oj' },
    },
    {
      code: 'GENIUS_RESERVE_1_TO_1',
      title: 'Reserves cover every coin after the mint',
      summary: 'Eligible reserves at market value, no older than 24 hours, are at least the amount outstanding.',
      citation: {
        label: 'GENIUS Act, Pub. L. 119-27, section 4(a)(1)(A)',
        url: 'https://www.congress.gov/bill/119th-congress/senate-bill/1582/text',
      },
    },
    {
      code: 'MICA_ART23_CAP',
      title: 'Non-euro coins stop at the payment cap',
      summary: 'More than 1,000,000 payments and €200,000,000 a day, on a quarter’s average, stops issuing in the EU.',
      citation: { label: 'Regulation (EU) 2023/1114, article 23', url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj' },
    },
    {
      code: 'SANCTIONS_LIST_STALE',
      title: 'Old lists never clear anyone',
      summary: 'Older than 24 hours the answer is review; older than 72 hours there is none.',
      citation: null,
    },
  ],
  limits: [
    'Sealwright never holds, moves or converts money or coins.',
    'It opens cases for your officer; it files no report with any authority.',
    'Chain exposure is measured only where chain data is configured; otherwise the answer says it was not measured.',
  ],
  articles: [
    'stablecoin-aml-compliance',
    'stablecoin-reserve-management',
    'travel-rule-for-developers',
    'sanctions-screening-weak-aliases',
  ],
  seo: {
    title: 'Stablecoin compliance: Travel Rule and sanctions by API',
    description:
      'Screen both sides of a payment, apply limits and get the exact missing Travel Rule fields. GENIUS Act and MiCA rules included.',
  },
}
