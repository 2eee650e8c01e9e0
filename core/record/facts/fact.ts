import type { Json } from '#engine/canonical.ts'
import type { FactKind } from './kinds.ts'

/** Who can supply a fact. */
export const SUPPLIERS = ['issuer', 'investor', 'parties', 'tenant', 'administrator', 'sealwright'] as const
export type Supplier = (typeof SUPPLIERS)[number]

/**
 * One fact that rules about securities read, and who decides what it is. `stated`: nobody but the party named can know it, and its word
 * is recorded as a word. `derived`: our own records say it, and a caller who states it is refused. `established`: an administrator of
 * Sealwright finds it out, and nobody states it.
 */
export interface Fact {
  readonly source: 'stated' | 'derived' | 'established'
  readonly who: Supplier
  /** One sentence: what it means, or where it comes from. */
  readonly means: string
  /** How it is written; for stated facts alone. */
  readonly kind?: FactKind
  /** What the sandbox takes for granted while nobody said it, and the answer after which the rules ask for nothing more. */
  readonly ordinary?: Json
  /** What a record that has no such word in it says: a setting that was never made. */
  readonly unsaid?: Json
  /** A field of the call, or a term of the offering: whoever calls says it, in the sandbox too. */
  readonly given?: true
  /** The call or page by which it comes to be, where that is not the statement itself. */
  readonly how?: string
}

export type Facts = Readonly<Record<string, Fact>>

export const stated = (who: Supplier, kind: FactKind, means: string, ordinary?: Json): Fact => ({
  source: 'stated',
  who,
  kind,
  means,
  ...(ordinary !== undefined && { ordinary }),
})

/** A setting of the issuer's own: while it made none, there is none. */
export const setting = (kind: FactKind, means: string, unsaid: Json): Fact => ({
  source: 'stated',
  who: 'issuer',
  kind,
  means,
  unsaid,
  ordinary: unsaid,
})

/** While nobody says it, what the record without such a word says. */
export const unless = (who: Supplier, kind: FactKind, means: string, unsaid: Json): Fact => ({
  ...stated(who, kind, means, unsaid),
  unsaid,
})

export const derived = (means: string, how?: string): Fact => ({ source: 'derived', who: 'sealwright', means, ...(how && { how }) })

/** What a field of the call or a term of the offering says. It is no statement of fact apart from it. */
export const given = (means: string, how?: string): Fact => ({ ...derived(means, how), given: true })

export const established = (means: string, how: string): Fact => ({ source: 'established', who: 'administrator', means, how })

const NOT_MEASURED = 'It is not measured here. '

/** Nobody finds it out here yet: the rules take the reading that is named. */
export const unmeasured = (reading: string): Fact => derived(NOT_MEASURED + reading)
export const isUnmeasured = ({ means }: Fact): boolean => means.startsWith(NOT_MEASURED)
