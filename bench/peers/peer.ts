import { createRequire } from 'node:module'

/** A listed name as every peer indexes it: the entity's id and the name, normalised the same way for all. */
export type FlatName = { uid: string; name: string }
export type Hit = { uid: string; score: number }

export type Peer = {
  name: string
  /** Works in a process of its own, so that its time is taken by the clock. */
  elsewhere?: boolean
  /** Takes the names; resolves when queries may be asked. */
  build(names: readonly FlatName[]): Promise<void> | void
  /** Entities found for a normalised query, best first. */
  search(query: string): Promise<Hit[]> | Hit[]
  close?(): Promise<void> | void
}

const require = createRequire(new URL('../peer-packages/package.json', import.meta.url))

/** A peer's package out of the benchmarks' own node_modules. Untyped: the product's type check runs without it. */
// biome-ignore lint/suspicious/noExplicitAny: the packages are not there when types are checked.
export const load = (name: string): any => {
  const module = require(name)
  return module.default ?? module
}

/** What every peer gets: marks stripped, lower case, punctuation to blanks, `SURNAME, Given` of persons in reading order. */
export function plain(name: string, type?: string): string {
  const listForm = type === 'individual' ? /^([^,]+),\s*([^,]+)$/.exec(name) : null
  const natural = listForm ? `${listForm[2]} ${listForm[1]}` : name
  return natural
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘'`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Best score of each entity, best first. */
export function perEntity(hits: Iterable<Hit>, limit = 50): Hit[] {
  const best = new Map<string, number>()
  for (const { uid, score } of hits) if (score > (best.get(uid) ?? Number.NEGATIVE_INFINITY)) best.set(uid, score)
  return [...best]
    .map(([uid, score]) => ({ uid, score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
}

export const sortedWords = (name: string) => name.split(' ').sort().join(' ')

/** Jaro–Winkler likeness, 0 to 1. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1
  const reach = Math.max(0, (Math.max(a.length, b.length) >> 1) - 1)
  const taken = new Uint8Array(b.length)
  const matched: string[] = []
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach), end = Math.min(b.length - 1, i + reach); j <= end; j++) {
      if (taken[j] || a[i] !== b[j]) continue
      taken[j] = 1
      matched.push(a[i]!)
      break
    }
  }
  if (!matched.length) return 0
  let swaps = 0
  let k = 0
  for (let j = 0; j < b.length; j++) if (taken[j] && matched[k++] !== b[j]) swaps++
  const m = matched.length
  const jaro = (m / a.length + m / b.length + (m - (swaps >> 1)) / m) / 3
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return jaro > 0.7 ? jaro + 0.1 * prefix * (1 - jaro) : jaro
}

/** A peer that compares the query with every name. */
export function scanning(
  name: string,
  likeness: (query: string, listed: string) => number,
  prepare: (name: string) => string = (n) => n,
): Peer {
  let names: FlatName[] = []
  return {
    name,
    build(all) {
      names = all.map((n) => ({ uid: n.uid, name: prepare(n.name) }))
    },
    search(query) {
      const asked = prepare(query)
      const hits: Hit[] = []
      for (const { uid, name: listed } of names) {
        const score = likeness(asked, listed)
        if (score > 0.3) hits.push({ uid, score })
      }
      return perEntity(hits)
    },
  }
}
