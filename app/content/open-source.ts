import type { Hero, LinkedBlock, Seo, TextBlock } from './types.ts'

export const OPEN_SOURCE_SEO: Seo = {
  title: 'Open source: templates, SDKs and reference contracts',
  description:
    'Self-hosted applications, four SDKs and reference contracts you may read, run and change. What is open, what is not, and how to contribute.',
}

export const OPEN_SOURCE_HERO: Hero = {
  eyebrow: 'Open source',
  title: 'Read\u00a0it, run\u00a0it, change\u00a0it',
  lead: 'Compliance code should be readable by the people it judges. The SDKs, the templates and the reference contracts are open; the rules are published with their test cases.',
  actions: [
    { label: 'Start building', href: '/developer' },
    { label: 'Read about self-hosting', href: '/documentation/self-hosting' },
  ],
}

export const OPEN_PARTS: readonly (TextBlock & { readonly points: readonly string[] })[] = [
  {
    title: 'SDKs',
    text: 'JavaScript, Go and Ruby on their standard libraries, Python on httpx: small cores written by hand, resources generated from the API description. Installed from the repository, folder sdks; not yet from a registry.',
    points: ['Retries with one idempotency key', 'Webhook verification on raw bytes', 'Typed errors and page iterators'],
  },
  {
    title: 'Templates',
    text: 'An application for each market, with wallet sign-in, identity, documents, webhooks, tests and a container, written by node sdks/create-sealwright/index.js from the repository.',
    points: [
      'Securities onboarding',
      'Payment with Travel Rule',
      'Creator verification',
      'Permissioned pool, with a local chain',
      'Age gate',
    ],
  },
  {
    title: 'Reference contracts',
    text: 'A credential registry, an ERC-20 token with ERC-1404 answers and ERC-7943, and a permit gate.',
    points: ['MIT licence', 'The issuer is the only owner', 'Restriction codes as in the API; tested, not audited'],
  },
  {
    title: 'The rulebook',
    text: 'Every rule has a page: sentence, citation, parameters, dates in force and cases on each side of the edge.',
    points: ['Cases you can run in the page', 'Reason codes are never renamed'],
  },
  {
    title: 'Verifiers',
    text: 'Check a receipt, a webhook, a credential or a permit without calling us.',
    points: [
      'Receipts: one file, nothing but Node',
      'All four: @sealwright/verify, one file without dependencies, in browsers, workers and servers',
      'From a terminal: sealwright receipt verify, credential verify and permit verify',
      'Verifiers of other makers read both VC forms',
    ],
  },
  {
    title: 'Components for React',
    text: 'Verify, status, onboarding, appeal and consent on a page of your own: @sealwright/react.',
    points: ['No key in the browser: a token of 15 minutes', 'No dependencies, no cookies', 'Your words and colours'],
  },
  {
    title: 'The server',
    text: 'The whole product runs on one machine with one command and a PostgreSQL it brings along.',
    points: ['No other service needed', 'Backup while running'],
  },
]

export const LICENCES: readonly { readonly part: string; readonly licence: string }[] = [
  { part: 'Server, SDKs and templates', licence: 'Apache-2.0' },
  { part: 'Reference contracts', licence: 'MIT' },
  { part: 'Sanctions lists', licence: 'Not shipped: the product downloads the publishers’ own files' },
]

export const CONTRIBUTING: readonly TextBlock[] = [
  {
    title: 'Report a wrong answer',
    text: 'A decision you believe is wrong is the best bug report: send its id or its exported file, and the rule you think applies.',
  },
  {
    title: 'Propose a rule change',
    text: 'Include the citation and two cases, one on each side of the edge. Rules without both are not merged.',
  },
  { title: 'Security', text: 'Write to us before you publish. See the security page for the way and what we promise.' },
]

export const OPEN_SOURCE_NEXT: readonly LinkedBlock[] = [
  { title: 'Self-hosting', text: 'From clone to a running service.', link: { label: 'Guide', href: '/documentation/self-hosting' } },
  { title: 'Community', text: 'Where to ask and how to help.', link: { label: 'Community', href: '/community' } },
  { title: 'Rulebook', text: 'All rules with their cases.', link: { label: 'Rules', href: '/rules' } },
]
