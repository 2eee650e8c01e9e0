import type { Market } from './types.ts'

export const defi: Market = {
  id: 'defi',
  name: 'DeFi',
  shortName: 'DeFi',
  path: '/solutions/defi',
  referencePath: '/developer/api-reference#defi',
  guidePath: '/developer/guides/defi',
  tagline: 'Access by level, exits always open',
  summary:
    'Grant access to a protocol by wallet level, with short-lived permits a contract can verify. Withdrawals are judged by sanctions alone.',
  lead: 'A pool can know enough about a wallet without knowing its owner. Sealwright answers with a level, a yes or no for your protocol, and if you ask, a signed permit your contract checks on chain.',
  audience: ['Lending and liquidity protocols', 'Permissioned pools', 'Front ends that need a gate'],
  features: [
    'Levels: defi-basic, defi-enhanced, defi-institutional',
    'A policy per protocol and per action',
    'EIP-712 permits of 30 to 600 seconds',
    'Withdraw and repay judged by sanctions only',
    'Accredited pools with owner limits',
  ],
  capabilities: [
    {
      title: 'Level and access are two answers',
      text: 'A wallet can hold defi-basic and still be refused a pool. Both are returned, with the reason.',
    },
    {
      title: 'Permits for contracts',
      text: 'An EIP-712 permit names wallet, chain, contract and level, and lives ten minutes at most. It is not renewed after a list hit.',
    },
    {
      title: 'People may always leave',
      text: 'Withdraw, repay and unstake run the sanctions check and nothing else: no expired credential locks a user in.',
    },
    {
      title: 'US yield, handled with care',
      text: 'Passive yield from pooled or managed assets for a US person needs a route: registered, 506(c) or an opinion. Without one a person decides.',
    },
    {
      title: 'Accredited pools',
      text: 'Accreditation is checked on the day of the action. A 3(c)(7) fund takes qualified purchasers alone; the owners of 3(c)(1) and 3(c)(7) funds are counted.',
    },
    {
      title: 'The contract reads what we sign',
      text: 'The reference gate takes a permit of the API, and refuses it for another wallet, contract, name, level or time: tested on a real chain.',
    },
  ],
  steps: [
    {
      title: 'Name your protocol',
      text: 'Its policy decides the level each action needs. An unknown name gets the default policy, and the answer says so.',
    },
    { title: 'Check the wallet', text: 'One call per session, or per action when the action has its own rule.' },
    { title: 'Ask for a permit', text: 'Give chain, contract and lifetime; pass the signature to your contract.' },
    {
      title: 'Listen for revocation',
      text: 'Webhooks tell you when a credential is suspended and when a check refuses a wallet that had access. The next permit is refused.',
    },
  ],
  facts: [
    { label: 'Swap', value: '$10,000 / 24 h', note: 'defi-basic; $250,000 for defi-enhanced' },
    { label: 'Supply', value: '$25,000 / 24 h', note: 'defi-basic; a US person needs defi-enhanced' },
    { label: 'Borrow', value: '$50,000 / 24 h', note: 'defi-enhanced, over-collateralised by at least 120%' },
    { label: 'Permit lifetime', value: '30–600 s', note: 'one chain, one contract' },
  ],
  pricing: {
    badge: 'contact',
    badgeLabel: 'Contact for quote',
    model: 'Volume-based pricing, from $0.01 per transaction at high volume',
    note: 'Priced by checks per month. The sandbox is free.',
    features: [
      'Wallet checks and permits',
      'Policies per protocol and action',
      'Revocation events',
      'Reference contract for permits',
      'Free sandbox',
    ],
    cta: { label: 'Contact us', href: '/contact' },
  },
  endpoints: [
    { id: 'defi.verify_wallet', method: 'POST', path: '/v1/defi/verify-wallet', summary: 'Level, access and an optional permit' },
    { id: 'wallets.verify', method: 'POST', path: '/v1/wallets/verify', summary: 'Bind one identity check to a wallet' },
    { id: 'sanctions.check', method: 'POST', path: '/v1/sanctions/check', summary: 'Screen a wallet or a contract' },
    { id: 'transactions.create', method: 'POST', path: '/v1/transactions', summary: 'Check a supply, borrow, swap or withdrawal' },
  ],
  rules: [
    {
      code: 'DEFI_LEVEL_TOO_LOW',
      title: 'The action’s level is reached',
      summary: 'Swap and supply need defi-basic, borrow needs defi-enhanced, an accredited pool needs defi-institutional.',
      citation: null,
    },
    {
      code: 'DEFI_SANCTIONS_ADDRESS',
      title: 'Wallet and contract are clear',
      summary: 'Both the caller and the target contract are screened, withdrawals included.',
      citation: { label: '31 CFR chapter V', url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V' },
    },
    {
      code: 'DEFI_YIELD_US',
      title: 'US persons and pooled yield',
      summary: 'Passive yield from pooled or managed assets is treated as a possible security.',
      citation: { label: 'Securities Act section 2(a)(1)', url: 'https://www.law.cornell.edu/uscode/text/15/77b' },
    },
    {
      code: 'DEFI_ACCREDITED_POOL',
      title: 'Accredited pools stay within their limits',
      summary: 'Accreditation live on the day; at most 100 owners for a 3(c)(1) pool.',
      citation: { label: 'Investment Company Act section 3(c)', url: 'https://www.law.cornell.edu/uscode/text/15/80a-3' },
    },
    {
      code: 'DEFI_PERMIT_TTL',
      title: 'Permits are short',
      summary: 'Between 30 and 600 seconds, one chain, one contract.',
      citation: null,
    },
  ],
  limits: [
    'Sealwright runs no protocol, holds no keys and moves no assets.',
    'A level says which checks a wallet passed, not that a loan or a yield is lawful for its user.',
    'Caps are product defaults; a protocol may set lower ones.',
  ],
  articles: ['defi-lending-compliance', 'yield-farming-legal'],
  seo: {
    title: 'DeFi compliance: wallet levels and signed permits by API',
    description:
      'Gate pools by wallet level, issue EIP-712 permits of at most ten minutes, and keep withdrawals open. One call, every reason shown.',
  },
}
