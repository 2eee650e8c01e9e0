/** Variations of listed people's names, made by rules of our own with a fixed seed: independent of the labelled set. */
import type { ListedEntity } from '#screening/entity.ts'

export interface Varied {
  variation: string
  query: string
  id: string
}

const NICKNAMES: Record<string, string> = {
  alexander: 'sasha',
  aleksandr: 'sasha',
  mikhail: 'misha',
  nikolai: 'kolya',
  sergei: 'seryozha',
  sergey: 'seryozha',
  vladimir: 'vova',
  dmitry: 'dima',
  dmitri: 'dima',
  joseph: 'joe',
  jose: 'pepe',
  francisco: 'paco',
  robert: 'bob',
  william: 'bill',
  thomas: 'tom',
  george: 'jorge',
  mohammed: 'mohd',
  muhammad: 'mohd',
}
/** One way among several that officials spell the same sounds. */
const SPELLINGS: [RegExp, string][] = [
  [/kh/g, 'h'],
  [/ou/g, 'u'],
  [/ee/g, 'i'],
  [/iy\b|yy\b/g, 'y'],
  [/ei\b/g, 'ey'],
  [/q/g, 'k'],
  [/dj/g, 'j'],
  [/ph/g, 'f'],
  [/x/g, 'ks'],
  [/v/g, 'w'],
  [/ck/g, 'k'],
  [/j/g, 'dzh'],
]
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** A generator of the same numbers every time (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let a = seed
  return (below) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const WAYS: Record<string, (words: string[], pick: (below: number) => number) => string[] | null> = {
  'as listed': (words) => words,
  order: (words) => [...words.slice(1), words[0]!],
  initial: (words) => [words[0]![0]!, ...words.slice(1)],
  'part missing': (words, pick) => (words.length > 2 ? words.toSpliced(1 + pick(words.length - 2), 1) : null),
  'one typo': (words, pick) => typo(words, pick),
  'two typos': (words, pick) => {
    const once = typo(words, pick)
    return once && typo(once, pick)
  },
  transliteration: (words) => {
    const text = words.join(' ')
    const found = SPELLINGS.filter(([from]) => text.search(from) >= 0).slice(0, 2)
    return found.length ? found.reduce((spelt, [from, to]) => spelt.replace(from, to), text).split(' ') : null
  },
  joined: (words) => [words[0]! + words[1]!, ...words.slice(2)],
  split: (words, pick) => {
    const at = words.findIndex((word) => word.length > 6)
    const cut = 3 + pick(2)
    return at < 0 ? null : words.toSpliced(at, 1, words[at]!.slice(0, cut), words[at]!.slice(cut))
  },
  honorific: (words, pick) => [['Dr', 'Mr', 'Sheikh', 'Haji', 'General'][pick(5)]!, ...words],
  nickname: (words) => {
    const at = words.findIndex((word) => NICKNAMES[word])
    return at < 0 ? null : words.with(at, NICKNAMES[words[at]!]!)
  },
}

/** A letter of one longer word exchanged, left out, added or swapped with its neighbour. */
function typo(words: string[], pick: (below: number) => number): string[] | null {
  const long = words.flatMap((word, i) => (word.length > 4 ? [i] : []))
  if (!long.length) return null
  const at = long[pick(long.length)]!
  const word = words[at]!
  const i = 1 + pick(word.length - 2)
  const letter = LETTERS[pick(26)]!
  const changed = [
    word.slice(0, i) + letter + word.slice(i + 1),
    word.slice(0, i) + word.slice(i + 1),
    word.slice(0, i) + letter + word.slice(i),
    word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2),
  ][pick(4)]!
  return words.with(at, changed)
}

/** For each way `each` variations of the primary Latin names of listed people with two words or more. */
export function variationsOf(entries: readonly ListedEntity[], each: number, seed = 20_261_121): Varied[] {
  const pick = numbers(seed)
  const people = entries.flatMap((entry) => {
    const name = entry.type === 'person' ? entry.names.find((one) => one.kind === 'primary' && /^[A-Za-z' ,-]+$/.test(one.full)) : undefined
    const words = name?.full.toLowerCase().replaceAll("'", '').replace(/[,-]/g, ' ').trim().split(/\s+/) ?? []
    return words.length > 1 && words.every((word) => word.length > 1) ? [{ id: entry.id, words }] : []
  })
  return Object.entries(WAYS).flatMap(([variation, way]) => {
    const made: Varied[] = []
    for (let tried = 0; made.length < each && tried < people.length * 2; tried++) {
      const { id, words } = people[pick(people.length)]!
      const varied = way(words, pick)
      if (varied) made.push({ variation, query: varied.join(' '), id })
    }
    return made
  })
}
