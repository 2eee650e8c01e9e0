import { FEATURES, type FeatureName } from '../match.ts'

const COVER = [0, 0.4, 0.55, 0.65, 0.75, 0.82, 0.88, 0.93, 0.97]
const LEFT = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5]

/** Where each feature's line may bend. */
export const KNOTS: Record<FeatureName, number[]> = {
  query_covered: COVER,
  name_covered: [0, 0.3, 0.45, 0.6, 0.7, 0.8, 0.88, 0.94, 0.98],
  evidence: [0, 0.3, 0.6, 0.9, 1.2, 1.6, 2.2, 3],
  query_left_over: LEFT,
  name_left_over: LEFT,
  whole_string: [0, 0.6, 0.7, 0.8, 0.86, 0.92, 0.96],
  initials: [0, 0.34, 0.5],
  loose_words: [0, 0.3, 0.5, 0.7],
  firm_words: [0, 0.3, 0.6, 1],
  one_word_query: [0],
  one_word_name: [0],
  numbers_differ: [0],
  in_order: [0],
  lesser_cover: COVER,
  greater_cover: [0, 0.5, 0.7, 0.8, 0.88, 0.94, 0.98],
  joined_or_split: [0],
  person: [0],
  vessel: [0],
  query_mass: [0, 0.2, 0.35, 0.5, 0.7],
  both_left_over: [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4],
  lossy_script: [0, 0.25, 0.5, 0.75],
  other_script: [0],
  native_same_script: [0],
  native_alike: [0, 0.6, 0.75, 0.85, 0.9, 0.95],
  left_over_alike: [0, 0.25, 0.4, 0.5, 0.6],
  weakest_word: [0, 0.6, 0.75, 0.85, 0.92],
  name_words_left: [0, 0.34, 0.67],
  other_word_instead: [0, 0.1, 0.2, 0.35, 0.5, 0.7],
  lead_differs: [0],
  telling_words: [0, 0.3, 0.55, 0.8],
  words_exchanged: [0, 0.5],
}

export const PRODUCTS: [FeatureName, FeatureName][] = [
  ['evidence', 'lesser_cover'],
  ['evidence', 'query_covered'],
  ['person', 'lesser_cover'],
  ['person', 'evidence'],
  ['one_word_query', 'query_covered'],
  ['one_word_query', 'evidence'],
  ['one_word_name', 'query_covered'],
  ['one_word_name', 'evidence'],
  ['whole_string', 'query_mass'],
  ['initials', 'evidence'],
  ['lossy_script', 'evidence'],
  ['lossy_script', 'lesser_cover'],
  ['lossy_script', 'query_covered'],
  ['other_script', 'evidence'],
  ['native_alike', 'evidence'],
  ['native_alike', 'lesser_cover'],
  ['person', 'both_left_over'],
  ['person', 'weakest_word'],
  ['evidence', 'weakest_word'],
  ['evidence', 'both_left_over'],
  ['person', 'name_left_over'],
  ['person', 'query_left_over'],
  ['vessel', 'lesser_cover'],
  ['person', 'other_word_instead'],
  ['person', 'lead_differs'],
  ['person', 'telling_words'],
  ['telling_words', 'other_word_instead'],
  ['telling_words', 'weakest_word'],
  ['person', 'native_alike'],
  ['person', 'name_words_left'],
  ['vessel', 'weakest_word'],
  ['one_word_query', 'whole_string'],
  ['lossy_script', 'loose_words'],
  ['lossy_script', 'weakest_word'],
  ['lossy_script', 'telling_words'],
  ['lossy_script', 'both_left_over'],
  ['person', 'words_exchanged'],
  ['left_over_alike', 'words_exchanged'],
  ['evidence', 'words_exchanged'],
  ['lead_differs', 'telling_words'],
  ['left_over_alike', 'other_word_instead'],
  ['loose_words', 'evidence'],
  ['in_order', 'telling_words'],
  ['name_left_over', 'telling_words'],
  ['joined_or_split', 'evidence'],
]

export const DIMENSIONS = FEATURES.reduce((sum, name) => sum + KNOTS[name].length, 0) + PRODUCTS.length

const flat = FEATURES.flatMap((name, f) => KNOTS[name].map((knot) => [f, knot] as const))
const products = PRODUCTS.map(([a, b]) => [FEATURES.indexOf(a), FEATURES.indexOf(b)] as const)

/** Writes the terms of a feature vector the model's weights multiply. */
export function expand(features: Float64Array | Float32Array, into: Float32Array, at: number): void {
  for (let d = 0; d < flat.length; d++) {
    const over = features[flat[d]![0]]! - flat[d]![1]
    into[at + d] = Math.max(over, 0)
  }
  for (let p = 0; p < products.length; p++) into[at + flat.length + p] = features[products[p]![0]]! * features[products[p]![1]]!
}
