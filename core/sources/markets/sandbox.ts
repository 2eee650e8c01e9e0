import type { Persona } from '../personas/source.ts'
import type { MarketWorld, Venue } from './source.ts'

const meetsMixer = (persona: Persona | null) => persona?.effects.flags?.includes('mixer_exposure') === true

/** The two venues that every sandbox has, so that both answers to a trade can be tried. */
const VENUES: readonly Venue[] = [
  madeUp('ven_sandbox_ats', 'Sandbox Trading System', 'ats', 'SBX-ATS-1', null),
  madeUp('ven_sandbox_lapsed', 'Lapsed Trading System', 'ats', 'SBX-ATS-2', '2025-06-30'),
]

function madeUp(id: string, name: string, kind: Venue['kind'], registration: string, valid_until: string | null): Venue {
  const made = new Date('2025-01-01T00:00:00Z')
  return {
    ...{ id, name, kind, registration, valid_until, regulator: 'Sandbox regulator', jurisdictions: ['US'], valid_from: '2025-01-01' },
    ...{ evidence_url: 'https://example.com/register', evidence_sha256: null, status: 'active', first_word: null, reason: null },
    ...{ proposed_by: 'sandbox', proposed_at: made, approved_by: 'sandbox', approved_at: made, decided_by: null, decided_at: null },
  }
}

/** Two protocols that give the other answers than every other one. */
const PROTOCOLS = new Map([
  ['sandbox-paused', { paused: true, blocked: [] }],
  ['sandbox-blocked', { paused: false, blocked: ['US', 'DE', 'GB', 'FR', 'CA', 'JP', 'SG', 'AU', 'ES', 'IT', 'NL', 'CH'] }],
])

/** Wallets without traces but for the one that plays a mixer, coins under no law, providers that were examined. */
export const playedMarkets: MarketWorld = {
  traces: (persona) => ({ mixerWithin2Hops24h: meetsMixer(persona), exposureHold: false, washScore: 0 }),
  walletRisk: (persona) => (meetsMixer(persona) ? 65 : 0),
  coin: { frameworks: [] },
  trading: { wash: 'none' },
  takedowns: 0,
  creatorsWord: true,
  protocol: (name) => PROTOCOLS.get(name) ?? null,
  knownSince: (now) => now - 30 * 86_400_000,
  // Every wallet is as old there as its first call, which says nothing.
  walletsAge: false,
  provider: 'active',
  venues: VENUES,
  account: true,
}
