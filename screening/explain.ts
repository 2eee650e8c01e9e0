import type { FactCompared } from './evidence.ts'
import { wordText } from './index.ts'
import { FEATURES, type NameMatcher } from './match.ts'
import type { Query } from './query.ts'

/** One piece of a score: `score` times `weight` is what it adds, and all pieces together are the score. */
export type MatchFeature = {
  name: string
  /** 0 to 1: how well this piece agrees. 1 for pieces that are an adjustment. */
  score: number
  /** Points at stake; negative when the piece takes away. */
  weight: number
  query: string
  candidate: string
  detail: string
}

const DETAILS: Record<(typeof FEATURES)[number], string> = {
  query_covered: 'how much of the name asked for was found',
  name_covered: 'how much of the listed name was found',
  evidence: 'how rare the shared words are',
  query_left_over: 'the most telling word asked for that is missing',
  name_left_over: 'the most telling listed word that is missing',
  whole_string: 'likeness with blanks left out',
  initials: 'words that met only as initials',
  loose_words: 'words that are only alike',
  firm_words: 'words that are equal or nearly so',
  one_word_query: 'a single word was asked for',
  one_word_name: 'the listed name is a single word',
  numbers_differ: 'a number on one side only',
  in_order: 'order of the words',
  lesser_cover: 'coverage of the less covered side',
  greater_cover: 'coverage of the better covered side',
  joined_or_split: 'words written together on one side',
  person: 'the entry is a person',
  vessel: 'the entry is a vessel or aircraft',
  query_mass: 'how much the name asked for says',
  both_left_over: 'both sides keep a telling word of their own',
  lossy_script: 'compared through a rendering that loses sounds',
  other_script: 'written in another script',
  native_same_script: 'both in the same script',
  native_alike: 'likeness in the original letters',
  left_over_alike: 'likeness of the words that were left over',
  weakest_word: 'the least alike of the telling words',
  name_words_left: 'listed words that were not asked for',
  other_word_instead: 'another telling word in place of the listed one',
  lead_differs: 'the first telling word differs',
  telling_words: 'rare words in common',
  words_exchanged: 'telling words of the listed name replaced by others',
}

/** Adjustments smaller than this are told as one. */
const SMALL = 0.005

/**
 * Tells the score of the comparison the matcher just made. Word pieces carry the share of the name asked for that was found; the rest of
 * the model's verdict is told feature by feature, in proportion to what each added to the model's sum.
 */
export function explainName({
  query,
  matcher,
  name,
  parts,
  score,
}: {
  query: Query
  matcher: NameMatcher
  name: number
  parts: Float64Array
  score: number
}): MatchFeature[] {
  const { index, queryTo, queryScore, queryWeight, queryParts, nameTo, nameParts } = matcher
  const listedWord = (at: number) => wordText(index, index.nameWords[index.nameFrom[name]! + at]!)
  const wordsOfName = index.nameFrom[name + 1]! - index.nameFrom[name]!
  const features: MatchFeature[] = []
  let mass = 0
  for (let i = 0; i < query.words.length; i++) mass += queryWeight[i]!
  let told = 0
  query.words.forEach((word, i) => {
    const to = queryTo[i]!
    const together = to >= 0 && queryParts[i]! > 1
    const parts = together ? Array.from({ length: wordsOfName }, (_, j) => j).filter((j) => nameTo[j] === i) : to < 0 ? [] : [to]
    const candidate = parts.map(listedWord).join(' ')
    const wordScore = to < 0 ? 0 : Math.min(1, queryScore[i]!)
    const weight = queryWeight[i]! / mass
    told += wordScore * weight
    features.push({
      name: 'name_word',
      score: wordScore,
      weight,
      query: word.text,
      candidate,
      detail: together
        ? 'the listed words, written together'
        : to >= 0 && nameParts[to]! > 1
          ? 'part of the listed word'
          : wordDetail(wordScore, word.text, candidate),
    })
  })
  let rest = score - told
  if (matcher.identical) return features
  // Parts that push the way the rest goes share it; those that push the other way are already outweighed within the sum.
  const way = Math.sign(rest)
  let pull = 0
  for (let f = 0; f < FEATURES.length; f++) if (Math.sign(parts[f]!) === way) pull += parts[f]!
  const whole = rest
  if (pull !== 0) {
    for (let f = 0; f < FEATURES.length; f++) {
      if (Math.sign(parts[f]!) !== way) continue
      const weight = (whole * parts[f]!) / pull
      if (Math.abs(weight) < SMALL) continue
      rest -= weight
      features.push({ name: FEATURES[f]!, score: 1, weight, query: query.text, candidate: '', detail: DETAILS[FEATURES[f]!] })
    }
  }
  if (Math.abs(rest) > 1e-12)
    features.push({
      name: 'other_signals',
      score: 1,
      weight: rest,
      query: query.text,
      candidate: '',
      detail: 'signals of less than half a point each',
    })
  return features
}

function wordDetail(score: number, query: string, candidate: string): string {
  if (score === 0) return 'not in the listed name'
  if (query === candidate) return 'the same word'
  if (query.length === 1 || candidate.length === 1) return 'initial'
  if (score >= 0.96) return 'another spelling or form of the word'
  return 'alike'
}

/** A compared fact as a piece of the score. */
export function explainFact(fact: FactCompared, weight: number): MatchFeature {
  return { name: fact.name, score: 1, weight, query: fact.query, candidate: fact.candidate, detail: fact.detail }
}

/** What keeps a strong name at review although facts that nobody verified speak against it. */
export function explainHeld(weight: number, query: string, candidate: string): MatchFeature {
  return {
    name: 'held_for_review',
    score: 1,
    weight,
    query,
    candidate,
    detail: 'the name alone is looked at, and nobody verified what speaks against it: a person decides',
  }
}
