import { ARABIC_NAMES } from './arabic-names.ts'
import { CHINESE_READINGS, type ChineseWay, chineseSyllable, isKoreanFamilyCharacter, KOREAN_CHARACTERS } from './chinese.ts'
import { companyWordsInEnglish } from './company-words.ts'
import { foreignHangul, hangulSyllable, hangulWord, KOREAN_FAMILIES } from './korean.ts'
import { plainLatin, spellLetters, table } from './letters.ts'
import { NAME_WORDS } from './name-words.ts'
import { isAscii, type Script, scriptOf } from './script.ts'
import { kanaSpellings } from './spell-japanese.ts'
import { otherSpellings } from './spell-others.ts'
import { TRANSCRIPTION_CHARACTERS } from './transcription-characters.ts'

/** A text spelled in Latin letters. `others` are further spellings of single words of it, by the spelling that stands in the text. */
export type Spelling = {
  latin: string
  others: ReadonlyMap<string, readonly string[]>
  /** How much this way loses (see `SCRIPT_LOSS`); undefined for what the script itself does. */
  loss?: number | undefined
}
/** One way to spell a run of words. */
type Way = { latin: string; loss?: number | undefined }
/** Names that a table knows, or whose letters were chosen for their sounds. */
const KNOWN_LOSS = 0.25
/** Several names share the characters, or several characters the name. */
const GUESSED_LOSS = 0.5

type Words = Map<string, readonly string[]>
const NO_OTHERS: Words = new Map()

/**
 * Latin letters for any text, by the conventions passports and sanctions lists use rather than by a library norm, the likeliest reading first.
 * Pure ASCII comes back as it is. A text in several scripts is spelled run by run.
 */
export function spellingsOf(text: string, script: Script = scriptOf(text)): Spelling[] {
  if (isAscii(text)) return [{ latin: text, others: NO_OTHERS }]
  if (script === 'latin' && !BEYOND_LATIN.test(text)) return [{ latin: plainLatin(text), others: NO_OTHERS }]
  const told = text.normalize('NFKC')
  const english = companyWordsInEnglish(told)
  // Lists have companies by their sound as often as by their meaning, and people are called like trades: the sound is never left out.
  return [...spellRuns(told), ...(english === told ? [] : spellRuns(english)), ...(script === 'arabic' ? [byRules(told)] : [])].filter(
    ({ latin }, i, all) => all.findIndex((other) => other.latin === latin) === i,
  )
}

/** By letters alone, as where no table knew a word: lists have Arabic names written so. Elsewhere it finds little and blurs more. */
const byRules = (text: string): Spelling => ({
  latin: text.trim().split(/\s+/).map(spellByRules).join(' '),
  others: NO_OTHERS,
  loss: undefined,
})

function spellRuns(text: string): Spelling[] {
  const runs: { script: Script; words: string }[] = []
  for (const word of text.trim().split(/\s+/)) {
    const own = isAscii(word) ? 'latin' : scriptOf(word)
    const last = runs.at(-1)
    if (last && last.script === own) last.words += ` ${word}`
    else runs.push({ script: own, words: word })
  }
  const others: Words = new Map()
  const spelled = runs.map(({ script: own, words }) => spell(words, own, others))
  const ways = Math.max(...spelled.map((run) => run.length))
  return Array.from({ length: ways }, (_, way): Spelling => {
    const runs = spelled.map((run) => run[Math.min(way, run.length - 1)]!)
    const losses = runs.flatMap(({ loss }) => loss ?? [])
    return { latin: runs.map(({ latin }) => latin).join(' '), others, loss: losses.length ? Math.max(...losses) : undefined }
  })
}

/** The likeliest of the spellings. */
export const toLatin = (text: string, script: Script = scriptOf(text)): string => spellingsOf(text, script)[0]!.latin

const BEYOND_LATIN = /[\u0370-\u1dff\u2c00-\uffff]/

