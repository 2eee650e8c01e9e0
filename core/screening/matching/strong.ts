import type { WireMatch } from './present.ts'

/** A match that is a hit by itself: the very address, or a strong name with facts that are equal or near and none that differs. No exception lifts one. */
export const isStrong = (m: Pick<WireMatch, 'match_type' | 'score' | 'agree' | 'near' | 'conflict' | 'weak_alias' | 'pep'>) =>
  m.match_type === 'address_exact' ||
  (m.score >= 0.97 && m.agree.length + m.near.length > 0 && m.conflict.length === 0 && !m.weak_alias && !m.pep)
