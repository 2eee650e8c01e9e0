import type { Market } from './types.ts'

export const securities: Market = {
  id: 'securities',
  name: 'Securities',
  shortName: 'Securities',
  path: '/solutions/securities',
  referencePath: '/developer/api-reference#securities',
  guidePath: '/developer/guides/securities',
  tagline: 'Tokenized offerings under Reg D, Reg A+ and Reg S',
  summary: 'Check every investor, investment and transfer of a security token against the exemption it was sold under.',
  lead: 'A tokenized share is still a share. Sealwright reads the exemption you chose, checks each buyer and each transfer against it, and answers with every rule that ran, what it read, and its citation.',
  audience: [
    'Issuers of tokenized equity, debt, funds and real estate',
    'Platforms that run offerings for issuers',
    'Venues that need a pre-trade check',
  ],
  features: [
    'Reg D 506(b) and 506(c), Reg A+ up to $75M, Reg S',
    'Accreditation by method, with evidence and expiry',
    'Lock-ups and holding periods per lot',
    'Holder counts by person, not by wallet',
    'Every transfer checked before it is signed',
  ],
  capabilities: [
    {
      title: 'Four exemptions as data',
      text: 'Reg D 506(b), Reg D 506(c), Reg A+ (Tier 2, up to $75M in 12 months) and Reg S. Each limit is a rule with a version, a date in force and a citation.',
    },
    {
      title: 'Accreditation that expires on time',
      text: 'Income and net-worth documents, third-party letters, licences, prior verification and the minimum-investment route each keep their own clock. A letter is good for three months from its date.',
    },
    {
      title: 'Lots, not balances',
      text: 'Each purchase is a lot with its own start date. The answer to a transfer names the first day it may move and how many units may move today.',
    },
    {
      title: 'Resale routes, tried in order',
      text: 'Reg A free trading, Rule 144, Rule 144A, Section 4(a)(7) and Rule 904 are each tried for each lot. When none passes, the answer says which one opens first.',
    },
    {
      title: 'Counts the law counts',
      text: '35 non-accredited purchasers in any 90 days, 2,000 and 500 holders of record, 100 owners of a 3(c)(1) fund: counted by person, with early warnings.',
    },
    {
      title: 'Reg S without guesswork',
      text: 'Category, distribution period and flow-back are computed from the issuer and the closing date, and the offshore test is made at the moment of the order.',
    },
    {
      title: 'Token standards',
      text: 'ERC-3643, ERC-1404 and SPL Token-2022. Sealwright prepares unsigned transactions; your key signs them. We hold no role on your contract.',
    },
    {
      title: 'A fee you can recompute',
      text: '1% of accepted investments, rounded once, capped at $1,000,000 per offering. Every investment shows its own fee, the running total and what is left before the cap.',
    },
  ],
  steps: [
    {
      title: 'Describe the offering',
      text: 'Name the regulation, price, supply and limits. Contradictions are refused with the field and the reason.',
    },
    {
      title: 'Verify each investor once',
      text: 'Identity, sanctions and accreditation are bound to the wallet and reused while they are live.',
    },
    {
      title: 'Accept or refuse each investment',
      text: 'Fifteen steps run on every investment. A refusal is an answer with all reasons, not an exception.',
    },
    {
      title: 'Issue and transfer',
      text: 'Lots, legends and lock-ups travel with the tokens; each transfer is checked against the same rules.',
    },
  ],
  facts: [
    { label: 'Reg A+ Tier 2 limit', value: '$75,000,000', note: 'in any 12 months, of which affiliates may resell $22,500,000' },
    { label: '506(b) non-accredited purchasers', value: '35', note: 'in any 90-calendar-day period, counted per issuer' },
    {
      label: '506(c) minimum-investment route',
      value: '$200,000 / $1,000,000',
      note: 'natural person / entity, with written representations',
    },
    { label: 'Rule 144 holding period', value: '6 months or 1 year', note: 'reporting for at least 90 days, or not' },
    {
      label: 'Reg S distribution period',
      value: '40 days to 1 year',
      note: 'none for category 1; 1 year for category 3 equity of a non-reporting issuer',
    },
  ],
  pricing: {
    badge: 'transparent',
    badgeLabel: 'Transparent pricing',
    model: 'Flat 1% fee, capped at $1M',
    note: 'No setup fee, no monthly fee. Offerings above $100M: contact us.',
    features: [
      '1% of the amount raised, never more than $1,000,000 per offering',
      'No setup fees and no monthly fees',
      'No fee on secondary transfers',
      'All investor checks, screening and re-screening included',
      'Free sandbox',
    ],
    cta: { label: 'See the details', href: '/pricing#securities' },
  },
  endpoints: [
    { id: 'offerings.create', method: 'POST', path: '/v1/offerings', summary: 'Create an offering under one exemption' },
    { id: 'offerings.list', method: 'GET', path: '/v1/offerings', summary: 'List offerings' },
    { id: 'offerings.get', method: 'GET', path: '/v1/offerings/{id}', summary: 'Read an offering, its limits and its fee so far' },
    { id: 'investors.create', method: 'POST', path: '/v1/investors', summary: 'Create an investor' },
    {
      id: 'investors.verify',
      method: 'POST',
      path: '/v1/investors/{id}/verify',
      summary: 'Run identity, accreditation, documents and sanctions checks',
    },
    { id: 'investors.status', method: 'GET', path: '/v1/investors/{id}/status', summary: 'Read statuses, eligibility and limits' },
    {
      id: 'investors.verify_one_call',
      method: 'POST',
      path: '/v1/investors/verify',
      summary: 'Find or create an investor and verify in one call',
    },
    { id: 'investments.create', method: 'POST', path: '/v1/investments', summary: 'Accept, hold or refuse an investment' },
    { id: 'tokens.issue', method: 'POST', path: '/v1/tokens/issue', summary: 'Authorize an issuance for the issuer to sign' },
    { id: 'transactions.create', method: 'POST', path: '/v1/transactions', summary: 'Check or record a transfer' },
    { id: 'transactions.get', method: 'GET', path: '/v1/transactions/{id}', summary: 'Read a transfer and its timeline' },
  ],
  rules: [
    {
      code: 'REG_D_506C_VERIFICATION',
      title: 'Accredited status is verified, not stated',
      summary: 'In a 506(c) sale the issuer takes reasonable steps before the sale. Self-certification alone never passes.',
      citation: { label: '17 CFR 230.506(c)(2)(ii)', url: 'https://www.ecfr.gov/current/title-17/section-230.506' },
    },
    {
      code: 'REG_D_506B_NONACCREDITED_LIMIT',
      title: 'At most 35 non-accredited purchasers',
      summary: 'Counted per issuer in every 90-day window that holds the sale date.',
      citation: { label: '17 CFR 230.506(b)(2)(i)', url: 'https://www.ecfr.gov/current/title-17/section-230.506' },
    },
    {
      code: 'REG_A_TIER2_CAP',
      title: 'Reg A Tier 2 stays within $75,000,000',
      summary: 'This offering and Tier 2 sales of the 12 months before it are added.',
      citation: { label: '17 CFR 230.251(a)(2)', url: 'https://www.ecfr.gov/current/title-17/section-230.251' },
    },
    {
      code: 'REG_S_DCP_FLOWBACK',
      title: 'No flow-back during the distribution period',
      summary: 'Until the period ends, a US person may buy only by registration or an exemption.',
      citation: { label: '17 CFR 230.903(b)', url: 'https://www.ecfr.gov/current/title-17/section-230.903' },
    },
    {
      code: 'RULE_144_HOLDING_PERIOD',
      title: 'Restricted lots are held for six months or a year',
      summary: 'Six months when the issuer has reported for at least 90 days before the sale, otherwise one year.',
      citation: { label: '17 CFR 230.144(d)(1)', url: 'https://www.ecfr.gov/current/title-17/section-230.144' },
    },
    {
      code: 'REG_D_506D_BAD_ACTOR',
      title: 'No covered person has a disqualifying event',
      summary: 'Issuer, officers, promoters, paid solicitors and owners of 20% of the votes or more.',
      citation: { label: '17 CFR 230.506(d)', url: 'https://www.ecfr.gov/current/title-17/section-230.506' },
    },
  ],
  limits: [
    'Sealwright is not an alternative trading system or a broker-dealer: it matches no orders and shows no prices.',
    'It does not custody assets or money and does not host offerings.',
    'Secondary trading happens only at independent regulated venues.',
    'Regulation Crowdfunding, Rule 504 and registered offerings are not modelled; the API says so instead of guessing.',
  ],
  articles: ['reg-d-506c-guide', 'reg-a-plus-checklist', 'security-token-cost-analysis', 'secondary-trading-2025'],
  seo: {
    title: 'Security token compliance: Reg D, Reg A+ and Reg S by API',
    description:
      'Check investors, investments and transfers of security tokens under Reg D 506(b), 506(c), Reg A+ and Reg S. 1% fee, capped at $1M.',
  },
}
