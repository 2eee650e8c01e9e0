import type { Hero, LinkedBlock, Seo, TextBlock } from './types.ts'

export const COMMUNITY_SEO: Seo = {
  title: 'Community: ask, answer, contribute',
  description:
    'Where to ask about the API, report a wrong decision, propose a rule and follow changes. With the rules of conduct in plain words.',
}

export const COMMUNITY_HERO: Hero = {
  eyebrow: 'Community',
  title: 'Questions answered where others can find them',
  lead: 'Most questions have been asked before. Ask in the open where you can, and keep personal data and keys out of it always.',
  actions: [
    { label: 'Search the documentation', href: '/documentation' },
    { label: 'Get support', href: '/support' },
  ],
}

export const COMMUNITY_PLACES: readonly LinkedBlock[] = [
  {
    title: 'Documentation and guides',
    text: 'Guides for every market with samples that run as printed.',
    link: { label: 'Documentation', href: '/documentation' },
  },
  {
    title: 'Templates and SDKs',
    text: 'Read the code, open an issue, send a change.',
    link: { label: 'Open source', href: '/open-source' },
  },
  {
    title: 'Changes',
    text: 'What changed in the API and in the rules, by date.',
    link: { label: 'Changelog', href: '/documentation/changelog' },
  },
  { title: 'Articles', text: 'Law and engineering for issuers and developers, with sources.', link: { label: 'Blog', href: '/blog' } },
  { title: 'Status', text: 'What works now, measured every minute.', link: { label: 'API status', href: '/api-status' } },
  { title: 'Private questions', text: 'Anything with names, keys or decisions in it.', link: { label: 'Contact', href: '/contact' } },
]

export const CONDUCT: readonly TextBlock[] = [
  { title: 'Be exact', text: 'Say what you sent, what you got and what you expected. A request id is worth a page of description.' },
  { title: 'Be kind', text: 'Argue about rules and code, not about people.' },
  {
    title: 'Keep data private',
    text: 'Never post names, birth dates, documents or keys. If you did, revoke the key and tell us; we remove the post.',
  },
  {
    title: 'No legal advice',
    text: 'People here explain what a rule says. What it means for your offering is a question for your counsel.',
  },
]

export const HOW_TO_HELP: readonly TextBlock[] = [
  {
    title: 'Add a case',
    text: 'A rule with an edge that has no test case is a rule waiting to be misread. Cases are the easiest contribution.',
  },
  { title: 'Improve a sample', text: 'Every sample on this site is executed before it is published. If one confused you, fix it.' },
  { title: 'Translate a message', text: 'Messages are short and plain so that they can be translated without loss.' },
]

export const COMMUNITY_NEXT: readonly LinkedBlock[] = [
  { title: 'Self-hosting', text: 'From clone to a running service.', link: { label: 'Guide', href: '/documentation/self-hosting' } },
  { title: 'Rulebook', text: 'All rules with their cases.', link: { label: 'Rules', href: '/rules' } },
  { title: 'Playground', text: 'Try a call before you ask.', link: { label: 'Open the playground', href: '/developer/api-playground' } },
]
