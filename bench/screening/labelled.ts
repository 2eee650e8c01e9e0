/**
 * The labelled set: parties of a list and names asked for, each with the party it means or none. Made from `words.data.json`,
 * `characters.ts` and `companies.ts` by a seed; all of it, and what is made of it, is in the public domain (CC0).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHINESE_FAMILY, CHINESE_GIVEN, KOREAN_FAMILY, TRADITIONAL } from './characters.ts'
import { COMPANY_FORM_WORDS, COMPANY_WORDS, type CompanyWriting } from './companies.ts'

/** `tuned` may be looked at when the matcher is changed. The words of `judged` are in no one name of `tuned`, and nobody tunes on them. */
export type Part = 'tuned' | 'judged'
export type Party = { id: string; type: 'person' | 'organization'; name: string; group: string; part: Part }
export type Asked = { query: string; id: string | null; group: string; way: string; part: Part }
export type Labelled = { parties: Party[]; asked: Asked[] }

type Word = { native: string; latin: string[] }
const WORDS = JSON.parse(readFileSync(join(import.meta.dirname, 'words.data.json'), 'utf8')) as Record<string, string[]>
const wordOf = (line: string): Word => {
  const [native, ...latin] = line.split(' ')
  return { native: native!, latin }
}
const split = (text: string) => text.trim().split(/[|\n]/)

/** Which part a word belongs to: by its hash, whatever the seed. */
export const partOf = (native: string): Part => (createHash('sha256').update(native).digest()[0]! % 2 ? 'judged' : 'tuned')

/** Words of the judged part in their own letters, for who measures a matcher that keeps a dictionary of names. */
export const judgedWords = (): string[] =>
  Object.values(WORDS)
    .flat()
    .map((line) => wordOf(line).native)
    .filter((native) => partOf(native) === 'judged')

const traditional = new Map([...TRADITIONAL.matchAll(/(\S)(\S)(?=\||$)/gu)].map((found) => [found[1]!, found[2]!]))

/** A repeatable row of numbers (mulberry32). */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}
type Pick = (below: number) => number
const one = <T>(list: readonly T[], pick: Pick): T => list[pick(list.length)]!
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** A person as made: words from the first name to the family name. */
type Person = {
  words: Word[]
  native: string
  /** Further ways to ask for the person. */
  alternatives?: Record<string, string>
  /** Spellings the person is also listed by, in turn; asked for in characters. */
  spelled?: Record<string, string>
}
/** `others`: one of the person's words at least is of no listed party. */
type Maker = (part: Part, pick: Pick, others: boolean) => Person

