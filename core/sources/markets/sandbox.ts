import type { Persona } from '../personas/source.ts'
import type { MarketWorld } from './source.ts'

const meetsMixer = (persona: Persona | null) => persona?.effects.flags?.includes('mixer_exposure') === true

/** Wallets without traces but for the one that plays a mixer, coins under no law, providers that were examined. */
export const playedMarkets: MarketWorld = {
  traces: (persona) => ({ mixerWithin2Hops24h: meetsMixer(persona), exposureHold: false, washScore: 0 }),
  walletRisk: (persona) => (meetsMixer(persona) ? 65 : 0),
  coin: { frameworks: [] },
  trading: { wash: 'none' },
  takedowns: 0,
  provider: 'active',
  account: true,
}
