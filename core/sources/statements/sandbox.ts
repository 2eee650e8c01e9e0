import { rulesDay } from '#core/kernel/rules-day.ts'
import { asRoom, FACTS, ordinaryOf } from '#core/record/facts/table.ts'
import { inUnitedStates } from '#engine/tables/us-states.ts'
import type { StatementSource, UnsaidSale } from './source.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the sandbox takes for said while nobody said it, so that calls are about what they try out. */
export const ordinaryWords: StatementSource = {
  issuer(now) {
    const today = rulesDay(now)
    const year = Number(today.slice(0, 4))
    const half = today > `${year}-06-30` ? year : year - 1
    return {
      ...asRoom('issuer', ordinaryOf(FACTS.issuer)),
      last_fiscal_year_end: `${year - 1}-12-31`,
      form_1k_filed_at: earlier(`${year}-03-31`, today),
      last_half_year_end: `${half}-06-30`,
      form_1sa_filed_at: earlier(`${half}-08-31`, today),
    }
  },
  issuerOfRecord: { verification: 'verified', sanctions: { status: 'clear' }, control_persons_screened: true },
  offering({ regulation, opens_at, created_at }) {
    const before = Math.min((opens_at ?? created_at).getTime(), created_at.getTime())
    return {
      ...asRoom('offering', ordinaryOf(FACTS.offering)),
      qualified_at: new Date(before - HOUR_MS).toISOString(),
      filed_at: rulesDay(before),
      covered_persons: [{ person_id: 'per_sandbox_officer', questionnaire_at: rulesDay(before) }],
      ...(regulation === 'reg_s' && { reg_s_category: '3' }),
    }
  },
  // Everybody tries things out side by side there: none counts that was not named.
  besideOthers: false,
  token: { legend_ids: ['L1', 'L2', 'L3'], fungible_with_listed: false },
  transferee: { qib: 'none', knowledgeable_employee: false, fund_owner_count: 'none' },
  buyer: (sale) => ({
    knowledgeable_employee: false,
    custodial_account: false,
    revenue: { amount: '0', currency: 'USD' },
    net_assets: { amount: '0', currency: 'USD' },
    indicated_interest_before_qualification: false,
    circular_delivered_at: sale.offering.created_at.toISOString(),
    sophistication: { kind: 'self', issuer_belief_recorded: true, representative_is_affiliate: false },
    reg_s_certificate: { hash: 'c'.repeat(64), signed_at: new Date(sale.now - HOUR_MS).toISOString() },
    generally_solicited: sale.offering.regulation === 'reg_d_506c',
    relationship_established_at: new Date(sale.offering.created_at.getTime() - 30 * DAY_MS).toISOString().slice(0, 10),
    us_person_answers: {
      organised_in_us: sale.entity && sale.place !== null && inUnitedStates(sale.place),
      estate_us_executor: false,
      trust_us_trustee: false,
      us_branch: false,
      account_for_us_person: false,
      us_fiduciary_discretion: false,
      formed_by_us_persons: false,
      owned_by_accredited_entities: false,
      exclusion: 'none',
    },
  }),
  sale: (sale) => ({ ...ordinarySale(sale), ...placesOf(sale) }),
  unnamedSale: { status: 'accepted', issued: false },
  behindEntity: { control_persons_verified: true, fund_owner_count: 'none', formed_for_purchase: false, owners: [] },
  unnamedOwners: { holdings: [], blocked_control: false },
  letter: { verifier: 'attorney', good_standing: true },
  basis: 'net_worth',
  agreement: (signed) => signed,
  transfer: ({ now, place }) => ({
    ...asRoom('transfer', ordinaryOf(FACTS.transfer)),
    // Who orders is taken to be at home.
    to_location_at_order: place ?? 'none',
    representation: { hash: 'b'.repeat(64), signed_at: new Date(now - DAY_MS).toISOString().slice(0, 10) },
    sec_4a7: {
      general_solicitation: false,
      seller_issuer_or_subsidiary: false,
      seller_bad_actor: false,
      unsold_allotment: false,
      information_package: true,
      issuer_in_business: true,
    },
  }),
  usState: 'DE',
  affiliation: 'none',
  // The cents of an amount say it: .13 fails after an hour, .14 is paid back after a day.
  paymentEnds(amount) {
    if (amount.endsWith('.13')) return { kind: 'payment_failed', afterMs: HOUR_MS }
    return amount.endsWith('.14') ? { kind: 'refund', afterMs: DAY_MS } : null
  },
}

const earlier = (day: string, other: string): string => (day < other ? day : other)

const ordinarySale = ({ now, personId }: UnsaidSale) => ({
  payment_method: 'wire' as const,
  accepted_terms: true,
  agreement_sha256: 'f'.repeat(64),
  payer_person_id: personId,
  own_account_representation: true,
  disclosure: { hash: 'a'.repeat(64), delivered_at: new Date(now - 48 * HOUR_MS).toISOString(), level: 'tier2_audited' as const },
  vpn: false,
})

const placesOf = ({ place }: UnsaidSale) => ({
  offer_location: place ?? 'none',
  to_location_at_order: place ?? 'none',
  ip_country: place ?? 'none',
})
