import { type FlatName, type Hit, jaroWinkler, type Peer, perEntity } from './peer.ts'

/**
 * The comparison Moov Watchman uses, written anew from its description: Jaro–Winkler of word pairs with penalties for length and first
 * sound, greedy one-to-one assignment, mean weighted by letters, less 15 % of the unmatched share of the listed name; candidates from a
 * word index, the whole list where no word is shared. Indicative: the Go program itself is not run here.
 */
export function watchmanStyle(): Peer {
  let names: FlatName[] = []
  let words: string[][] = []
  const holders = new Map<string, number[]>()
  return {
    name: 'watchman-style (own port)',
    build(all) {
      names = [...all]
      words = names.map(({ name }) => name.split(' '))
      words.forEach((own, n) => {
        for (const word of new Set(own)) {
          const list = holders.get(word)
          if (list) list.push(n)
          else holders.set(word, [n])
        }
      })
    },
    search(query) {
      const asked = query.split(' ')
      const near = new Set(asked.flatMap((word) => holders.get(word) ?? []))
      const candidates: Iterable<number> = near.size ? near : names.keys()
      const hits: Hit[] = []
      for (const n of candidates) {
        const score = likeness(asked, words[n]!)
        if (score > 0.5) hits.push({ uid: names[n]!.uid, score })
      }
      return perEntity(hits)
    },
  }
}

const SOUNDS = ['aeiouy', 'bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r', 'hw']
const sound = (letter: string) => SOUNDS.findIndex((group) => group.includes(letter))

function wordLikeness(a: string, b: string): number {
  let score = jaroWinkler(a, b)
  const ratio = Math.min(a.length, b.length) / Math.max(a.length, b.length)
  if (ratio < 0.9) score *= 1 - 0.3 * (1 - ratio)
  return sound(a[0]!) === sound(b[0]!) ? score : score * 0.9
}

function likeness(asked: readonly string[], listed: readonly string[]): number {
  const pairs = asked.flatMap((a, i) => listed.map((b, j) => ({ i, j, score: wordLikeness(a, b) }))).sort((x, y) => y.score - x.score)
  const usedA = new Set<number>()
  const usedB = new Set<number>()
  let sum = 0
  let letters = 0
  for (const { i, j, score } of pairs) {
    if (usedA.has(i) || usedB.has(j)) continue
    usedA.add(i)
    usedB.add(j)
    sum += score * asked[i]!.length
  }
  for (const word of asked) letters += word.length
  const total = listed.reduce((n, word) => n + word.length, 0)
  const unmatched = listed.reduce((n, word, j) => (usedB.has(j) ? n : n + word.length), 0)
  return (sum / letters) * (1 - (0.15 * unmatched) / total)
}
