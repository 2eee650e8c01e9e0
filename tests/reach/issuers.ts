import { rulesDay } from '#core/kernel/rules-day.ts'
import { FACTS, ordinaryOf } from '#core/record/facts/table.ts'
import type { Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts of any shape.
type Any = Record<string, any>

const DAY = 86_400_000
const now = Date.now()
const today = rulesDay(now)
const dayBefore = (days: number) => rulesDay(now - days * DAY)
const before = (ms: number) => new Date(now - ms).toISOString()
export const HASH = 'ab'.repeat(32)

const stated = (facts: (typeof FACTS)[keyof typeof FACTS]): Any =>
  Object.fromEntries(Object.entries(ordinaryOf(facts)).filter(([name]) => facts[name]!.source === 'stated'))
const year = new Date(now).getUTCFullYear()
/** What an issuer says of itself. */
export const ofIssuer: Any = {
  ...stated(FACTS.issuer),
  last_fiscal_year_end: `${year - 1}-12-31`,
  form_1k_filed_at: `${year}-03-31`,
  last_half_year_end: `${year}-06-30`,
  form_1sa_filed_at: `${year}-08-31`,
}
/** What it says of an offering. */
export const OFFERING: Any = {
  ...stated(FACTS.offering),
  covered_persons: [{ person_id: 'olga', questionnaire_at: today }],
  qualified_at: before(7 * DAY),
  filed_at: dayBefore(30),
  agreement_sha256: HASH,
  legend_ids: ['L1', 'L2', 'L3', 'L4', 'L5'],
}
delete OFFERING.security_class
export const TERMS: Any = {
  type: 'equity',
  total_supply: 100_000,
  price_per_token: '10',
  maximum_raise: '1000000',
  minimum_investment: '100',
}

/** Makes an organisation an issuer: its record is a verified entity, and it says what it is asked of itself. */
export async function startIssuer(of: Tenant, name: string, facts: Any = {}): Promise<Tenant> {
  const owners = [{ full_name: 'Olga Owner', share_percent: 100, controls: true, date_of_birth: '1970-01-01', country: 'US' }]
  const record = await of.post('/investors', {
    type: 'entity',
    full_name: `${name} Works Inc`,
    email: `${name}@works.example`,
    country: 'US',
  })
  const address = { address: '1 Quay', city: 'Dover', state: 'DE' }
  await of.post(`/investors/${record.id}/verify`, {
    identity: { registration_number: '123', registration_country: 'US', ...address, owners },
  })
  await of.patch('/issuer', { investor_id: record.id, compliance_facts: { ...ofIssuer, ...facts } })
  return of
}
