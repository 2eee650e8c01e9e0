import anyAscii from 'any-ascii'
import { ARABIC_NAMES } from './arabic-names.ts'
import { isAscii, type Script, scriptOf } from './script.ts'

/**
 * Latin letters for any text, by the conventions passports and sanctions lists use rather than by a library norm. Pure ASCII comes back
 * as it is. A text in several scripts is spelled run by run.
 */
export function toLatin(text: string, script: Script = scriptOf(text)): string {
  if (isAscii(text)) return text
  if (script === 'latin' && !BEYOND_LATIN.test(text)) return plainLatin(text)
  const runs: { script: Script; words: string }[] = []
  for (const word of text.normalize('NFKC').split(/\s+/)) {
    const own = isAscii(word) ? 'latin' : scriptOf(word)
    const last = runs.at(-1)
    if (last && last.script === own) last.words += ` ${word}`
    else runs.push({ script: own, words: word })
  }
  return runs.map(({ script: own, words }) => spell(words, own)).join(' ')
}

const BEYOND_LATIN = /[\u0370-\u1dff\u2c00-\uffff]/

function spell(text: string, script: Script): string {
  const spelled = SPELLERS[script]?.(text) ?? text
  return isAscii(spelled) ? spelled : plainLatin(spelled)
}

/** Marks stripped, letters that do not decompose spelled out. */
function plainLatin(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}+/gu, '')
  return isAscii(bare) ? bare : anyAscii(bare)
}

const SPELLERS: Partial<Record<Script, (text: string) => string>> = {
  cyrillic: spellCyrillic,
  greek: spellGreek,
  arabic: spellArabic,
  hebrew: (text) => spellAbjad(text, HEBREW),
  hangul: spellHangul,
  han: spellHan,
  kana: (text) => spellHan(text.replace(/[・･]/g, ' ')),
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

function spellGreek(text: string): string {
  const bare = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u0307\u0309-\u036f]/g, '')
    .normalize('NFC')
  const joined = bare
    .replace(/ου/g, 'u')
    .replace(/(?<=^|\P{L})μπ/gu, 'b')
    .replace(/μπ/g, 'b')
    .replace(/ντ/g, 'd')
    .replace(/γγ|γκ/g, 'g')
    .replace(/αυ/g, 'av')
    .replace(/ευ/g, 'ev')
    .replace(/[αε]ι/g, (pair) => (pair === 'αι' ? 'e' : 'i'))
    .replace(/οι/g, 'i')
    .replace(/τζ/g, 'j')
  let out = ''
  for (const char of joined) out += GREEK.get(char.normalize('NFD')[0]!) ?? char
  return out
}

const ARABIC = table(
  'ا a أ a إ i آ a ٱ a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع - غ gh ف f ق q ك k ل l م m ن n ه h و u ي i ى a ة a ء - ئ i ؤ u ' +
    'پ p چ ch ژ zh گ g ک k ی i ں n ٹ t ڈ d ڑ r ے e ۀ e ھ h ہ h ۃ h ۆ o ێ e ڤ v ڵ l ڕ r ە e ګ g ښ sh ځ z څ ts ړ r ڼ n ۍ i ې e',
)

const ARABIC_LETTER = /[\u0621-\u064a\u066e-\u06d3\u06fa-\u06ff]+/g
const ARABIC_MARKS = /[\u064b-\u065f\u0670\u0640]|\u200c|\u200d|\u200e|\u200f/g

function spellArabic(text: string): string {
  const bare = text
    .normalize('NFKC')
    .replace(ARABIC_MARKS, '')
    .replace(/عبد\s+ال/g, 'عبدال')
    .replace(/([\u0621-\u064a])\s+الله/g, '$1الله')
  return bare.replace(ARABIC_LETTER, (word) => spellArabicWord(word))
}

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
  return start + spellAbjad(plain.slice(1), ARABIC)
}

/** One spelling for letters that Arabic, Persian and hurried typing interchange. */
function arabicKey(word: string): string {
  return word
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[یى]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/ة/g, 'ه')
}

const HEBREW = table('א a ב b ג g ד d ה h ו o ז z ח h ט t י i כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף f צ ts ץ ts ק k ר r ש sh ת t')

function spellAbjad(text: string, letters: ReadonlyMap<string, string>): string {
  let out = ''
  for (const char of text) out += letters.get(char) ?? char
  return out
}

const HANGUL_INITIAL = 'k kk n t tt r m p pp s ss - j jj ch k t p h'.split(' ').map((s) => (s === '-' ? '' : s))
const HANGUL_VOWEL = 'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'.split(' ')
const HANGUL_FINAL = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ').map((s) => (s === '-' ? '' : s))
const KOREAN_SURNAMES: Readonly<Record<string, string>> = {
  이: 'ri',
  임: 'im',
  박: 'pak',
  최: 'choe',
  노: 'no',
  오: 'o',
  우: 'u',
  유: 'yu',
}

/** McCune–Reischauer without its marks, syllable by syllable: how North Korean and most listed names are spelled. */
function spellHangul(text: string): string {
  let out = ''
  for (const char of text.normalize('NFC')) {
    const code = char.codePointAt(0)! - 0xac00
    if (code < 0 || code >= 11172) {
      out += char
      continue
    }
    const syllable = HANGUL_INITIAL[Math.floor(code / 588)]! + HANGUL_VOWEL[Math.floor((code % 588) / 28)]! + HANGUL_FINAL[code % 28]!
    out += ` ${KOREAN_SURNAMES[char] ?? syllable} `
  }
  return out
}

/** Characters whose reading as a surname is not their usual one. */
const SURNAME_READING: Readonly<Record<string, string>> = {
  曾: 'zeng',
  单: 'shan',
  單: 'shan',
  解: 'xie',
  仇: 'qiu',
  查: 'zha',
  盖: 'ge',
  朴: 'piao',
  区: 'ou',
  區: 'ou',
  任: 'ren',
  冼: 'xian',
  乐: 'yue',
  樂: 'yue',
  尉: 'yu',
  种: 'chong',
  缪: 'miao',
  覃: 'qin',
  翟: 'zhai',
  长: 'chang',
  重: 'chong',
}

function spellHan(text: string): string {
  let out = ''
  for (const char of text.normalize('NFKC')) {
    if (/\p{Script=Han}/u.test(char)) out += ` ${SURNAME_READING[char] ?? anyAscii(char)} `
    // Its marks tell syllables apart, so they must not be taken off as accents are.
    else if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(char)) out += anyAscii(char)
    else if (char !== 'ー') out += char
  }
  return out
}

function table(pairs: string): Map<string, string> {
  const parts = pairs.split(' ')
  const map = new Map<string, string>()
  for (let i = 0; i + 1 < parts.length; i += 2) map.set(parts[i]!, parts[i + 1] === '-' ? '' : parts[i + 1]!)
  return map
}
