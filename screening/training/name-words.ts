/**
 * Writes `names/name-words.data.ts`: how names written in other scripts are spelled in Latin letters, where rules alone do not tell. Source:
 * `rigour/data/names/persons.txt` of rigour 0.14.3 (MIT), whose names are those of Wikidata (CC0). It is no dependency of the product:
 * `pip download --no-deps rigour==0.14.3`, unpack it, then `node screening/training/name-words.ts <dir>`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { editDistance } from '../names/edit-distance.ts'
import { fold, skeleton } from '../names/fold.ts'
import { scriptOf } from '../names/script.ts'
import { spellByRules } from '../names/transliterate.ts'

const dir = process.argv[2]
if (!dir) throw new Error('name the folder rigour 0.14.3 is unpacked in')

/** Words kept of each script, the most widely known first, and spellings of each. */
const KEPT: Record<string, [words: number, spellings: number]> = {
  arabic: [5000, 3],
  hebrew: [3500, 2],
  han: [9000, 3],
  kana: [3500, 2],
  hangul: [3500, 3],
  georgian: [500, 2],
  armenian: [500, 2],
  thai: [1000, 2],
}
const OTHER_WRITINGS: [RegExp, string][] = [
  [/\p{Script=Georgian}/u, 'georgian'],
  [/\p{Script=Armenian}/u, 'armenian'],
  [/\p{Script=Thai}/u, 'thai'],
]
const writingOf = (text: string) => {
  const script = scriptOf(text)
  return script === 'other' ? (OTHER_WRITINGS.find(([letters]) => letters.test(text))?.[1] ?? script) : script
}
const plain = (form: string) =>
  form
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[’'ʻʼ`-]/g, '')
const likeness = (a: string, b: string) => {
  const [x, y] = [Buffer.from(fold(a), 'latin1'), Buffer.from(fold(b), 'latin1')]
  const longest = Math.max(x.length, y.length)
  return Math.max(0, 1 - editDistance(x, 0, x.length, y, 0, y.length, longest) / longest)
}

/** Spellings of languages that few lists are written in. */
const ELSEWHERE = /sz|cz|tsch|tch|oe|ou|dzh|gy|[^aeiou]j|[aeiou]j(?![aeiou])|j$|w(?![aeiou])|[^aeiouy]s$|(?:ov|ev)as?$|ovich?s$/

type Known = { forms: Map<string, number>; weight: number }
const known = new Map<string, Map<string, Known>>()
for (const line of readFileSync(join(dir, 'rigour/data/names/persons.txt'), 'utf8').split('\n')) {
  const forms = line.split(' => ')[0]!.split(', ')
  const latin = [...new Set(forms.filter((form) => scriptOf(form) === 'latin').map(plain))].filter((form) => /^[a-z]{2,16}$/.test(form))
  if (!latin.length) continue
  // The spelling that the others are most like stands for them.
  const middle = latin.map((form) => [form, latin.reduce((sum, other) => sum + likeness(form, other), 0) / latin.length] as const)
  const popular = Math.min(forms.length, 40)
  for (const native of forms) {
    const writing = writingOf(native)
    if (!KEPT[writing] || !/^[\p{L}\p{M}ー]{2,16}$/u.test(native)) continue
    const words = known.get(writing) ?? new Map<string, Known>()
    known.set(writing, words)
    const word = words.get(native) ?? { forms: new Map<string, number>(), weight: 0 }
    words.set(native, word)
    word.weight += popular
    // Between spellings as central the one nearest to what is written decides.
    const ruled = spellByRules(native).toLowerCase()
    for (const [form, central] of middle)
      word.forms.set(
        form,
        Math.max(word.forms.get(form) ?? 0, (ELSEWHERE.test(form) ? 0.75 : 1) * central * (0.5 + likeness(form, ruled) + popular / 80)),
      )
  }
}

const rows: string[] = []
for (const [writing, [most, spellings]] of Object.entries(KEPT)) {
  const words = [...(known.get(writing) ?? [])]
    .sort(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1))
    .flatMap(([native, { forms }]) => {
      const ranked = [...forms].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      const chosen: string[] = []
      for (const [form, worth] of ranked) {
        if (chosen.length === spellings || worth < ranked[0]![1] * 0.6) break
        if (!chosen.some((other) => fold(other) === fold(form) || skeleton(fold(other)) === skeleton(fold(form)))) chosen.push(form)
      }
      const ruled = spellByRules(native).toLowerCase().trim()
      return chosen.length === 1 && fold(chosen[0]!) === fold(ruled) ? [] : [[native, ...chosen].join(' ')]
    })
    .slice(0, most)
  console.log(writing, words.length)
  rows.push(`  ${writing}:\n    '${words.join('|')}',`)
}
writeFileSync(
  join(import.meta.dirname, '../names/name-words.data.ts'),
  `// Written by training/name-words.ts from rigour 0.14.3 (MIT; names of Wikidata, CC0): names in their own script and their Latin spellings.
export const NAME_WORDS_DATA: Readonly<Record<string, string>> = {
${rows.join('\n')}
}
`,
)