function spell(text: string, script: Script, others: Words): Way[] {
  const spelled = SPELLERS[script]?.(text, others) ?? [text]
  return spelled.map((way) => {
    const { latin, loss } = typeof way === 'string' ? { latin: way } : way
    return { latin: isAscii(latin) ? latin : plainLatin(latin), loss }
  })
}

/** What the rules make of one word, without the table of names. */
export const spellByRules = (word: string): string => plainLatin(RULES[scriptOf(word)]?.(word.normalize('NFKC').toLowerCase())[0] ?? word)

type Speller = (text: string, others: Words) => (string | Way)[]
type Rule = (word: string) => string[]

/** One word as names are known to be spelled, else by rules; the first stands in the text. */
function spellWord(native: string, rule: Rule, others: Words): string {
  const known = NAME_WORDS.get(native) ?? []
  const all = [...new Set([...known, ...rule(native)])]
  const [first, ...rest] = all
  if (rest.length) others.set(first!, [...new Set([...(others.get(first!) ?? []), ...rest])])
  return first!
}

/** A speller of words with blanks between them. */
const byWord =
  (letters: RegExp, rule: Rule, prepare = (text: string) => text): Speller =>
  (text, others) => [
    prepare(text)
      .toLowerCase()
      .replace(letters, (word) => spellWord(word, rule, others)),
  ]

const RULES: Partial<Record<Script, Rule>> = {
  cyrillic: (word) => [spellCyrillic(word)],
  greek: greekSpellings,
  arabic: (word) => [spellArabicWord(word)],
  hebrew: hebrewSpellings,
  kana: kanaSpellings,
  hangul: (word) => [hangulWord(word, 1)],
  han: (word) => [transcribed(word)],
  other: otherSpellings,
}

const SPELLERS: Partial<Record<Script, Speller>> = {
  cyrillic: (text) => [spellCyrillic(text)],
  greek: byWord(/[\p{Script=Greek}\p{M}]+/gu, greekSpellings, (text) => text.normalize('NFC')),
  arabic: (text, others) => [spellArabic(text, others)],
  hebrew: byWord(/[\p{Script=Hebrew}'׳]+/gu, hebrewSpellings, (text) => text.replace(/[\u0591-\u05c7]/g, '')),
  hangul: spellHangul,
  han: spellHan,
  kana: spellKana,
  other: byWord(/[\p{Script=Georgian}\p{Script=Armenian}\p{Script=Thai}\p{M}]+/gu, otherSpellings),
}

const CYRILLIC = table(
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya ' +
    'і i ї yi є ye ґ g ў u ђ dj ѓ g ј j љ lj њ nj ћ c ќ k џ dz ѕ dz ә a ғ g қ k ң ng ө o ұ u ү u һ h җ zh ҳ h ҷ j ӣ i ӯ u ҡ k ҙ z',
)

function spellCyrillic(text: string): string {
  // Ukrainian letters show which sound г and и stand for.
  const ukrainian = /[іїєґ]|[сц]ьк/i.test(text)
  const lower = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ийіы]й(?=\P{L}|$)/gu, 'ы')
  let out = ''
  for (const char of lower) {
    if (ukrainian && char === 'г') out += 'h'
    else if (ukrainian && char === 'и') out += 'y'
    else out += CYRILLIC.get(char) ?? char
  }
  return out
}

const GREEK = table('α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o')

