import { countryCode } from './lists/countries.ts'
import { prepareName } from './names.ts'

/** A place as it is compared. */
export type PlaceWords = ReadonlySet<string>

/** The words of a place without the names of countries, which another fact compares. */
export function placeWords(place: string): PlaceWords {
  const parts = place.split(/[,;()]/).filter((part) => countryCode(part.trim()) === null)
  return new Set(parts.flatMap((part) => prepareName(part).tokens))
}

/**
 * How two writings of a place compare: `same` has the same words, `near` most of those of the shorter one. Null says nothing: one town has
 * many spellings, and a district lies in a town.
 */
export function comparePlaces(a: PlaceWords, b: PlaceWords): 'same' | 'near' | null {
  const shared = [...a].filter((word) => b.has(word))
  if (!shared.some((word) => word.length > 3)) return null
  if (shared.length === a.size && shared.length === b.size) return 'same'
  return shared.length / Math.min(a.size, b.size) > 0.6 ? 'near' : null
}
