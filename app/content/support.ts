import type { FaqItem, Hero, LinkedBlock, Seo, TextBlock } from './types.ts'

export const SUPPORT_SEO: Seo = {
  title: 'Support: find the answer, or reach a person',
  description:
    'Self-help by symptom, what to send with a question, response times, and what to do when a wallet was refused or a key leaked.',
}

export const SUPPORT_HERO: Hero = {
  eyebrow: 'Support',
  title: 'Find the answer, or reach a person',
  lead: 'Start with the request id: it is in every response header and every error. With it we can see what happened without asking you for personal data.',
  actions: [
    { label: 'Contact us', href: '/contact?inquiry=technical' },
    { label: 'API status', href: '/api-status' },
  ],
}

export const SUPPORT_TOPICS: readonly LinkedBlock[] = [
  {
    title: 'A call failed',
    text: 'Look up the error code; each one has a page with cause and remedy.',
    link: { label: 'Errors', href: '/documentation/errors' },
  },
  {
    title: 'A wallet was refused',
    text: 'Read the reason codes of the decision; each rule has a page.',
    link: { label: 'Rules', href: '/rules' },
  },
  {
    title: 'A webhook did not arrive',
    text: 'See every attempt with request and response, and send it again.',
    link: { label: 'Webhooks', href: '/documentation/webhooks' },
  },
  {
    title: 'Going live',
    text: 'What to check before you switch keys.',
    link: { label: 'Going live', href: '/developer/guides/going-live' },
  },
  { title: 'A bill question', text: 'The fee of each investment is in the API’s answer.', link: { label: 'Pricing', href: '/pricing' } },
  { title: 'Something seems down', text: 'Measured every minute, with history.', link: { label: 'API status', href: '/api-status' } },
]

export const SUPPORT_FAQ: readonly FaqItem[] = [
  {
    question: 'A key was published by mistake. What now?',
    answer:
      'Revoke it at once under API keys: the next call with it is refused. Then create a new one, and look at the request log for calls you do not recognise. Revoking cannot be undone.',
  },
  {
    question: 'A customer says they were wrongly matched to a sanctions list.',
    answer:
      'Open the case of that check. If the person is not the listed one, a colleague who did not raise the case records an exception with a reason and an end date of at most 365 days. It lapses by itself when either side’s facts change. Exact address hits cannot be lifted this way.',
  },
  {
    question: 'Why do I get review instead of an answer?',
    answer:
      'Because a fact is missing, a match is uncertain, or a list is older than allowed. The answer lists missing fields as JSON pointers; send them and ask again.',
  },
  {
    question: 'Can you delete a person’s data?',
    answer:
      'Yes, within the limits of the law. What must be kept is restricted instead and erased when its period ends; the answer names both. See the privacy policy.',
  },
  {
    question: 'Can you tell me whether my token is a security?',
    answer: 'No. We can run the Howey checklist and say which answers point that way. The conclusion is your counsel’s.',
  },
]

export const WHAT_TO_SEND: readonly string[] = [
  'The request id (X-Request-Id), or the decision id (dec_…)',
  'The environment: sandbox or production',
  'What you expected, and the rule or page that made you expect it',
  'Never keys, names, birth dates or documents',
]

export const RESPONSE_TIMES: readonly TextBlock[] = [
  { title: 'Inquiries', text: 'Within 24 hours.' },
  { title: 'Security reports', text: 'Confirmed within 24 hours; write as the security page says.' },
]
