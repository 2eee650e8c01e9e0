import { givenInPinyin, pinyinOf } from './names/chinese.ts'
import { bitCount, editDistance, letterMask } from './names/edit-distance.ts'
import { isAscii, type Script, scriptOf } from './names/script.ts'
import { type Spelling, spellingsOf, toLatin } from './names/transliterate.ts'
import { COMPANY_FORMS, LEGAL_BAGS, LEGAL_PHRASES, LEGAL_SHORT, LEGAL_WORDS, ORG_SYNONYMS, TITLES } from './names/words.ts'

/** A name ready to be compared. */
export type PreparedName = {
  /** Words in Latin letters and digits, lower case, at most 20; never empty. */
  tokens: string[]
  script: Script
  /** The name in its own letters, marks and blanks removed; empty for Latin. */
  native: string
  /** Further spellings of single words, by the word. */
  others: ReadonlyMap<string, readonly string[]>
  /** How much this reading loses, where that is not what its script does. */
  loss?: number | undefined
}

const TOKENS_MAX = 20
/** Longer input is cut: no listed name comes near it, and cost stays bounded. */
const LENGTH_MAX = 400

/** Normalises any text into comparable words. The same text always gives the same words; never throws. */
export function prepareName(raw: string): PreparedName {
  const text = legible(raw)
  const script = scriptOf(text)
  return prepareSpelling(text, script, spellingsOf(givenFirst(text), script)[0]!)
}

/** The ways in which a name in another script may be read, the likeliest first; one way for a name in Latin letters. */
export function prepareReadings(raw: string): PreparedName[] {
  const text = legible(raw)
  const script = scriptOf(text)
  const readings = spellingsOf(givenFirst(text), script).map((spelling) => prepareSpelling(text, script, spelling))
  const [first] = readings
  const given = script === 'latin' && first!.others.size ? givenInPinyin(first!.tokens, first!.others) : null
  if (given)
    readings.push({ ...first!, tokens: [first!.tokens[0]!, given[0]!], others: new Map([...first!.others, [given[0]!, given.slice(1)]]) })
  if (readings.length === 1) return readings
  return [...new Map(readings.toReversed().map((reading) => [reading.tokens.join(' '), reading])).values()].reverse()
}

function legible(raw: string): string {
  const cut = raw.length > LENGTH_MAX ? raw.slice(0, LENGTH_MAX) : raw
  return withoutInvisible(cut.toWellFormed()).replace(SHIP_PREFIX, '')
}

function prepareSpelling(text: string, script: Script, { latin, others, loss }: Spelling): PreparedName {
  const words = latin
    .toLowerCase()
    .replace(/['’`"]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  let tokens = words.length > 3 && MAY_BE_COMPANY.test(words) ? shortenLegalForms(words) : words.split(' ')
  tokens = joinInitials(tokens).filter(Boolean)
  // A General is a person; of a company it is part of the name.
  if (tokens.length > 2 && !tokens.some((word) => COMPANY_FORMS.has(word))) {
    const bare = tokens.filter((word) => !TITLES.has(word))
    if (bare.length >= 2) tokens = bare
  }
  if (tokens.length > 1) tokens = tokens.map((word) => ORG_SYNONYMS.get(word) ?? word)
  if (!tokens.length) tokens = [unreadable(text)]
  return {
    tokens: tokens.slice(0, TOKENS_MAX).map((t) => (t.length > 60 ? t.slice(0, 60) : t)),
    script,
    native: script === 'latin' ? '' : nativeKey(text),
    others: script === 'latin' ? (pinyinOf(tokens) ?? others) : others,
    loss,
  }
}

/** `M/V Tifon`: said of every ship and part of no name. Without the sign it may be somebody's initials, so it stays. */
const SHIP_PREFIX = /^\s*[mfs]\/[vtsy]\.?\s+(?=\S)/i

/** Joiners, soft hyphens and direction marks are not seen, so they part no words. */
function withoutInvisible(text: string): string {
  return isAscii(text) ? text : text.replace(INVISIBLE, '')
}

const INVISIBLE = /\p{Cf}|\p{Default_Ignorable_Code_Point}/gu

/** Whether a name holds anything that can be compared. One that does not (`!!!`, signs, unknown writing) is like no listed name. */
export function isComparable(name: string): boolean {
  return /[a-z0-9]/i.test(toLatin(withoutInvisible(name.normalize('NFKC').toWellFormed()).replace(SYMBOLS, '')))
}

/** Pictures have names of their own, which are nobody's. */
const SYMBOLS = /[\p{S}\p{P}]/gu

/** `SURNAME, Given` in reading order. A legal form after the comma stays where it is. */
function givenFirst(text: string): string {
  const comma = text.indexOf(',')
  if (comma <= 0 || text.indexOf(',', comma + 1) >= 0) return text
  const after = text.slice(comma + 1)
  return LEGAL_TAIL.test(after) ? text : `${after} ${text.slice(0, comma)}`
}

const LEGAL_TAIL =
  /^\s*(?:inc|ltd|llc|l\.l\.c|s\.|a\.|ag|sa|co|jr|sr|gmbh|limited|plc|corp|n\.v|b\.v|ooo|ao|pao|oao|zao|jsc|fze|\d)|\b(?:ltd|inc|llc)\b/i

/** Text without a single letter we can read is still itself. */
function unreadable(text: string): string {
  let hex = 'x'
  for (const char of text.slice(0, 14)) hex += char.codePointAt(0)!.toString(16)
  return hex.slice(0, 60)
}

/** The name's own letters with what is optional in that script taken away. */
function nativeKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[یى]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/ة/g, 'ه')
    .replace(/ё/g, 'е')
    .slice(0, 80)
}

