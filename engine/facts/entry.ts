import type { Kind } from '../facts.ts'

/**
 * Who or what vouches for a fact. `established`: checked by evidence that somebody outside vouches for, or by a person who looked at it.
 * `measured`: computed from records of ours or of a chain. `listed`: from a published list or rate, with its version. `stated`: somebody
 * with a role said it. `configured`: a setting the tenant made. `simulated`: the sandbox's world says so, never in production.
 */
export const SOURCE_KINDS = ['established', 'measured', 'listed', 'stated', 'configured', 'simulated'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/**
 * How much a kind of source is worth to a rule that asks for one; written here and nowhere else. What somebody said is worth the least; a
 * setting stands with its history behind it; what was looked up in a published list or computed from records does not rest on a word;
 * what somebody outside vouches for is worth the most. A word that is no kind is worth nothing.
 */
const WORTH: Readonly<Record<string, number>> = { stated: 1, configured: 2, measured: 3, listed: 3, established: 4 }
const MOST = 4

/** A kind that a rule can ask for: that one, or one that is worth more. */
export type LeastKind = Exclude<SourceKind, 'simulated'>

/** Whether a fact of one source is good enough where at least a kind is asked for. What the sandbox plays is as good as what it plays. */
export const isAtLeast = (source: string, least: LeastKind, sandbox: boolean): boolean =>
  (source === 'simulated' && sandbox ? MOST : (WORTH[source] ?? 0)) >= WORTH[least]!

/** The kind that is worth the least of some, and the one worth the most. */
export const weakestOf = (kinds: readonly SourceKind[]): SourceKind => kinds.reduce((a, b) => (worth(b) < worth(a) ? b : a))
export const strongestOf = (kinds: readonly SourceKind[]): SourceKind => kinds.reduce((a, b) => (worth(b) > worth(a) ? b : a))
const worth = (kind: SourceKind): number => WORTH[kind] ?? 0

/** Where a fact is from, by the longest path that fits; what no source is named for is the caller's word. */
export function sourceOf(path: string, sources: Readonly<Record<string, string>> | undefined): string {
  if (!sources) return 'request'
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('.'))) {
    if (Object.hasOwn(sources, at)) return sources[at]!
    if (!at.includes('.')) return 'request'
  }
}

/** One fact of the vocabulary: how it is written, what it is called, what may supply it outside the sandbox. */
export interface Entry<K extends Kind<unknown>> {
  readonly kind: K
  /** For people; `{}` stands for whose it is. */
  readonly name: string
  readonly from: readonly SourceKind[]
  /** A decision says that it was used, never its value. */
  readonly personal: boolean
}

export const entry = <K extends Kind<unknown>>(
  kind: K,
  name: string,
  from: readonly SourceKind[],
  { personal = false }: { personal?: boolean } = {},
): Entry<K> => ({ kind, name, from, personal })
