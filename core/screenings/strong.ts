import type { WireMatch } from './present.ts'

/** A match that is a hit by itself: the very address, or a strong name with agreeing facts. No exception lifts one. */
export const isStrong = (m: Pick<WireMatch, 'match_type' | 'score' | 'agree' | 'conflict' | 'weak_alias' | 'pep'>) =>
  m.match_type === 'address_exact' || (m.score >= 0.97 && m.agree.length > 0 && m.conflict.length === 0 && !m.weak_alias && !m.pep)