const MAY_BE_COMPANY =
  /lia|omp|oin|stoc|stok|tock|orp|bsh|gran|otve|akt|ncor|irk|imit|lc|ltd|\baat\b|\btaa\b|\bao\b|ao\b|oo\b|gesel|soci|s a\b|intl|int l|free|priva|cie|jsc|tov|pr?at\b/

const LONG_LEGAL =
  'limited|liability|company|jointstock|corporation|obshchestvo|aktsionernoe|otvetstvennostiu|otvetstvennostyu|ogranichennoi|ogranichennoy'
const GLUED_FRONT = new RegExp(`^(${LONG_LEGAL})(.{2,})$`)
const GLUED_BACK = new RegExp(`^(.{2,})(${LONG_LEGAL}|coltd)$`)

function unglue(word: string): string[] {
  if (word.length < 9) return [word]
  const front = GLUED_FRONT.exec(word)
  if (front) return [front[1]!, ...unglue(front[2]!)]
  const back = GLUED_BACK.exec(word)
  if (back) return [...unglue(back[1]!), ...(back[2] === 'coltd' ? ['co', 'ltd'] : [back[2]!])]
  return [word]
}

const LEGAL_WHOLE: ReadonlySet<string> = new Set([...LEGAL_WORDS, 'otvetstvennostyu', 'otkrytoe', 'zakrytoe', 'publichnoe'])

const LEGAL_FRONTS: ReadonlySet<string> = new Set([...LEGAL_WHOLE].flatMap((word) => [...word].map((_, i) => word.slice(0, i))))

/** A legal word that was split by a stray blank. */
function rejoin(words: string[], word: string): string[] {
  const before = words.at(-1)
  if (before !== undefined && LEGAL_FRONTS.has(before) && LEGAL_WHOLE.has(before + word)) words[words.length - 1] = before + word
  else words.push(word)
  return words
}

function shortenLegalForms(words: string): string[] {
  let joined = words
  for (const [phrase, short] of LEGAL_PHRASES) joined = joined.replace(phrase, short)
  const read = joined.split(' ').reduce<string[]>(rejoin, []).map(readLegalWord)
  let tokens = read.flatMap(({ tokens }) => tokens)
  if (!read.some(({ signed }) => signed)) return tokens
  for (const { sign, words: belonging, short } of LEGAL_BAGS) {
    if (!tokens.some((word) => sign.test(word))) continue
    const rest = tokens.filter((word) => !belonging.test(word))
    if (rest.length) tokens = [...rest, short]
  }
  return tokens
}

const legalBytes = LEGAL_WORDS.map((word) => {
  const bytes = Buffer.from(word, 'latin1')
  return { word, bytes, mask: letterMask(bytes, 0, bytes.length) }
})

type LegalReading = { tokens: readonly string[]; signed: boolean }
const readings = new Map<string, LegalReading>()

/** What one word of a company's name comes to, and whether it is the sign of a legal form that several words spell out. */
function readLegalWord(word: string): LegalReading {
  const known = readings.get(word)
  if (known) return known
  const tokens = unglue(word)
    .map(mendLegalWord)
    .flatMap((part) => (part === 'jointstock' ? ['joint', 'stock'] : [LEGAL_SHORT.get(part) ?? part]))
  const reading = { tokens, signed: tokens.some((token) => LEGAL_BAGS.some(({ sign }) => sign.test(token))) }
  if (readings.size > 50_000) readings.clear()
  readings.set(word, reading)
  return reading
}

/** `Compny` is meant to be `company`: legal words are mended so that a slip in them does not look like another name. */
function mendLegalWord(word: string): string {
  if (word.length < 5 || word.length > 18) return word
  const bytes = Buffer.from(word, 'latin1')
  const mask = letterMask(bytes, 0, bytes.length)
  let result = word
  for (const legal of legalBytes) {
    if (Math.abs(legal.word.length - word.length) > 2 || bitCount(legal.mask ^ mask) > 4) continue
    const limit = legal.word.length >= 9 ? 2 : 1
    if (editDistance(legal.bytes, 0, legal.bytes.length, bytes, 0, bytes.length, limit) <= limit) {
      result = legal.word
      break
    }
  }
  return result
}

/** `L L C` and `U.S.A.` are one word; two initials of a person (`V. Y. Loginov`) stay two. */
function joinInitials(words: string[]): string[] {
  if (!words.some((w) => w.length === 1)) return words
  const out: string[] = []
  for (let i = 0; i < words.length; ) {
    let end = i
    while (end < words.length && words[end]!.length === 1) end++
    if (end - i >= 3 && KNOWN_ACRONYMS.has(words.slice(i, end).join(''))) out.push(words.slice(i, end).join(''))
    else out.push(...words.slice(i, Math.max(end, i + 1)))
    i = Math.max(end, i + 1)
  }
  return out
}

const KNOWN_ACRONYMS: ReadonlySet<string> = new Set('llc fze doo sro spa srl jsc plc llp gmbh fzco'.split(' '))
