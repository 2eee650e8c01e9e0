/**
 * Rules that no call of production reaches yet, with the way that is missing, the fact that has no source, and the work that will give it
 * one. The list may only get shorter: a rule that was reached fails the test while it stands here.
 */
type NotYet = { missing: readonly ('holds' | 'speaks')[]; fact: string; work: string }

/** The works that have yet to give facts a source. Nothing else may keep a rule on this list. */
export const WORKS = {
  chain: 'Chain data: funders, flows with listed addresses, and the trading of a token.',
  counterparties: 'Counterparties: a directory of providers with addresses that were checked.',
} as const

export const NOT_YET: Readonly<Record<string, NotYet>> = {
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
