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

/** What a rule adds above the model's score, and which rule: see `search.ts`. */
export type Lift = { name: 'same_words' | 'spelled_out'; score: number }

const LIFTS: Record<Lift['name'], string> = {
  same_words: 'the same words in another order are the same name',
  spelled_out: 'every syllable of the characters is in the listed name',
}

/**
 * Tells the score of the comparison the matcher just made, nothing left out and nothing rescaled. The model adds up what each signal is worth
 * and bends the sum into a score. Along the straight way from no signal to all of them each adds its own amount times one slope (Aumann and
 * Shapley), so every piece keeps its sign and all of them with the start are the score. Words share what `query_covered` adds.
 */
export function explainName({
  query,
  matcher,
  name,
  parts,
  start,
  modelScore,
  lift,
}: {
  query: Query
  matcher: NameMatcher
  name: number
  parts: Float64Array
  /** Score of a sum to which no signal adds anything. */
  start: number
  /** What the model alone gives. */
  modelScore: number
  lift: Lift | null
}): MatchFeature[] {
  if (matcher.identical) return explainWords({ query, matcher, name, worth: 1 })
  let sum = 0
  for (const part of parts) sum += part
  const slope = sum === 0 ? 0 : (modelScore - start) / sum
  const told = (piece: string, weight: number, detail: string): MatchFeature => ({
    name: piece,
    score: 1,
    weight,
    query: query.text,
    candidate: '',
    detail,
  })
  const signals = FEATURES.flatMap((feature, f) =>
    f === QUERY_COVERED || parts[f] === 0 ? [] : [told(feature, parts[f]! * slope, DETAILS[feature])],
  )
  signals.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
  return [
    ...explainWords({ query, matcher, name, worth: parts[QUERY_COVERED]! * slope }),
    ...signals,
    told('start', start, 'where every comparison starts'),
    ...(lift ? [told(lift.name, lift.score - modelScore, LIFTS[lift.name])] : []),
  ]
}

const QUERY_COVERED = FEATURES.indexOf('query_covered')

/** The words asked for with what each was laid on: `worth` is shared by how telling a word is and how well it was found. */
function explainWords({
  query,
  matcher,
  name,
  worth,
}: {
  query: Query
  matcher: NameMatcher
  name: number
  worth: number
}): MatchFeature[] {
  const { index, queryTo, queryScore, queryWeight, queryParts, nameTo, nameParts } = matcher
  const listedWord = (at: number) => wordText(index, index.nameWords[index.nameFrom[name]! + at]!)
  const wordsOfName = index.nameFrom[name + 1]! - index.nameFrom[name]!
  const scoreOf = (i: number) => (queryTo[i]! < 0 ? 0 : Math.min(1, queryScore[i]!))
  let found = 0
  for (let i = 0; i < query.words.length; i++) found += queryWeight[i]! * scoreOf(i)
  return query.words.map((word, i) => {
    const to = queryTo[i]!
    const together = to >= 0 && queryParts[i]! > 1
    const listed = together ? Array.from({ length: wordsOfName }, (_, j) => j).filter((j) => nameTo[j] === i) : to < 0 ? [] : [to]
    const candidate = listed.map(listedWord).join(' ')
    const score = scoreOf(i)
    return {
      name: 'name_word',
      score,
      weight: found === 0 ? 0 : (worth * queryWeight[i]!) / found,
      query: word.text,
      candidate,
      detail: together
        ? 'the listed words, written together'
        : to >= 0 && nameParts[to]! > 1
          ? 'part of the listed word'
          : wordDetail(score, word.text, candidate),
    }
  })
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
