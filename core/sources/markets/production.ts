import type { MarketWorld } from './source.ts'

/** Nothing is measured and nobody is examined here yet. */
export const unmeasuredMarkets: MarketWorld = {
  traces: () => ({ mixerWithin2Hops24h: null, exposureHold: null, washScore: null }),
  walletRisk: () => null,
  coin: {},
  // No chain is read for it: the rules say that it was not measured.
  trading: { wash: 'none' },
  takedowns: null,
  creatorsWord: false,
  protocol: () => null,
  knownSince: () => null,
  walletsAge: true,
  provider: 'unknown',
  venues: [],
  account: false,
}
