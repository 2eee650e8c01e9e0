import type { Kind } from '../facts.ts'

/**
 * Who or what vouches for a fact. `established`: checked by evidence that somebody outside vouches for, or by a person who looked at it.
 * `measured`: computed from records of ours or of a chain. `listed`: from a published list or rate, with its version. `stated`: somebody
 * with a role said it. `configured`: a setting the tenant made. `simulated`: the sandbox's world says so, never in production.
 */
export const SOURCE_KINDS = ['established', 'measured', 'listed', 'stated', 'configured', 'simulated'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

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
