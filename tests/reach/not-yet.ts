/**
 * Rules that no call of production reaches yet, with the way that is missing, the fact that has no source, and the work that will give it
 * one. The list may only get shorter: a rule that was reached fails the test while it stands here.
 */
type NotYet = { missing: readonly ('holds' | 'speaks')[]; fact: string; work: string }

const ACCREDITATION = 'Accreditation by evidence that somebody looked at: figures, documents, the person who vouches, the day.'
const SCHEMA = 'The rule ends, or the schema lets the value through for the rule to refuse.'
const REGISTERED = 'Registered offerings; and units that go back to the issuer count as a change of owner.'
const QIB = 'Qualified institutional buyers, established with the figure and its day.'
const BROKER = 'Sales by a broker, with the broker’s own word.'
const PROCESSING = 'The basis of each use of personal data, recorded by tenant and purpose, and judged when it is stated.'
const CHAIN_DATA = 'Chain data: funders, flows with listed addresses, and the trading of a token.'
const COMPANY_FILE = 'The file of a company at the enhanced level: its type, owners, controls, and who of them is verified.'
const OFFICES = 'Lists of politically exposed persons.'
const PROVIDER = 'An identity provider, or a reviewer, who may find that somebody is not who they say.'
const PROVIDERS = 'Counterparties: a directory of providers with addresses that were checked.'
const RELIANCE = 'Each reliance on a credential is decided (`credential.use`), with what changed since and when identity was last checked.'

export const NOT_YET: Readonly<Record<string, NotYet>> = {
  ACCREDITED_ALL_OWNERS: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_ENTITY_ASSETS: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_ENTITY_INVESTMENTS: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_FAMILY_OFFICE: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_INCOME: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_INSIDER: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_INSTITUTION: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_KNOWLEDGEABLE_EMPLOYEE: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_LICENSE: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_NET_WORTH: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  ACCREDITED_TRUST: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.basis', work: ACCREDITATION },
  REG_D_506C_M1_INCOME_DOCUMENTS: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.method', work: ACCREDITATION },
  REG_D_506C_M2_NET_WORTH_DOCUMENTS: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.method', work: ACCREDITATION },
  REG_D_506C_M4_GRANDFATHERED: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.method', work: ACCREDITATION },
  REG_D_506C_M5_PRIOR_VERIFICATION_5Y: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.method', work: ACCREDITATION },
  REG_D_506C_M6_MINIMUM_INVESTMENT: { missing: ['holds', 'speaks'], fact: 'investor.accreditation.method', work: ACCREDITATION },
  REG_D_506C_M7_PRINCIPLES_BASED: { missing: ['speaks'], fact: 'investor.accreditation.method', work: ACCREDITATION },
  REG_D_506C_M3_THIRD_PARTY_LETTER: { missing: ['speaks'], fact: 'investor.accreditation.letter', work: ACCREDITATION },
  CDD_CONTROL_PERSON: { missing: ['holds', 'speaks'], fact: 'subject.control_persons', work: COMPANY_FILE },
  CDD_EXEMPT: { missing: ['holds', 'speaks'], fact: 'subject.entity_type', work: COMPANY_FILE },
  CDD_INDIRECT_SHARE: { missing: ['holds', 'speaks'], fact: 'subject.trusts', work: COMPANY_FILE },
  CDD_OWNER_25: { missing: ['holds', 'speaks'], fact: 'subject.verified_persons', work: COMPANY_FILE },
  CDD_OWNERSHIP_IMPOSSIBLE: { missing: ['holds', 'speaks'], fact: 'subject.ownership_remainder', work: COMPANY_FILE },
  CDD_REVERIFY: { missing: ['holds', 'speaks'], fact: 'subject.owners_verified', work: COMPANY_FILE },
  CIP_NOT_VERIFIED: { missing: ['speaks'], fact: 'subject.verification.status', work: PROVIDER },
  PEP_EDD: { missing: ['speaks'], fact: 'subject.pep', work: OFFICES },
  PEP_MATCH: { missing: ['speaks'], fact: 'subject.pep', work: OFFICES },
  RESCREEN_DUE: { missing: ['speaks'], fact: 'subject.screen.checked_at: each check screens anew', work: RELIANCE },
  SANCTIONS_EXCEPTION: {
    missing: ['speaks'],
    fact: 'subject.screen.names',
    work: 'A journey in which two people set a match aside and its entry then changes.',
  },
  SANCTIONS_EXPOSURE: { missing: ['holds', 'speaks'], fact: 'subject.screen.exposure', work: CHAIN_DATA },
  TRAVEL_RULE_LEAK_GUARD: { missing: ['speaks'], fact: 'tx.travel.endpoint', work: PROVIDERS },
  DATA_MINIMISED: { missing: ['speaks'], fact: 'none: no answer of a check holds such a field', work: SCHEMA },
  LAWFUL_BASIS: { missing: ['speaks'], fact: 'case.processing', work: PROCESSING },
  NFT_PRICE_CURRENCY: {
    missing: ['holds'],
    fact: 'sale.rate_at',
    work: 'Rates of the minute for what is no money of a state; today there are those of the day.',
  },
  WASH_COMMON_FUNDER: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: CHAIN_DATA },
  WASH_FEE_FREE: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: CHAIN_DATA },
  WASH_PRICE_JUMP: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: CHAIN_DATA },
  WASH_RING: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: CHAIN_DATA },
  WASH_ROUND_TRIP: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: CHAIN_DATA },
  WASH_TRADING_SUSPECTED: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: CHAIN_DATA },
  WASH_VELOCITY: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: CHAIN_DATA },
  WASH_ZERO_RISK: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: CHAIN_DATA },
  CONTROL_OR_SPECIAL: { missing: ['holds'], fact: 'transfer.kind', work: REGISTERED },
  REGISTERED_OR_ISSUER: { missing: ['holds'], fact: 'transfer.registration_effective_at', work: REGISTERED },
  RULE_144A_QIB: { missing: ['holds'], fact: 'to.qib', work: QIB },
  RULE_144_AFFILIATE_MANNER: { missing: ['holds'], fact: 'transfer.broker', work: BROKER },
}
