import { countryCodes } from '../../lib/countries.ts'
import { countryName } from '../../lib/format.ts'

/** The fields of the offering form, as typed. */
const TERM_FIELDS = [
  'name',
  'type',
  'security_class',
  'regulation',
  'currency',
  'price_per_token',
  'total_supply',
  'minimum_investment',
  'maximum_raise',
  'target_amount',
  'closes_on',
  'allowed_countries',
  'blocked_countries',
  'max_holders',
  'lockup_days',
  'description',
] as const
export type TermField = (typeof TERM_FIELDS)[number]
export type Terms = Partial<Record<TermField, string>>

export const TYPES: Record<string, string> = {
  equity: 'Equity',
  debt: 'Debt',
  fund: 'Fund interest',
  real_estate: 'Real estate',
  revenue_share: 'Revenue share',
  other: 'Other',
}
export const CLASSES: Record<string, string> = { equity: 'Equity', debt: 'Debt', fund_interest: 'Fund interest' }
/** Types whose class of security the rules cannot know. */
export const needsClass = (type: string | undefined) => ['fund', 'real_estate', 'revenue_share', 'other'].includes(type ?? '')

export const REGULATION_CHOICES = [
  { value: 'reg_d_506b', title: 'Reg D 506(b)', text: 'No general solicitation. Accredited investors, and up to 35 others in 90 days.' },
  { value: 'reg_d_506c', title: 'Reg D 506(c)', text: 'May be advertised. Every investor is accredited, and verified to be.' },
  { value: 'reg_a_plus', title: 'Reg A+ (Tier 2)', text: 'Qualified by the SEC. Up to $75M in 12 months; limits for the non-accredited.' },
  { value: 'reg_s', title: 'Reg S', text: 'Offshore only: no US person, and no resale into the US for a time.' },
]

const NUMBERS: readonly TermField[] = [
  'price_per_token',
  'total_supply',
  'minimum_investment',
  'maximum_raise',
  'target_amount',
  'max_holders',
  'lockup_days',
]
/** What was typed as the body of `POST /v1/offerings`: empty fields are left out, thousands separators removed. */
export function bodyOf(terms: Terms): Record<string, unknown> {
  const text = (field: TermField) => {
    const value = terms[field]?.trim()
    return value ? (NUMBERS.includes(field) ? value.replace(/[,\s_$€£]/g, '') : value) : undefined
  }
  const integer = (field: TermField) => {
    const value = text(field)
    return value === undefined ? undefined : /^\d+$/.test(value) ? Number(value) : value
  }
  const countries = (field: TermField) => {
    const codes = countryCodes(terms[field] ?? '')
    return codes.length ? codes : undefined
  }
  const body: Record<string, unknown> = {
    name: text('name'),
    type: text('type'),
    regulation: text('regulation'),
    currency: text('currency'),
    price_per_token: text('price_per_token'),
    total_supply: integer('total_supply'),
    minimum_investment: text('minimum_investment'),
    maximum_raise: text('maximum_raise'),
    target_amount: text('target_amount'),
    closes_at: text('closes_on') ? `${text('closes_on')}T23:59:59Z` : undefined,
    allowed_countries: countries('allowed_countries'),
    blocked_countries: countries('blocked_countries'),
    max_holders: integer('max_holders'),
    lockup_days: integer('lockup_days'),
    description: text('description'),
    compliance_facts: needsClass(terms.type) && text('security_class') ? { security_class: text('security_class') } : undefined,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/** The field a verb's complaint is about. */
export function fieldOf(pointer: string): TermField | null {
  const name = pointer.split('/')[1] ?? ''
  if (name === 'closes_at') return 'closes_on'
  if (name === 'regulation_type') return 'regulation'
  if (name === 'compliance_facts') return 'security_class'
  return (TERM_FIELDS as readonly string[]).includes(name) ? (name as TermField) : null
}

export const termsOf = (form: FormData): Terms =>
  Object.fromEntries(TERM_FIELDS.map((field) => [field, String(form.get(field) ?? '').slice(0, 12_000)]))

/** The terms of an offering that exists, as they would be typed. */
export function termsFrom(
  offering: {
    [field in (typeof PLAIN)[number]]: string | null
  } & {
    closes_at: string | null
    allowed_countries: string[]
    blocked_countries: string[]
    restrictions: { max_holders: number | null; lockup_days: number | null }
  },
): Terms {
  return {
    ...Object.fromEntries(PLAIN.map((field) => [field, plain(field, offering[field])])),
    closes_on: offering.closes_at?.slice(0, 10) ?? '',
    allowed_countries: offering.allowed_countries.map(countryName).join(', '),
    blocked_countries: offering.blocked_countries.map(countryName).join(', '),
    max_holders: String(offering.restrictions.max_holders ?? ''),
    lockup_days: String(offering.restrictions.lockup_days ?? ''),
  }
}

const PLAIN = [
  'name',
  'type',
  'regulation',
  'currency',
  'price_per_token',
  'total_supply',
  'minimum_investment',
  'maximum_raise',
  'target_amount',
  'description',
] as const
/** Decimals come with zeros at the end that nobody typed. */
const plain = (field: TermField, value: string | null) =>
  value === null ? '' : NUMBERS.includes(field) && value.includes('.') ? value.replace(/\.?0+$/, '') : value

/** What can be taken back; the rest of the terms is always there. */
const OPTIONAL = ['target_amount', 'description', 'closes_at', 'max_holders']
const LISTS = ['allowed_countries', 'blocked_countries']

/** What was changed, as the body of `PATCH /v1/offerings/{id}`. */
export function patchOf(before: Terms, after: Terms): Record<string, unknown> {
  const [was, is] = [bodyOf(before), bodyOf(after)]
  const patch: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (JSON.stringify(was[key]) === JSON.stringify(is[key])) continue
    patch[key] = is[key] ?? (OPTIONAL.includes(key) ? null : LISTS.includes(key) ? [] : '')
  }
  return patch
}