/** As spoken, which is how passports of before spell, and letter by letter (ELOT 743). */
function greekSpellings(word: string): string[] {
  const bare = word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u0307\u0309-\u036f]/g, '')
    .normalize('NFC')
  const spoken = bare
    .replace(/ου/g, 'u')
    .replace(/μπ/g, 'b')
    .replace(/ντ/g, 'd')
    .replace(/γγ|γκ/g, 'g')
    .replace(/αυ/g, 'av')
    .replace(/ευ/g, 'ev')
    .replace(/[αε]ι/g, (pair) => (pair === 'αι' ? 'e' : 'i'))
    .replace(/οι/g, 'i')
    .replace(/τζ/g, 'j')
  const lettered = bare
    .replace(/ου/g, 'u')
    .replace(/(?<=^)μπ/g, 'b')
    .replace(/γγ|γχ|γξ/g, (pair) => `n${pair[1]}`)
    .replace(/([αε])υ(?=[θκξπσςτφχψ]|$)/g, '$1f')
    .replace(/([αεη])υ/g, '$1v')
  const spellOut = (text: string) => [...text].map((char) => GREEK.get(char.normalize('NFD')[0]!) ?? char).join('')
  // Foreign names have i where Greek has η and υ alike.
  return [spellOut(spoken), spellOut(lettered), spellOut(spoken.replace(/[ηυ]/g, 'i').replace(/χ/g, 'h'))]
}

const ARABIC = table(
  'ا a أ a إ i آ a ٱ a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع - غ gh ف f ق q ك k ل l م m ن n ه h و u ي i ى a ة a ء - ئ i ؤ u ' +
    'پ p چ ch ژ zh گ g ک k ی i ں n ٹ t ڈ d ڑ r ے e ۀ e ھ h ہ h ۃ h ۆ o ێ e ڤ v ڵ l ڕ r ە e ګ g ښ sh ځ z څ ts ړ r ڼ n ۍ i ې e',
)

const ARABIC_LETTER = /[\u0621-\u064a\u066e-\u06d3\u06fa-\u06ff]+/g
const ARABIC_MARKS = /[\u064b-\u065f\u0670\u0640]|\u200c|\u200d|\u200e|\u200f/g

function spellArabic(text: string, others: Words): string {
  const bare = text
    .normalize('NFKC')
    .replace(ARABIC_MARKS, '')
    .replace(/عبد\s+ال/g, 'عبدال')
    .replace(/([\u0621-\u064a])\s+الله/g, '$1الله')
  return bare.replace(ARABIC_LETTER, (word) => {
    const plain = arabicKey(word)
    const article = plain.startsWith('ال') && plain.length > 4 && !ARABIC_NAMES.has(plain) && !knownArabic(word) ? 'al ' : ''
    const root = article ? word.slice(2) : word
    const ruled = spellArabicWord(root)
    // Names of two words spelled by the rules have no table.
    if (ruled.includes(' ')) return article + ruled
    const known = knownArabic(root)
    const first = ARABIC_NAMES.has(arabicKey(root)) ? ruled : (known[0] ?? ruled)
    const rest = new Set([...known, ...elsewhere(root, first)])
    rest.delete(first)
    if (rest.size) others.set(first, [...rest])
    return article + first
  })
}

/** Letters that Persian, Turkish and the Caucasus sound otherwise than Arabic, and Egypt. */
const ELSEWHERE: [RegExp, RegExp, string][] = [
  [/[ضذظ]/, /dh|d/g, 'z'],
  [/ث/, /th/g, 's'],
  [/و/, /w/g, 'v'],
  [/ج/, /j/g, 'g'],
]
const elsewhere = (word: string, spelled: string): string[] =>
  ELSEWHERE.filter(([letter]) => letter.test(word)).map(([, sound, other]) => spelled.replace(sound, other))

const knownArabic = (word: string): readonly string[] => NAME_WORDS.get(word) ?? NAME_WORDS.get(arabicKey(word)) ?? []

function spellArabicWord(word: string): string {
  const plain = arabicKey(word)
  const known = ARABIC_NAMES.get(plain)
  if (known) return known
  if (plain.startsWith('عبدال') && plain.length > 6) return `abdul ${spellArabicWord(plain.slice(5))}`
  if (plain.startsWith('ال') && plain.length > 4) return `al ${spellArabicWord(plain.slice(2))}`
  // Servant, victory or light of God or of the faith: names made of two.
  if (plain.endsWith('الله') && plain.length > 5) return `${spellArabicWord(plain.slice(0, -4))}allah`
  if (plain.endsWith('الدين') && plain.length > 6) return `${spellArabicWord(plain.slice(0, -5))} aldin`
  const first = plain[0]!
  const start = first === 'و' ? 'w' : first === 'ي' || first === 'ی' ? 'y' : first === 'ع' ? 'a' : (ARABIC.get(first) ?? first)
  return start + spellLetters(plain.slice(1), ARABIC)
}

