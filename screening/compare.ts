import { buildIndex } from './index.ts'
import { prepareQuery } from './query.ts'
import { NameSearch } from './search.ts'

/** How alike two names are, 0 to 1, by the code that screens: the better of both directions, so the order of the two does not matter. */
export function compareNames(a: string, b: string, type: 'person' | 'organization' | 'unknown' = 'unknown'): number {
  return Math.max(oneWay(a, b, type), oneWay(b, a, type))
}

function oneWay(query: string, listed: string, type: 'person' | 'organization' | 'unknown'): number {
  const index = buildIndex([{ type, names: [{ full: listed, strength: 'strong', kind: 'primary' }] }])
  return new NameSearch(index).scoreName(prepareQuery(query), 0)
}
