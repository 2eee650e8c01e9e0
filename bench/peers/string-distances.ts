import { jaroWinkler, load, type Peer, scanning, sortedWords } from './peer.ts'

/** Libraries of string likeness, comparing a query with every name, words sorted. */
export const stringDistances: (() => Peer)[] = [
  () => {
    const { distance } = load('fastest-levenshtein')
    return scanning('fastest-levenshtein (token sort)', (a, b) => 1 - distance(a, b) / Math.max(a.length, b.length), sortedWords)
  },
  () => {
    const { token_sort_ratio: ratio } = load('fuzzball')
    return scanning('fuzzball token_sort_ratio', (a, b) => ratio(a, b, { full_process: false }) / 100)
  },
  () => {
    const { similarity } = load('talisman/metrics/jaro-winkler')
    return scanning('talisman jaro-winkler', (a, b) => similarity(a, b), sortedWords)
  },
  () => {
    const likeness = load('natural/lib/natural/distance/jaro-winkler_distance')
    const distance = likeness.JaroWinklerDistance ?? likeness
    return scanning('natural jaro-winkler', (a, b) => distance(a, b, { ignoreCase: false }), sortedWords)
  },
  () => scanning('jaro-winkler (token sort, plain)', jaroWinkler, sortedWords),
]
