import type { MarketWorld } from './source.ts'

/** Nothing is measured and nobody is examined here yet. */
export const unmeasuredMarkets: MarketWorld = {
  traces: () => ({ mixerWithin2Hops24h: null, exposureHold: null, washScore: null }),
  walletRisk: () => null,
  coin: {},
  takedowns: null,
  provider: 'unknown',
  account: false,
}
