import type { Decision } from './types/decide.js'
import type { FactsOf, Room } from './types/facts/of-checks.js'
import type { Check, Facts } from './types/facts.js'

export type { Decision } from './types/decide.js'
export type { AnyFacts, FactsOf, Room } from './types/facts/of-checks.js'
export type { Check } from './types/facts.js'
export type { RuleOutcome } from './types/run-rule.js'

/** Part of some facts, however deep; null takes a fact away, so that the rules ask for it. */
export type Laid<T> = T extends readonly unknown[] ? T : T extends object ? { readonly [K in keyof T]?: Laid<T[K]> | null } : T

/** What the rules read of a party: `places`, `credential`, `pep`, `control` and so on, as the sender or the receiver has it. */
export type PartyFacts = Laid<Room<'subject'> & Room<'from'> & Room<'to'>>

/** What the rules read besides the parties, by room: `tx`, `history`, `tenant`, `defi`, `game`, `issuer`, `offering`, `transfer`. */
export type GivenFacts = {
  readonly [R in 'tx' | 'history' | 'tenant' | 'defi' | 'game' | 'issuer' | 'offering' | 'transfer' | 'token' | 'screening']?: Laid<Room<R>>
}

/** A wallet of the sandbox's catalogue, and what it plays. */
export interface Scenario {
  /** Four digits, at the end of the address. */
  code: string
  name: string
  /** What it plays, in words. */
  title: string
  market: string
  wallet_address: string
  solana_address: string
  /** The header by which every wallet of a call plays it. */
  header: string
}

/** The published catalogue. */
export declare const scenarios: readonly Scenario[]

/** The wallet of a scenario, by its four digits or its name. Throws `RangeError` for one that is not in the catalogue. */
export declare function walletOf(scenario: string, chain?: 'evm' | 'solana'): string

/** The rules that this package holds: compare them with `decision.policy` of the service you build for. */
export declare const ruleset: { readonly id: string; readonly version: string; readonly sha256: string }

export interface KitOptions {
  /** The moment at which the clock stands, the moment of the call when left out. It moves only when it is told to. */
  now?: string | number | Date
  /** Where the kit says to be: `http://sealwright.test` when left out. */
  baseUrl?: string
}

/** Something that happened, as webhooks and `GET /v1/events` tell it. */
export interface KitEvent {
  id: string
  object: 'event'
  type: string
  timestamp: string
  environment: string
  sequence: number
  resource: { type: string; id: string }
  data: { object: Record<string, unknown>; previous?: Record<string, unknown> }
}

/** A sandbox in your own process. What it does not answer it refuses with 501 `not_in_test_kit` and names it. */
export interface Kit {
  /** A key that it takes; every `sw_sandbox_…` will do. */
  readonly apiKey: string
  readonly baseUrl: string
  /** For the `fetch` option of a client. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly clock: {
    now(): Date
    /** Stands at this moment from now on. What was waited for until then has happened once it resolves. */
    set(at: string | number | Date): Promise<void>
    /** Moves on: seconds, or text such as `90d`, `1h 30m` or `PT1H`. */
    advance(by: string | number): Promise<void>
  }
  /** Says of whoever is behind a wallet what the rules read of them, over what the kit found. */
  party(address: string, facts: PartyFacts): void
  /** Says of every decision what is not about a party. */
  given(facts: GivenFacts): void
  /** Makes an offering, so that units of it can move: `regulation`, `lockup_days`, `max_holders`, `blocked_countries` and the like. */
  offering(id: string, said?: Readonly<Record<string, unknown>>): void
  /** Gives somebody units of an offering. Resolves to the id of the lot. */
  holding(
    address: string,
    units: { offering: string; quantity: string; acquired?: string | Date; from?: 'issuer' | 'affiliate' | 'other' },
  ): Promise<string>
  /** What happened, the oldest first. */
  events(): KitEvent[]
  /** The facts that a decision of this kit was made from, null for one that it did not make. */
  factsOf(decisionId: string): Facts | null
  /** As new, at the moment it began with. */
  reset(): void
}

/** Makes a sandbox of its own. Two share nothing. */
export declare function createKit(options?: KitOptions): Kit

/** What the rules say of facts: the engine itself, without a call. A misspelt or mistyped fact does not compile. */
export declare function decideFacts<C extends Check>(check: C, facts: Omit<FactsOf<C>, 'check'>): Decision

/** The facts of an ordinary resale in which nothing is wrong, to change one thing of. */
export declare function cleanTransfer(): Omit<FactsOf<'transfer'>, 'check'> & Record<string, any>

/** Every type of event. */
export declare const eventTypes: readonly string[]

/** An event as Sealwright sends it, with your own values in `data.object` and in the envelope. Throws `RangeError` for an unknown type. */
export declare function exampleEvent(type: string, object?: Record<string, unknown>, envelope?: Record<string, unknown>): WebhookEvent

export interface WebhookEvent {
  id: string
  type: string
  timestamp: string
  data: { object: Record<string, any> }
  [field: string]: unknown
}

/** A delivery as it arrives. */
export interface Delivery {
  event: { id: string }
  /** The body, to the letter. */
  payload: string
  headers: Record<string, string>
  /** The same as a request to your receiver. */
  request(url: string | URL): Request
}

export interface Webhooks {
  /** `whsec_…`, what your receiver keeps of its endpoint. */
  readonly secret: string
  /** `whpk_…`, what it would find at `/.well-known/webhook-keys.json`. */
  readonly publicKey: string
  /** Signs an event. `at`: when it was sent; `tamper`: changed on the way; `only`: one kind of signature instead of both. */
  deliver(event: { id: string }, how?: { at?: Date | number; tamper?: boolean; only?: 'v1' | 'v1a' }): Promise<Delivery>
}

/** A sender of webhooks with keys of its own. */
export declare function createWebhooks(options?: { secret?: string; now?: () => number }): Promise<Webhooks>

/** What a cassette holds. No secret, no key and nothing personal is in it. */
export interface Tape {
  sealwright_cassette: 1
  salt: string
  calls: {
    request: { method: string; path: string; query: unknown; body: unknown; mark: string | null }
    answer: { status: number; headers: Record<string, string>; body: unknown }
  }[]
}

export interface Cassette {
  /** For the `fetch` option of a client. A call that is not on the cassette is refused with 501 `not_on_cassette`, which names it. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Plays from the beginning again. */
  rewind(): void
  /** Which recorded calls nobody made. */
  unused(): string[]
  toJSON(): Tape
}

/** Records with `record: true` what `fetch` answers, else plays `tape`. Throws `TypeError` for a key of production. */
export declare function createCassette(options?: { tape?: Tape; record?: boolean; fetch?: Cassette['fetch'] }): Cassette

/** Asks one after the other until one answers something else than 501. */
export declare function firstThatAnswers(...fetches: Cassette['fetch'][]): Cassette['fetch']
