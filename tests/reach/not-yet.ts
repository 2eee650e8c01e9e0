/**
 * Rules that no call of production reaches yet, with the way that is missing, the fact that has no source, and the work that will give it
 * one. The list may only get shorter: a rule that was reached fails the test while it stands here.
 */
type NotYet = { missing: readonly ('holds' | 'speaks')[]; fact: string; work: string }

/** The works that have yet to give facts a source. Nothing else may keep a rule on this list. */
export const WORKS = {
  chain: 'Chain data: funders, flows with listed addresses, and the trading of a token.',
  company: 'Identity: the file of a company at the enhanced level, with its type, owners, controls, and who of them is verified.',
  offices: 'Identity: lists of politically exposed persons.',
  provider: 'Identity: a provider, or a reviewer, who may find that somebody is not who they say.',
  counterparties: 'Counterparties: a directory of providers with addresses that were checked.',
} as const

export const NOT_YET: Readonly<Record<string, NotYet>> = {
  CDD_CONTROL_PERSON: { missing: ['holds', 'speaks'], fact: 'subject.control_persons', work: WORKS.company },
  CDD_EXEMPT: { missing: ['holds', 'speaks'], fact: 'subject.entity_type', work: WORKS.company },
  CDD_INDIRECT_SHARE: { missing: ['holds', 'speaks'], fact: 'subject.trusts', work: WORKS.company },
  CDD_OWNER_25: { missing: ['holds', 'speaks'], fact: 'subject.verified_persons', work: WORKS.company },
  CDD_OWNERSHIP_IMPOSSIBLE: { missing: ['holds', 'speaks'], fact: 'subject.ownership_remainder', work: WORKS.company },
  CDD_REVERIFY: { missing: ['holds', 'speaks'], fact: 'subject.owners_verified', work: WORKS.company },
  CIP_NOT_VERIFIED: { missing: ['speaks'], fact: 'subject.verification.status', work: WORKS.provider },
  PEP_EDD: { missing: ['speaks'], fact: 'subject.pep', work: WORKS.offices },
  PEP_MATCH: { missing: ['speaks'], fact: 'subject.pep', work: WORKS.offices },
  SANCTIONS_EXPOSURE: { missing: ['holds', 'speaks'], fact: 'subject.screen.exposure', work: WORKS.chain },
  TRAVEL_RULE_LEAK_GUARD: { missing: ['speaks'], fact: 'tx.travel.endpoint', work: WORKS.counterparties },
  WASH_COMMON_FUNDER: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: WORKS.chain },
  WASH_FEE_FREE: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: WORKS.chain },
  WASH_PRICE_JUMP: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: WORKS.chain },
  WASH_RING: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: WORKS.chain },
  WASH_ROUND_TRIP: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: WORKS.chain },
  WASH_TRADING_SUSPECTED: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: WORKS.chain },
  WASH_VELOCITY: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: WORKS.chain },
  WASH_ZERO_RISK: { missing: ['holds', 'speaks'], fact: 'sale.wash', work: WORKS.chain },
}
