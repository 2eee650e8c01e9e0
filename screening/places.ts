import { countryCode } from './lists/countries.ts'
import { prepareName } from './names.ts'

/** The words of a place without the names of countries, which another fact compares. */
function wordsOf(place: string): Set<string> {
  const parts = place.split(/[,;()]/).filter((part) => countryCode(part.trim()) === null)
  return new Set(parts.flatMap((part) => prepareName(part).tokens))
}

/**
 * How two writings of a place compare: `same` has the same words, `near` most of those of the shorter one. Null says nothing: one town has
 * many spellings, and a district lies in a town.
 */
export function comparePlaces(asked: string, listed: string): 'same' | 'near' | null {
  const [a, b] = [wordsOf(asked), wordsOf(listed)]
  const shared = [...a].filter((word) => b.has(word))
  if (!shared.some((word) => word.length > 3)) return null
  if (shared.length === a.size && shared.length === b.size) return 'same'
  return shared.length / Math.min(a.size, b.size) > 0.6 ? 'near' : null
}
