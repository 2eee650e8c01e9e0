/**
 * Writes `words.data.json`, the name words the labelled set is made of: `node bench/screening/words.ts <folder of rigour 0.14.3>`, from
 * its `rigour/data/names/persons.txt` (MIT; the names are facts of Wikidata, CC0). Each word is one name in its own script with the Latin
 * spellings it is known by. Half of the words, chosen by their hash, are never to be tuned on.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { editDistance } from '#screening/names/edit-distance.ts'
import { fold } from '#screening/names/fold.ts'
import { type WritingOf, writingOf } from './writing.ts'

const dir = process.argv[2]
if (!dir) throw new Error('name the folder that rigour 0.14.3 is unpacked in')

/** Words of each script. */
const EACH = 160
/** A name with more forms than this is several that were thrown together. */
const FORMS_MAX = 30

const rank = (text: string) => createHash('sha256').update(text).digest('hex')
const latinOf = (form: string) =>
  form
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[’'ʻʼ`-]/g, '')
const bytes = (text: string) => Buffer.from(fold(text), 'latin1')
const apart = (a: string, b: string) =>
  editDistance(bytes(a), 0, fold(a).length, bytes(b), 0, fold(b).length, 9) / Math.max(a.length, b.length)

/** Words of one writing and one people: names of Japan in characters are read otherwise than a foreign name spelled with them. */
function groupOf(native: string, writing: WritingOf, forms: readonly string[]): string | null {
  const japanese = forms.some((form) => writingOf(form) === 'kana') && forms.some((form) => /^\p{Script=Hiragana}+$/u.test(form))
  if (writing === 'han')
    return japanese ? 'han_japanese' : native.length > 2 || forms.some((form) => writingOf(form) === 'cyrillic') ? 'han_foreign' : null
  if (writing === 'hangul')
    return native.length === 2 && forms.some((form) => /^[a-z]+-[a-z]+$/.test(form)) ? 'hangul_korean' : japanese ? null : 'hangul_foreign'
  if (writing === 'kana') return /^\p{Script=Hiragana}+$/u.test(native) ? 'kana_japanese' : japanese ? null : 'kana_foreign'
  return japanese || writing === 'other' ? null : writing
}

export type NameWord = { native: string; latin: string[] }
const found = new Map<string, NameWord[]>()
for (const line of readFileSync(join(dir, 'rigour/data/names/persons.txt'), 'utf8').split('\n')) {
  const forms = line.split(' => ')[0]!.split(', ')
  if (forms.length > FORMS_MAX) continue
  const latin = [...new Set(forms.filter((form) => writingOf(form) === 'latin').map(latinOf))].filter((form) => /^[a-z]{3,14}$/.test(form))
  // Spellings of one sound, not names that share a meaning.
  const alike = latin.filter((form) => latin.every((other) => apart(form, other) <= 0.34))
  if (!alike.length || alike.length < latin.length) continue
  for (const native of forms) {
    const writing = writingOf(native)
    if (writing === 'latin' || !/^[\p{L}\p{M}ー]{2,14}$/u.test(native)) continue
    const group = groupOf(native, writing, forms)
    if (!group) continue
    const words = found.get(group) ?? []
    found.set(group, words)
    words.push({ native, latin: alike.slice(0, 4) })
  }
}

const chosen = Object.fromEntries(
  [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([writing, words]) => [
      writing,
      [...new Map(words.map((word) => [word.native, word])).values()]
        // Names known by several spellings are those that many people have.
        .filter(({ latin }) => writing === 'thai' || latin.length > 1)
        .sort((a, b) => (rank(a.native) < rank(b.native) ? -1 : 1))
        .slice(0, EACH)
        .map(({ native, latin }) => [native, ...latin].join(' ')),
    ]),
)
writeFileSync(join(import.meta.dirname, 'words.data.json'), `${JSON.stringify(chosen, null, 1)}\n`)
