import type { AtHand, Need } from '../facts.ts'
import { isAtLeast, type LeastKind, sourceOf } from './entry.ts'

/** Why a fact that is needed is not known: nobody gave it, it came from too weak a source, it needs a rate, or two of it say different things. */
type WhyMissing = 'FACT_MISSING' | 'STRONGER_SOURCE_NEEDED' | 'FX_RATE_REQUIRED' | 'FACTS_CONTRADICT'

/** Thrown while reading, caught by the engine: a fact that is needed is not known. */
export class Missing {
  readonly path: string
  readonly reason: WhyMissing
  /** The kind of source that would do. */
  readonly least: LeastKind | null
  constructor(path: string, reason: WhyMissing = 'FACT_MISSING', least: LeastKind | null = null) {
    this.path = path
    this.reason = reason
    this.least = least
  }
}

/** What a rule hears of a fact for which it asks a kind of source: from a weaker one, the same as if it had not been given. */
export function heard({ path, kind }: Need<unknown>, least: LeastKind, value: unknown, hand: AtHand): unknown {
  const { facts } = hand
  if (isAtLeast(sourceOf(path, facts.sources), least, facts.environment === 'sandbox')) return value
  const absent = kind.parse(undefined, hand)
  return absent === undefined ? new Missing(path, 'STRONGER_SOURCE_NEEDED', least) : absent
}