/** The sounds of a spelling, roughly: spellings of one name mostly share them. */
const soundsOf = (latin: string) =>
  latin
    .replace(/[aeiouywhj']/g, '')
    .replace(/[cqg]/g, 'k')
    .replace(/[sz]/g, 's')
    .replace(/[vfbp]/g, 'b')
    .replace(/[td]/g, 't')
    .replace(/[lr]/g, 'r')
    .replace(/(.)\1+/g, '$1')

/** A fifth of the words is kept for people who are not listed, unless one of the others sounds like it. */
function share(words: readonly Word[], soundOf: (latin: string) => string): { listed: Word[]; kept: Word[] } {
  const isKept = ({ native }: Word) => createHash('sha256').update(native).digest()[1]! % 5 === 0
  const listed = words.filter((word) => !isKept(word))
  const sounds = new Set(listed.flatMap(({ latin }) => latin.map(soundOf)))
  return { listed, kept: words.filter((word) => isKept(word) && !word.latin.some((form) => sounds.has(soundOf(form)))) }
}

const shared = new Map<string, ReturnType<typeof share>>()
function wordsOf(key: string, part: Part, words: () => Word[], soundOf = soundsOf): ReturnType<typeof share> {
  const name = `${key} ${part}`
  const own =
    shared.get(name) ??
    share(
      words().filter(({ native }) => partOf(native) === part),
      soundOf,
    )
  shared.set(name, own)
  return own
}
const wordsIn = (group: string, part: Part) => wordsOf(group, part, () => WORDS[group]!.map(wordOf))

const plain =
  (group: string, joiner: string, familyFirst = false): Maker =>
  (part, pick, others) => {
    const { listed, kept: unlisted } = wordsIn(group, part)
    const first = one(others && pick(2) ? unlisted : listed, pick)
    const words = [first, ...(group === 'cyrillic' || pick(4) === 0 ? [one(listed, pick)] : []), one(others ? unlisted : listed, pick)]
    // Korean and Japanese people have two names.
    const kept = familyFirst ? [words[0]!, words.at(-1)!] : words
    const natives = kept.map(({ native }) => native)
    return { words: kept, native: familyFirst ? `${natives[1]}${joiner}${natives[0]}` : natives.join(joiner) }
  }

const chinese: Maker = (part, pick, others) => {
  const table = (name: string, text: string, kept: boolean) => {
    const own = wordsOf(
      name,
      part,
      () => split(text).map((line) => ({ native: line.split(' ')[0]!, latin: line.split(' ').slice(1) })),
      (latin) => latin,
    )
    // Of the few characters some part has none to keep.
    const { native, latin } = one(kept && own.kept.length ? own.kept : own.listed, pick)
    return [native, ...latin]
  }
  const family = table('chinese family', CHINESE_FAMILY, false)
  const given = [table('chinese given', CHINESE_GIVEN, others), table('chinese given', CHINESE_GIVEN, others)].slice(
    0,
    1 + Math.min(1, pick(4)),
  )
  const spelled = (column: number, joiner: string) => `${capital(given.map((g) => g[column]!).join(joiner))}`
  const native = family[0]! + given.map((g) => g[0]!).join('')
  const person = (column: number, joiner: string) => `${capital(family[column]!)} ${spelled(column, joiner)}`
  return {
    words: [
      { native: given.map((g) => g[0]!).join(''), latin: [given.map((g) => g[1]!).join('')] },
      { native: family[0]!, latin: [family[1]!] },
    ],
    native,
    alternatives: {
      native_traditional: [...native].map((char) => traditional.get(char) ?? char).join(''),
      wade_giles: person(2, '-'),
    },
    spelled: { cantonese: person(3, ' '), hokkien: person(4, ' '), wade_giles: person(2, '-') },
  }
}

const korean: Maker = (part, pick, others) => {
  const family = one(
    split(KOREAN_FAMILY).filter((line) => partOf(`${line.split(' ')[2]}`) === part),
    pick,
  ).split(' ')
  const own = wordsIn('hangul_korean', part)
  const given = one(others ? own.kept : own.listed, pick)
  return {
    words: [given, { native: family[0]!, latin: [...new Set(family.slice(1))] }],
    native: family[0]! + given.native,
    alternatives: { native_turned: `${given.native} ${family[0]}` },
  }
}

export const GROUPS: Readonly<Record<string, Maker>> = {
  arabic: plain('arabic', ' '),
  armenian: plain('armenian', ' '),
  cyrillic: plain('cyrillic', ' '),
  georgian: plain('georgian', ' '),
  greek: plain('greek', ' '),
  han_chinese: chinese,
  han_foreign: plain('han_foreign', '·'),
  han_japanese: plain('han_japanese', '', true),
  hangul_foreign: plain('hangul_foreign', ' '),
  hangul_korean: korean,
  hebrew: plain('hebrew', ' '),
  kana_foreign: plain('kana_foreign', '・'),
  kana_japanese: plain('kana_japanese', ' ', true),
  thai: plain('thai', ' '),
}

const DIGITS: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5' }
/** Ways to write a listed name in Latin letters; null where a name allows none. */
const WAYS: Record<string, (words: readonly string[], pick: Pick, person: Person) => string | null> = {
  respelled: (words, pick, { words: own }) => {
    const other = own.map(
      ({ latin }, i) => latin.filter((form) => form !== words[i])[pick(3)] ?? latin.find((form) => form !== words[i]) ?? words[i]!,
    )
    return other.join(' ') === words.join(' ') ? null : other.map(capital).join(' ')
  },
  middle_missing: (words) => (words.length > 2 ? [words[0]!, words.at(-1)!].map(capital).join(' ') : null),
  initials: (words) =>
    words.length > 2 ? `${words[0]![0]!.toUpperCase()}. ${words[1]![0]!.toUpperCase()}. ${capital(words.at(-1)!)}` : null,
  title: (words, pick) => `${one(['President', 'Dr', 'General', 'Mr', 'Prof.', 'Sheikh'], pick)} ${words.map(capital).join(' ')}`,
  digits: (words, pick) => {
    const text = words.map(capital).join(' ')
    const places = [...text.matchAll(/(?<=\S)[aeios]/g)].map(({ index }) => index)
    if (places.length < 2) return null
    const at = new Set([one(places, pick), one(places, pick)])
    return [...text].map((char, i) => (at.has(i) ? (DIGITS[char] ?? char) : char)).join('')
  },
  slip: (words, pick) => {
    const at = words.findIndex((word) => word.length > 5)
    if (at < 0) return null
    const word = words[at]!
    const i = 1 + pick(word.length - 2)
    return words.map((w, n) => capital(n === at ? word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2) : w)).join(' ')
  },
  turned: (words) => `${capital(words.at(-1)!)}, ${words.slice(0, -1).map(capital).join(' ')}`,
}

const COMPANY_GROUP: Record<CompanyWriting, string> = {
  cyrillic: 'cyrillic',
  greek: 'greek',
  arabic: 'arabic',
  hebrew: 'hebrew',
  han: 'han_foreign',
  kana: 'kana_foreign',
  hangul: 'hangul_foreign',
  georgian: 'georgian',
  armenian: 'armenian',
  thai: 'thai',
}
/** Written without blanks, the legal form last. */
const WITHOUT_BLANKS = new Set<CompanyWriting>(['han', 'kana'])

function companyOf(writing: CompanyWriting, part: Part, pick: Pick, others: boolean): { name: string; native: string } {
  const { listed, kept } = wordsIn(COMPANY_GROUP[writing], part)
  const word = one(others ? kept : listed, pick)
  const what = one(COMPANY_WORDS, pick)
  const form = one(COMPANY_FORM_WORDS, pick)
  const latin = `${capital(one(word.latin, pick))} ${capital(what.latin)} ${form.latin === 'company' ? 'Company' : form.latin.toUpperCase()}`
  const parts = WITHOUT_BLANKS.has(writing)
    ? `${word.native}${what[writing]}${form[writing]}`
    : writing === 'hangul' || writing === 'armenian' || writing === 'greek'
      ? `${word.native} ${what[writing]} ${form[writing]}`
      : writing === 'hebrew' && form.latin !== 'company'
        ? `${word.native} ${what[writing]} ${form[writing]}`
        : `${form[writing]} ${word.native} ${what[writing]}`
  return { name: latin, native: parts }
}

/** `each` listed people of a group and part, names asked for in every way, and as many people who are not listed. */
export function labelled({ each, seed }: { each: number; seed: number }): Labelled {
  const parties: Party[] = []
  const asked: Asked[] = []
  for (const part of ['tuned', 'judged'] as const) {
    for (const [group, make] of Object.entries(GROUPS)) {
      const pick = numbers(seed + hashOf(group + part))
      const listed = new Set<string>()
      for (let n = 0; n < each; n++) {
        const person = make(part, pick, false)
        const key = keyOf(person)
        if (listed.has(key)) continue
        listed.add(key)
        const id = `${group}-${part}-${n}`
        const [spelling, spelled] = Object.entries(person.spelled ?? {})[n % 6] ?? []
        if (spelling && spelled) {
          parties.push({ id, type: 'person', name: spelled, group, part })
          asked.push({ query: person.native, id, group, way: `native_${spelling}`, part })
          continue
        }
        const words = person.words.map(({ latin }) => one(latin, pick))
        parties.push({
          id,
          type: 'person',
          name: `${words.at(-1)!.toUpperCase()}, ${words.slice(0, -1).map(capital).join(' ')}`,
          group,
          part,
        })
        asked.push({ query: person.native, id, group, way: 'native', part })
        for (const [way, query] of Object.entries(person.alternatives ?? {}))
          if (query !== person.native) asked.push({ query, id, group, way, part })
        const ways = Object.entries(WAYS)
        const [way, write] = ways[(n * 5) % ways.length]!
        const query = write(words, pick, person)
        if (query) asked.push({ query, id, group, way, part })
      }
      // People of some of the same words who are not listed: half asked for in their own letters, half in Latin ones.
      for (let n = 0; n < each; n++) {
        const person = make(part, pick, true)
        if (listed.has(keyOf(person))) continue
        const query = n % 2 ? person.words.map(({ latin }) => capital(one(latin, pick))).join(' ') : person.native
        asked.push({ query, id: null, group, way: n % 2 ? 'not_listed_latin' : 'not_listed', part })
      }
    }
    for (const writing of Object.keys(COMPANY_GROUP) as CompanyWriting[]) {
      const pick = numbers(seed + hashOf(`company ${writing}${part}`))
      const listed = new Set<string>()
      for (let n = 0; n < each; n++) {
        const isListed = n < each / 2
        const { name, native } = companyOf(writing, part, pick, !isListed)
        if (listed.has(native)) continue
        if (isListed) listed.add(native)
        const group = `company_${writing}`
        const id = `${group}-${part}-${n}`
        if (isListed) parties.push({ id, type: 'organization', name, group, part })
        asked.push({ query: native, id: isListed ? id : null, group, way: isListed ? 'native' : 'not_listed', part })
      }
    }
  }
  return { parties, asked }
}

const keyOf = ({ words }: Person) =>
  words
    .map(({ native }) => native)
    .sort()
    .join(' ')
const hashOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0) >>> 4
