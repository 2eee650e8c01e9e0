import type { FactSupplier } from '#core/kernel/answers.ts'
import { isUnmeasured, type Supplier } from './fact.ts'
import { ACCREDITED_BY } from './of-sale.ts'
import { factAt, tableFact } from './table.ts'

/** How a fact comes to be in production: what it means there, and the call, page, list or record that supplies it. */
export interface Supply {
  means: string
  how: string
}

const FILE = 'POST /v1/wallets/verify with kyc_data'
const REGISTER = 'A register of accounts with the day each was opened, refreshed and rated.'
const RELIANCE = 'Reliance on a credential says for which levels.'
const ENDED = 'Read by a rule that ended: it judges only what was decided while it was in force.'

/** Facts that nothing supplies in production yet, with the work that will. The rules ask for them, or take the reading named in the code. The list only shrinks. */
export const UNSOURCED: Readonly<Record<string, string>> = {
  ...named('subject', REGISTER, ['changes', 'identity_checked_on', 'risk_band']),
  ...named('request', RELIANCE, ['levels']),
  ...named('request', ENDED, ['data_duty', 'response_fields']),
  'sale.wash': 'The trading of a token, read from its chain.',
  'subject.eu_permit': 'Permits to reside in the European Union, established by a document.',
  'subject.media': 'Reports of financial crime, from a provider that looks for them.',
}

