import anyAscii from 'any-ascii'

/**
 * Coarse keys of a name for finding which names a change can touch: boundary-padded letter triples of each word and of the name's bare
 * consonants, after transliteration and folding of spellings that stand for one sound. Two names that any matcher calls alike
 * share a good part of them; sharing them says nothing by itself.
 */
export function nameKeys(name: string): string[] {
  const words = fold(name).split(' ').filter(Boolean)
  const keys = new Set<string>()
  for (const word of words) addTriples(keys, `^${word}$`, '')
  const consonants = words.join('').replace(/[aiu]/g, '')
  if (consonants.length >= 3) addTriples(keys, consonants, '#')
  // In a short name one slip breaks every triple; its letters in another order are still the same letters.
  const letters = words.join('')
  if (letters.length <= SHORT_LETTERS) keys.add(`~${[...letters].sort().join('')}`)
  return [...keys]
}

const SHORT_LETTERS = 8

/** The whole name in one folded word, for names written without blanks. */
export function compactKey(name: string): string {
  return fold(name).replaceAll(' ', '')
}

function addTriples(keys: Set<string>, text: string, mark: string): void {
  for (let i = 0; i + 3 <= text.length; i++) keys.add(mark + text.slice(i, i + 3))
}

function fold(name: string): string {
  // Han characters transliterate to syllables, which are words.
  const spaced = name.normalize('NFKC').replace(/(\p{Script=Han})/gu, '$1 ')
  const latin = anyAscii(spaced)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return latin
    .replace(/shch|sch|tch|ch|sh|cz/g, 's')
    .replace(/dzh|dj|zh/g, 'j')
    .replace(/kh/g, 'h')
    .replace(/gh/g, 'g')
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/dh/g, 'd')
    .replace(/ck|q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/ts|tz|z/g, 's')
    .replace(/w/g, 'v')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/c/g, 'k')
    .replace(/[ou]+/g, 'u')
    .replace(/[eiyj]+/g, 'i')
    .replace(/([a-z])\1+/g, '$1')
}
