/** Closed lists of words that facts are written in. Another word is unknown, and the rules ask. */

/** `wallet`: only an address is known. `absent`: the party does not exist (the sender of a mint, the receiver of a burn). */
export const SUBJECT_KINDS = ['natural', 'entity', 'wallet', 'absent'] as const

export const PLACE_SOURCES = ['residence', 'address', 'id_document', 'nationality', 'ip', 'vasp'] as const

export type PlaceSource = (typeof PLACE_SOURCES)[number]

export const CREDENTIAL_STATES = ['none', 'active', 'suspended', 'revoked', 'expired', 'superseded'] as const

export type CredentialState = (typeof CREDENTIAL_STATES)[number]

export const TX_MARKETS = ['securities', 'stablecoins', 'nfts', 'defi', 'gaming'] as const

export const TX_TYPES = ['transfer', 'payment', 'buy', 'mint', 'burn', 'redeem', 'cash_out', 'reward'] as const

export type TxType = (typeof TX_TYPES)[number]

export const REGULATIONS = ['reg_d_506b', 'reg_d_506c', 'reg_a_tier1', 'reg_a_tier2', 'reg_s'] as const

export type Regulation = (typeof REGULATIONS)[number]

export const ACQUIRED_UNDER = [...REGULATIONS, 'sec_4a2', 'sec_4a7', 'sec_4a1h', 'rule_144', 'rule_144a', 'registered'] as const

/** By what somebody is said to be accredited; `none` when nothing is claimed. Another word is unknown, and every test asks. */
export const ACCREDITATION_BASES = [
  'none',
  'income',
  'net_worth',
  'license',
  'insider',
  'knowledgeable_employee',
  'trust',
  'entity_assets',
  'entity_investments',
  'institution',
  'family_office',
  'all_owners',
] as const

export const METHODS = [
  'income_documents',
  'net_worth_documents',
  'third_party_letter',
  'grandfathered',
  'prior_verification',
  'minimum_investment',
  'principles_based',
  'self_certified',
  'none',
] as const

/** Which stablecoin law is about a token. */
export const FRAMEWORKS = ['genius', 'mica'] as const

export const ACTIVITIES = ['general', 'marketplace', 'skill_gaming', 'gambling'] as const

export type Activity = (typeof ACTIVITIES)[number]

export const EVENT_TYPES = [
  'conviction',
  'injunction',
  'final_order_bar',
  'final_order_fraud',
  'sec_disciplinary',
  'cease_and_desist',
  'sro_suspension',
  'stop_order',
  'stop_order_investigation',
  'usps_order',
  'usps_interim',
] as const

export type OwnersNeeded = 'all' | 'control_person' | 'none'
/** Legal entity customers and those left out of the ownership rule. 31 CFR 1010.230(e)(2), (3). */
export const ENTITY_TYPES = {
  company: { owners: 'all', registered: false },
  partnership: { owners: 'all', registered: false },
  trust: { owners: 'all', registered: false },
  bank: { owners: 'none', registered: true },
  sec_registrant: { owners: 'none', registered: true },
  cftc_registrant: { owners: 'none', registered: true },
  insurer: { owners: 'none', registered: true },
  listed_us_company: { owners: 'none', registered: true },
  government: { owners: 'none', registered: false },
  exempt_adviser_fund: { owners: 'control_person', registered: false },
} as const satisfies Record<string, { owners: OwnersNeeded; registered: boolean }>
export type EntityType = keyof typeof ENTITY_TYPES

/** Ways in which units may be resold. */
export const ROUTES = [
  'REGISTERED_OR_ISSUER',
  'REG_A_FREELY_TRADABLE',
  'REG_S_905_STILL_RESTRICTED',
  'RULE_144',
  'RULE_144A_QIB',
  'SEC_4A7_PRIVATE_RESALE',
  'REG_S_904_RESALE',
  'SEC_4A1H_OPINION',
] as const