function named(object: string, work: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${object}.${name}`, work]))
}

const supply = (means: string, how: string): Supply => ({ means, how })
const OWN = 'our own records'
const SCREENED = supply('The screening made at the decision, on the lists then in force.', 'the sanctions lists that are loaded')
/** A part of what is read of the travel rule that no call brings: the organisation says it once. */
const SEATS = supply('Whose travel rule binds your organisation.', 'PATCH /v1/tenant-facts with facts.travel_seats')
const HELD = supply('The holdings and lots recorded here.', OWN)
const RECORD = supply('The record of the person behind the wallet.', FILE)
const MATTER = supply('What the look of monitoring is about.', OWN)
const THE_FILE = supply('The file of an identification, as it was given.', FILE)
const entityWith = (field: string) => supply('The file of the entity.', `POST /v1/investors/{id}/entity with ${field}`)
/** Who somebody is they prove in a session opened for the wallet or investor that it is asked of; of who is behind an entity, for the person. */
const sessionWith = (whom: 'wallet_address' | 'investor_id' | 'person_id') => `POST /v1/identity/sessions with ${whom}`
const OF_INVESTOR = `${sessionWith('investor_id')}; of an entity, POST /v1/investors/{id}/entity`
const sessionFor = (root: string) => (root === 'investor' || root === 'acquirer' ? OF_INVESTOR : sessionWith('wallet_address'))
const fileWith = (field: string) => supply(THE_FILE.means, `${FILE}.${field}`)

/** Figures of an accreditation file: whose a person confirmed them, established; until then, the word of whoever filed them. */
const FILED: Readonly<Record<string, Supply>> = Object.fromEntries(
  [
    ...['income', 'joint_income', 'income_expected_same', 'net_worth', 'license', 'role', 'total_assets', 'investments'],
    ...['assets_under_management', 'directed_by_sophisticated_person', 'family_role', 'purchase_directed_by_office'],
    ...['entity_type', 'registration_no', 'plan_adviser_is_fiduciary', 'plan_self_directed', 'plan_deciders'],
  ].map((name) => [`investor.${name}`, supply('The accreditation file of the investor.', `${ACCREDITED_BY} with figures.${name}`)]),
)

/** What no table of stated facts holds: by object or fact, the longest name wins. */
const RECORDS: Readonly<Record<string, Supply>> = {
  'offering.before': supply('The terms before the change.', OWN),
  'offering.first_offer_at': supply('The day on which it was first shown to anybody.', OWN),
  'offering.price_class_or_maximum_changes': supply('What the change changes.', 'PATCH /v1/offerings/{id}'),
  'from.affiliate_last_3_months': supply(
    'What the issuer said of the holder, with its days.',
    'POST /v1/investors/{id}/verify with affiliation',
  ),
  'from.affiliate_of_issuer': supply('What the issuer said of the holder.', 'POST /v1/investors/{id}/verify with affiliation'),
  'from.reg_s_role': supply('What the issuer said of the holder.', 'POST /v1/investors/{id}/verify with affiliation'),
  'from.open_block_cases': supply('The cases that are open.', OWN),
  'to.open_block_cases': supply('The cases that are open.', OWN),
  'from.sanctions': SCREENED,
  'to.sanctions': SCREENED,
  'from.pledged': supply('Units that were stopped on the ground of a pledge.', 'POST /v1/holdings/freeze with legal_basis pledge'),
  from: HELD,
  'to.accreditation': supply('The credential of the wallet, which rests on a file that a person confirmed.', ACCREDITED_BY),
  ...FILED,
  'to.residence': RECORD,
  'to.us_state': RECORD,
  'to.wallet': supply('The wallet of the call.', 'to_address'),
  'subject.consent': supply('The consent that the person gave.', 'the page of consents of the person'),
  'subject.opened_on': supply('The day on which the wallet was first verified.', OWN),
  ...Object.fromEntries(
    ['subject', 'investor', 'acquirer'].map((root) => [
      `${root}.verification`,
      supply('What evidence shows of who they are.', sessionFor(root)),
    ]),
  ),
  'subject.entity_type': entityWith('entity_type'),
  'subject.registration_no': entityWith('registration or regulator'),
  'subject.control_persons': entityWith('owners'),
  'subject.trusts': entityWith('owners'),
  'subject.owners_doubt': entityWith('owners_doubt'),
  'subject.ownership_remainder': entityWith('ownership_remainder'),
  'subject.owners_verified': supply('Evidence of everybody who owns a quarter of the entity or controls it.', sessionWith('person_id')),
  'subject.verified_persons': supply('Evidence of each person behind the entity.', sessionWith('person_id')),
  'subject.first_account': supply('The credentials that were issued to it here.', OWN),
  'subject.full_name': RECORD,
  'subject.address_record': fileWith('address'),
  'subject.collected_at': fileWith('collected_at'),
  'subject.notice_shown_at': fileWith('notice_shown_at'),
  'subject.id_number': fileWith('id_number'),
  'subject.document': fileWith('document'),
  ...Object.fromEntries(
    ['address', 'id_number', 'notice_shown_at', 'collected_at'].map((field) => [
      `investor.${field === 'address' ? 'address_record' : field}`,
      supply(THE_FILE.means, `POST /v1/investors/{id}/verify with identity.${field}; of an entity, POST /v1/investors/{id}/entity`),
    ]),
  ),
  'subject.comparison': supply('The file beside what the person said.', `${FILE}.document`),
  'case.processing': supply('On which basis you use personal data.', 'PATCH /v1/tenant-facts with data_bases'),
  'case.publication': supply('The words to be published.', 'POST /v1/publications'),
  'case.token_metrics': supply('The measures of the token.', 'POST /v1/stablecoins/measures'),
  'case.erasure_request': supply('The request.', 'POST /v1/erasures'),
  'case.erasure': supply('What is erased, and what is held.', 'POST /v1/erasures'),
  case: MATTER,
  environment: supply('The environment of the key.', 'the key of the call'),
  fx: supply(
    'The exchange rates of the day, or the rate of a sale that you state.',
    'POST /v1/transactions with compliance_facts.sale.rate',
  ),
  freezes: supply('The freezes in force.', 'POST /v1/holdings/freeze'),
  lists: supply('The lists that are loaded, by source, version and digest.', 'the sanctions lists that are loaded'),
  orders: supply('Lawful orders that name a party or the token.', 'compliance_facts with tx.lawful_orders'),
  request: supply('The call itself.', 'the fields of the call'),
  'screening.available': supply('Whether the screening answers.', OWN),
  'tenant.enterprise_contract': supply('What you agreed with us.', 'Agree a contract with us: an administrator of Sealwright records it'),
  'tenant.reliance_agreement': supply(
    'Whether such a contract was shown to us.',
    'Send us the contract: an administrator of Sealwright records it',
  ),
  'token.divisible': supply('Units are counted whole here: supply, sales and lots.', OWN),
  'token.fungible_with_listed': supply(
    'What the issuer said of its class.',
    'PATCH /v1/offerings/{id} with compliance_facts.fungible_with_listed',
  ),
  'token.legend_ids': supply('The legends of the offering.', 'PATCH /v1/offerings/{id} with compliance_facts.legend_ids'),
  'token.linked_offering_ids': supply('The offering to which the token is linked.', 'POST /v1/tokens/issue'),
  'token.offering_id': supply('The offering of the call.', 'offering_id'),
  'token.state': supply('The state of the token recorded here.', 'POST /v1/tokens/issue'),
}

/** Which call states the facts of an object. */
const STATED_BY: Readonly<Record<string, string>> = {
  issuer: 'PATCH /v1/issuer',
  offering: 'PATCH /v1/offerings/{id}',
  investor: 'POST /v1/investments',
  acquirer: 'POST /v1/investments',
  investment: 'POST /v1/investments',
  deal: 'POST /v1/investments',
  transfer: 'POST /v1/transactions',
  defi: 'POST /v1/defi/verify-wallet',
  game: 'POST /v1/gaming/verify-age',
}

/** The field of `compliance_facts` that states a fact: its name alone where the call is about the object, else with the object. */
function fieldOf(path: string): string {
  const { path: stated } = factAt(path) ?? { path }
  const [root = '', name = ''] = stated.split('.')
  return root === 'issuer' || root === 'offering' ? name : `${{ acquirer: 'investor', deal: 'investment' }[root] ?? root}.${name}`
}

/** What supplies a fact in production; null where nothing does. */
export function supplyOf(path: string): Supply | null {
  if (Object.hasOwn(UNSOURCED, path)) return null
  if (path === 'tx.travel.seats') return SEATS
  const [root = ''] = path.split('.')
  const fact = tableFact(path)
  if (fact) {
    if (isUnmeasured(fact)) return null
    const said = `${STATED_BY[root] ?? 'POST /v1/transactions'} with compliance_facts.${fieldOf(path)}`
    return supply(fact.means, fact.how ?? (fact.source === 'stated' ? said : OWN))
  }
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = RECORDS[at]
    if (found) return found
  }
  return null
}

/** Who brings what the table of facts names somebody for; of what our own records say, it depends on whose facts they are. */
const BRINGS: Readonly<Partial<Record<Supplier, FactSupplier>>> = {
  issuer: 'issuer',
  investor: 'investor',
  // What only the parties know comes with the call of the tenant who asks.
  parties: 'tenant',
  tenant: 'tenant',
  administrator: 'reviewer',
}
const OF_ISSUER: ReadonlySet<string> = new Set(['issuer', 'offering', 'token'])
const OF_TENANT: ReadonlySet<string> = new Set([
  'tenant',
  'request',
  'tx',
  'sale',
  'asset',
  'case',
  'orders',
  'transfer',
  'defi',
  'game',
  'history',
  'report',
])
const LOOKED_UP = /^lists$|^screening\b|^fx\b|\.(screen|sanctions|media|pep|blocked_\w+|contract_matches|wash)\b/

/** What evidence of who somebody is can establish of them, where their own word is not enough. */
const OF_WHO = /^(full_name|date_of_birth|over_18|residence|address_record|places)$/
const PARTIES: ReadonlySet<string> = new Set(['subject', 'investor', 'acquirer'])

/**
 * Who can supply a fact that a decision asks for, and by which call or page; `how` is null where nothing supplies it in production yet.
 * `path` is as decisions name it, with dots. `established`: it was said, and somebody has to vouch for it. `ofInvestor`: whom the decision
 * calls its subject is an investor.
 */
export function suppliedBy(
  path: string,
  { established = false, ofInvestor = false }: { established?: boolean; ofInvestor?: boolean } = {},
): { from: FactSupplier; how: string | null } {
  const [root = '', name = ''] = path.split('.')
  if (PARTIES.has(root) && (name === 'verification' || (established && OF_WHO.test(name))))
    return { from: 'investor', how: sessionFor(ofInvestor ? 'investor' : root) }
  const how = (supplyOf(path) ?? supplyOf(`subject.${path.slice(root.length + 1)}`))?.how ?? null
  const who = tableFact(path)?.who
  const named = who && BRINGS[who]
  if (named) return { from: named, how }
  if (LOOKED_UP.test(path)) return { from: 'provider', how }
  return { from: OF_ISSUER.has(root) ? 'issuer' : OF_TENANT.has(root) || name === '' ? 'tenant' : 'investor', how }
}
