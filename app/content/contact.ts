import type { Hero, Seo } from './types.ts'

export const CONTACT_SEO: Seo = {
  title: 'Contact: pricing, API access, partnership and licensing',
  description:
    'Write to the Sealwright team about pricing, API access, partnership, patent licensing or a technical question. Answer within 24 hours.',
}

export const CONTACT_HERO: Hero = {
  eyebrow: 'Contact',
  title: 'Tell us what you are building',
  lead: 'Please use your business e-mail address. We get back to you within 24 hours.',
  actions: [],
}

/** Values and labels as the form sends and shows them. */
export const INQUIRY_TYPES = [
  { value: 'pricing', label: '1% Fee Structure & Pricing' },
  { value: 'api', label: 'API Access & Integration' },
  { value: 'partnership', label: 'Partnership Opportunities' },
  { value: 'licensing', label: 'Patent Licensing' },
  { value: 'technical', label: 'Technical Questions' },
  { value: 'general', label: 'General Inquiry' },
] as const

export const NOTES_MIN = 25
export const NOTES_MAX = 500