/** One spelling for letters that Arabic, Persian and hurried typing interchange. */
function arabicKey(word: string): string {
  return word
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[یى]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/ة/g, 'ه')
}

const HEBREW = table('א a ב b ג g ד d ה h ו o ז z ח h ט t י i כ k ך kh ל l מ m ם m נ n ן n ס s ע a פ p ף f צ ts ץ ts ק k ר r ש sh ת t')

/** With the letters that stand for two sounds as a name begins with them, and as they sound inside. */
function hebrewSpellings(word: string): string[] {
  const joined = word
    .replace(/ג['׳]/g, 'j')
    .replace(/ז['׳]/g, 'zh')
    .replace(/[צץ]['׳]/g, 'ch')
    .replace(/['׳]/g, '')
    .replace(/וו/g, 'v')
    .replace(/יי/g, 'ay')
    .replace(/(?<=.)ה$/, 'a')
    .replace(/^ו/, 'v')
    .replace(/^י(?=[^aeiouv])/, 'y')
    .replace(/^א(?=[וי])/, '')
  const hard = spellLetters(joined, HEBREW)
  const soft = spellLetters(
    joined
      .replace(/(?<=.)ב/g, 'v')
      .replace(/(?<=.)פ/g, 'f')
      .replace(/ו/g, 'u')
      .replace(/צ/g, 'z'),
    HEBREW,
  )
  return [hard, soft, spellLetters(joined.replace(/^פ/, 'f').replace(/ו/g, 'v'), HEBREW)]
}

const HANGUL_WORD = /[\uac00-\ud7a3]+/g

/** A Korean name is a family name of one syllable, seldom two, and a given one of two, written together or in either order. */
function spellHangul(text: string, others: Words): (string | Way)[] {
  const words = text.normalize('NFC').match(HANGUL_WORD) ?? []
  const syllables = text
    .normalize('NFC')
    .replace(HANGUL_WORD, (word) => ` ${[...word].map((char) => KOREAN_FAMILIES.get(char)?.[0] ?? hangulSyllable(char, 0)).join(' ')} `)
  for (const char of words.join('')) {
    const family = KOREAN_FAMILIES.get(char)
    if (family && family.length > 1) others.set(family[0]!, family.slice(1))
  }
  const name = koreanName(words)
  const ways: (string | Way)[] = [syllables]
  if (name) {
    const given = (way: number) => hangulWord(name.given, way)
    const known = NAME_WORDS.get(name.given) ?? []
    const main = given(1)
    others.set(main, [...new Set([given(0), given(2), ...known])])
    ways.push(`${KOREAN_FAMILIES.get(name.family)?.[0] ?? hangulWord(name.family, 1)} ${main}`)
  }
  // Longer words are foreign names in Korean letters.
  if (!name || words.some((word) => NAME_WORDS.has(word)))
    ways.push({ latin: text.normalize('NFC').replace(HANGUL_WORD, (word) => spellWord(word, foreignHangul, others)), loss: KNOWN_LOSS })
  return name ? ways : ways.reverse()
}

function koreanName(words: readonly string[]): { family: string; given: string } | null {
  const [first, second] = words
  if (words.length === 2 && second!.length === 1 && first!.length <= 2 && KOREAN_FAMILIES.has(second!))
    return { family: second!, given: first! }
  const whole = words.join('')
  if (words.length > 3 || whole.length < 2 || whole.length > 4) return null
  const length = whole.length > 2 && KOREAN_FAMILIES.has(whole.slice(0, 2)) ? 2 : 1
  return KOREAN_FAMILIES.has(whole.slice(0, length)) ? { family: whole.slice(0, length), given: whole.slice(length) } : null
}

const KANA_WORD = /[\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

function spellKana(text: string, others: Words): (string | Way)[] {
  // A sign of length is no sound of its own, and keeps the vowel before it.
  const spelled = text.replace(/[・･=＝]/g, ' ').replace(KANA_WORD, (word) => ` ${spellWord(word, kanaSpellings, others)} `)
  const loss = /\p{Script=Han}/u.test(text) ? GUESSED_LOSS : KNOWN_LOSS
  return spellHan(spelled, others).map((way) => (typeof way === 'string' ? { latin: way, loss } : way))
}

const HAN_RUN = /\p{Script=Han}+/gu
const FOREIGN_DOT = /[·・･•‧.]/g
/** Words a name in characters is made of at most, and characters in one. */
const HAN_WORDS_MAX = 3

/**
 * Readings of names in characters: one that is spelled out of known names (of Japan, or foreign ones transcribed), Mandarin, the spellings of
 * Wade and Giles, of Hong Kong and of Singapore, and the Korean reading. A text with dots between its words is a foreign name.
 */
function spellHan(text: string, others: Words): (string | Way)[] {
  const normal = text.normalize('NFKC')
  const han = normal.match(HAN_RUN)
  if (!han) return [normal]
  const isForeign = /\p{Script=Han}[·・･•‧]/u.test(normal)
  let all = true
  const known = normal.replace(FOREIGN_DOT, ' ').replace(HAN_RUN, (run) => {
    const words = knownWords(run, isForeign || run.length > 3)
    if (!words && !isForeign && run.length < 5) all = false
    return ` ${(words ?? [run]).map((word) => spellWord(word, (own) => [transcribed(own)], others)).join(' ')} `
  })
  const ways: (string | Way)[] = []
  const mandarin = syllables(normal, 'mandarin')
  if (isForeign) return [{ latin: known, loss: KNOWN_LOSS }, mandarin]
  const whole = han.join('')
  const length = whole.length
  const read = { latin: known, loss: length > 4 ? KNOWN_LOSS : GUESSED_LOSS }
  if (all && length > 4) ways.push(read, mandarin)
  else {
    ways.push(mandarin)
    if (all) ways.push(read)
  }
  // Longer texts are companies and foreign names.
  if (length >= 2 && length <= 4) {
    for (const way of CHINESE_READINGS) ways.push(syllables(normal, way))
    if (isKoreanFamilyCharacter(whole[0]!) && [...whole].every((char) => KOREAN_CHARACTERS.has(char)))
      ways.push(...spellHangul([...whole].map((char) => KOREAN_CHARACTERS.get(char)!).join(''), others).slice(0, 2))
  }
  return ways
}

const syllables = (text: string, way: ChineseWay) =>
  text.replace(HAN_RUN, (run) => ` ${[...run].map((char, i) => chineseSyllable(char, way, i === 0)).join(' ')} `)

/** The run as known names one after the other, the fewest; null where it is not all of known names. */
function knownWords(run: string, alone: boolean): string[] | null {
  const best: (string[] | null)[] = [[]]
  for (let end = 1; end <= run.length; end++) {
    best[end] = null
    for (let from = Math.max(0, end - 10); from < end - 1; from++) {
      const before = best[from]
      if (!before || before.length >= HAN_WORDS_MAX || !NAME_WORDS.has(run.slice(from, end))) continue
      if (best[end] === null || before.length + 1 < best[end]!.length) best[end] = [...before, run.slice(from, end)]
    }
  }
  const words = best[run.length]!
  return words && (alone || words.length > 1) ? words : null
}

/** A foreign name by the sounds its characters are chosen for. */
function transcribed(run: string): string {
  let out = ''
  for (const char of run) out += TRANSCRIPTION_CHARACTERS.get(char) ?? chineseSyllable(char, 'mandarin', false)
  return out
}
