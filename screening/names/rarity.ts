import { COMMON_NAMES } from './common-names.data.ts'
import { TOKEN_FREQUENCIES } from './token-frequencies.data.ts'
import { HONORIFICS, LEGAL_FORMS, PARTICLES } from './words.ts'

/** Rarity of a word known neither to the lists nor to the populations. */
const UNKNOWN = 10

const read = (rows: readonly (readonly [number, string])[]) => {
  const map = new Map<string, number>()
  for (const [rarity, words] of rows) for (const word of words.split(' ')) if (!map.has(word)) map.set(word, rarity)
  return map
}
const listed = read(TOKEN_FREQUENCIES)
const common = read(COMMON_NAMES)

/**
 * How much a shared word proves: the natural logarithm of one in how many names has it, the commoner of the lists and of the world's
 * populations deciding. Depends on the word alone, so a score never changes because some other entry was listed.
 */
export function rarity(word: string, folded: string): number {
  const value = Math.min(listed.get(folded) ?? UNKNOWN, (common.get(word) ?? 99) + COMMON_SHIFT)
  if (word.length === 1) return Math.min(value, 2.2)
  if (HONORIFICS.has(word)) return Math.min(value, 1.2)
  if (LEGAL_FORMS.has(word)) return value * 0.22
  if (PARTICLES.has(word)) return value * (word === 'abu' || word === 'abd' || word === 'abdul' ? 0.5 : 0.22)
  return value
}

/** A name list of one country says how common a name is there; in the world it is rarer by about this much. */
const COMMON_SHIFT = 0.5
