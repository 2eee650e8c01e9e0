import { FACTS, type NameIndex, NUMERAL } from './index.ts'
import { bitCount, editDistance, patternDistance } from './names/edit-distance.ts'
import type { QueryWord } from './query.ts'

/**
 * How alike two words are, 0 to 1: the best of equal letters, known variant forms, equal sound key, initial, few edits (in letters or
 * sound), equal consonants and shortened form. Below 0.5 comes back as 0.
 */
export function wordSimilarity(query: QueryWord, index: NameIndex, word: number): number {
  const { wordBytes, foldBytes, wordFacts } = index
  const at = word * FACTS
  const from = wordFacts[at]!
  const lengths = wordFacts[at + 1]!
  const length = lengths & 255
  const own = query.bytes.length
  if (own === length && query.mask === wordFacts[at + 3] && same(query.bytes, wordBytes, from)) return 1
  const foldedFrom = wordFacts[at + 2]!
  const foldedLength = (lengths >> 8) & 255
  // Ivan and John are one name, but their bearers seldom change between them.
  if (query.nickname >= 0 && query.nickname === wordFacts[at + 7]) return query.folded[0] === foldBytes[foldedFrom] ? 0.96 : 0.84
  const ownFolded = query.folded.length
  if (own === 1 || length === 1) {
    if (query.bytes[0] !== wordBytes[from] && query.folded[0] !== foldBytes[foldedFrom]) return 0
    return length === 1 && own > 1 ? 0.6 : 0.8
  }
  if (query.foldHash === wordFacts[at + 5] && ownFolded === foldedLength) return ownFolded >= 3 ? 0.97 : 0.9
  if (query.kind === NUMERAL || lengths >> 16 === NUMERAL) return 0
  const sameBones =
    (query.skeletonHash !== 0 && query.skeletonHash === wordFacts[at + 6]) ||
    (query.abjadHash !== 0 && query.abjadHash === index.abjadHash[word])
  const longer = Math.max(own, length)
  const shorter = Math.min(own, length)
  if (!sameBones) {
    const differing = bitCount(query.foldMask ^ wordFacts[at + 4]!)
    if (differing > 5 || (longer - shorter > 3 && differing > 3)) return 0
  }
  let best = 0
  const budget = shorter < 3 ? 0 : shorter <= 5 ? 1 : shorter <= 8 ? 2 : 3
  if (budget && longer - shorter <= budget) {
    const edits = query.pattern
      ? patternDistance(query.pattern, own, wordBytes, from, length)
      : editDistance(query.bytes, 0, own, wordBytes, from, length, budget)
    if (edits <= budget) best = edits === 1 ? Math.max(1 - 1 / longer, ONE_EDIT[Math.min(shorter, 6)]!) : 1 - edits / longer
  }
  const shorterFold = Math.min(ownFolded, foldedLength)
  if (shorterFold >= 4 && best < 0.92 && Math.abs(ownFolded - foldedLength) <= 2) {
    const edits = query.foldPattern
      ? patternDistance(query.foldPattern, ownFolded, foldBytes, foldedFrom, foldedLength)
      : editDistance(query.folded, 0, ownFolded, foldBytes, foldedFrom, foldedLength, 2)
    if (edits === 1) best = Math.max(best, shorterFold >= 6 ? 0.92 : shorterFold === 5 ? 0.88 : 0.82)
    else if (edits === 2 && shorterFold >= 6) best = Math.max(best, 0.95 * (1 - 2 / Math.max(ownFolded, foldedLength)))
  }
  if (sameBones) best = Math.max(best, shorterFold >= 4 ? 0.88 : 0.8)
  if (shorter >= 4 && best < 0.75 && startsAlike(query.bytes, own, wordBytes, from, length))
    best = Math.max(best, 0.55 + (0.4 * shorter) / longer)
  return best < 0.5 ? 0 : best
}

/** How alike a word is to a listed one in the best of its spellings. */
export function bestSimilarity(query: QueryWord, index: NameIndex, word: number): number {
  let best = wordSimilarity(query, index, word)
  for (const other of query.others) if (best < 1) best = Math.max(best, wordSimilarity(other, index, word))
  return best
}

/** One slip in a word of so many letters. */
const ONE_EDIT = [0, 0, 0, 0.7, 0.84, 0.9, 0.94]

function same(query: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let i = 0; i < query.length; i++) if (query[i] !== bytes[from + i]) return false
  return true
}

function startsAlike(query: Uint8Array, own: number, bytes: Uint8Array, from: number, length: number): boolean {
  const shared = Math.min(own, length)
  for (let i = 0; i < shared; i++) if (query[i] !== bytes[from + i]) return false
  return true
}
