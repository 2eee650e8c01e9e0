import type { venues } from '#db/schema.ts'
import type { Json } from '#engine/canonical.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import type { Persona } from '../personas/source.ts'

export type Venue = typeof venues.$inferSelect

/** What chain data says of who sends; null where nothing measures it. */
interface Traces {
  mixerWithin2Hops24h: boolean | null
  exposureHold: boolean | null
  washScore: number | null
}

/**
 * What is outside of our records about value that moves: traces on chains, coins that nobody described, the examined standing of other
 * providers. Nothing of it is known in production yet; then it is left out, and the rules ask or say that it was not measured.
 */
export interface MarketWorld {
  traces(of: Persona | null): Traces
  /** Risk of a wallet by its traces, 0 to 100; null where nothing measures it. */
  walletRisk(of: Persona | null): number | null
  /** What holds of a coin of which nobody said anything. */
  readonly coin: Readonly<Record<string, Json>>
  /** The trading of a token, as its chain shows it; `none` where it was not measured. */
  readonly trading: Pick<Room<'sale'>, 'wash'>
  /** How often works of a creator were taken down in a year; null where nobody counts it. */
  readonly takedowns: number | null
  /** Whether a creator's own word is enough: links that nobody proved, a profile where no screening of an enhanced credential is. */
  readonly creatorsWord: boolean
  /** What a protocol wants of which the tenant recorded nothing, by its name in lower case; null: what every protocol does. */
  protocol(name: string): { paused: boolean; blocked: string[] } | null
  /** Since when, ms, whoever was never paid before counts as known; null: since this payment. */
  knownSince(now: number): number | null
  /** Whether the day a wallet was first seen here says how old it is. */
  readonly walletsAge: boolean
  /** How a provider stands whom nobody here examined. */
  readonly provider: 'active' | 'unknown'
  /** Venues besides those that two people recorded. */
  readonly venues: readonly Venue[]
  /** Whether whoever sends has an account with the tenant, where our records do not show a customer. */
  readonly account: boolean
}
