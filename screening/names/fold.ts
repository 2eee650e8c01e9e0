/**
 * A key that spellings of one sound share (Khamid/Hamid, Yusuf/Jusuf, Wladimir/Vladimir). Letters a–z and digits in, the same out; never
 * empty for a non-empty word. Words with digits are left alone.
 */
export function fold(word: string): string {
  const known = cache.get(word)
  if (known !== undefined) return known
  const folded = /\d/.test(word) ? word : foldLetters(word) || word
  if (cache.size > CACHE_MAX) cache.clear()
  cache.set(word, folded)
  return folded
}

const CACHE_MAX = 30_000
const cache = new Map<string, string>()

/** Czech, Slovak, Polish and German spell х as ch and й as j: known by a j where others write y, and by none of the others' digraphs. */
const WESTERN_SLAVIC = /^(?=.*(?:[^aeiou]j[aeou]|[aeiou]j(?:[^aeiou]|$)))(?!.*(?:y|sh|zh|kh)).*ch/

function foldLetters(word: string): string {
  const spelled = word.includes('ch') && WESTERN_SLAVIC.test(word) ? word.replace(/(?<![ts])ch/g, 'kh').replace(/j/g, 'y') : word
  return spelled
    .replace(/shch|tsch|sch|tch|tj|ch|sh|cz/g, 'S')
    .replace(/dzh|dj|zh|j(?=[aeou])/g, 'j')
    .replace(/kh|gh|h(?=[aeiouy])/g, (m) => (m === 'gh' ? 'g' : 'h'))
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/dh/g, 'd')
    .replace(/ck|q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/ts|tz/g, 'z')
    .replace(/w/g, 'v')
    .replace(/c(?=[eiy])|(?<=ovi|evi|[nvl]e)c$/g, 's')
    .replace(/c/g, 'k')
    .replace(/S/g, 's')
    .replace(/ff$/, 'v')
    .replace(/ou|oo|o/g, 'u')
    .replace(/eu|ue|io|yo|iu|yu/g, 'u')
    .replace(/[iy]+[aeiy]*$/, 'i')
    .replace(/ee|ei|ey|ai|ay|ij|iy|ii|y|e|j(?![aeou])/g, 'i')
    .replace(/i+a/g, 'ia')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=[aiu])h(?=$|[^aiu])/g, '')
    .replace(/z/g, 's')
    .replace(/(.)\1+/g, '$1')
}

/** The consonants of a word as scripts without vowels write it, letters that can be vowels left out. */
export function abjadKey(word: string): string {
  return word
    .replace(/[kg]h/g, (pair) => (pair === 'kh' ? 'h' : 'g'))
    .replace(/[cs]h/g, 'S')
    .replace(/[dz]h|z/g, 's')
    .replace(/th/g, 't')
    .replace(/ph/g, 'f')
    .replace(/[qc]/g, 'k')
    .replace(/S/g, 's')
    .replace(/[aeiouywv]/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=..)h$/, '')
}

/** The consonants of a folded word after its first letter: what scripts without vowels keep. */
export function skeleton(folded: string): string {
  return (folded[0]! + folded.slice(1).replace(/[aiuh]/g, '')).replace(/(.)\1+/g, '$1')
}
