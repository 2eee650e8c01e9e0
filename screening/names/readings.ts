import { isAscii } from './script.ts'

/** Letters of other scripts that look like Latin ones, each with the one it looks like: Cyrillic, Greek, Armenian, Coptic, Cherokee, Lisu. */
const LOOK_ALIKE = new Map(
  (
    'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX аa еe оo рp сc уy хx ЅS ѕs ІI іi ЈJ јj ԁd һh ԛq ԝw ѵv ҮY ' +
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo νv ιi κk ρp υu αa ϲc Ϲc ηn τt χx γy ωw εe βb ςs ' +
    'օo հh ոn սu ցg զq յj ՕO ՍU ՏS ԼL ⲟo ⲣp ⲥc ⲁa ⲕk ⲓi ⲧt ⲛn ⲙm ⲏh ⲃb ⲉe ⲍz ⲭx ⲩy ⲄG ' +
    'ᎪA ᏴB ᏼB ᏟC ᎠD ᎬE ᎴS ᏀG ᎻH ᎨI ᎫJ ᏦK ᏞL ᎷM ᏂN ᏢP ᎡR ᏒR ᏚS ᎢT ᏙV ᎳW ᏔW ᎽY ᏃZ ᏓL ᏏB ᏎO ᏫO ᎰF ' +
    'ꓐB ꓑP ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU'
  )
    .split(' ')
    // Coptic, Cherokee and Lisu letters look the same in both cases.
    .flatMap((pair) =>
      (pair[0]! < 'Ꭰ' ? [pair[0]!] : [pair[0]!.toLowerCase(), pair[0]!.toUpperCase()]).map((letter) => [letter, pair[1]!] as const),
    ),
)
const OTHER_SCRIPT = /[\u0370-\u058f\u13a0-\u13ff\u2c80-\u2cff\ua4d0-\ua4ff\uab70-\uabbf]/u
const OTHER_LETTERS = new RegExp(OTHER_SCRIPT, 'gu')
/** Digits and signs written for the letters they look like, as in `Vl4d1mir` and `$adegh`. */
const FOR_LETTERS = new Map(['0o', '1i', '3e', '4a', '5s', '7t', '@a', '$s', '!i', '|l', '€e', '£l'].map((pair) => [pair[0]!, pair[1]!]))
const WRITTEN_FOR = /[013457@$!|€£]/g
const SOME_SIGN = /[013457@$!|€£]/
/** Such a sign in a word of letters; at its end a digit is a number and `!` a stop. */
const DISGUISED = /(?=\S{3})\S*[013457@$|!€£]\p{L}\S*|\p{L}\S*\p{L}[01345@$|€£]+(?!\S)/gu
/** What stands in brackets or quotes inside a name: mostly what somebody is called besides. */
const ASIDE = /\s*(?:\([^()]*\)|\[[^[\]]*\]|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»)\s*/g
const LETTER = /\p{L}/u
/** What stands between names that are given in one: whose name another is, or for whom somebody acts. */
const BETWEEN =
  /(?:^|\s)(?:c\/o|care of|o\.?b\.?o\.?|on behalf of|for account of|d\/?b\/?a|t\/a|trading as|[afn]\/?k\/?a|(?:also |formerly )?known as|formerly|alias|n[ée]e)\.?:?\s+|\s*[;/<>|]\s*|\s+[-–—]\s+/iu
const BEFORE =
  /^\s*(?:the\s+)?(?:estate of(?:\s+the\s+late)?|heirs? (?:of|to)|trustees? (?:of|for)|in trust for|attn|attention|payment to|beneficiary|(?:the )?late)[.:]?\s+/i
const AFTER = /[\s,]+(?:(?:family\s+)?trust|(?:iban|invoice|account|acct|a\/c|esq|ph\.?d|deceased)\b.*)\s*$/i
const TWO_WORDS = /\p{L}{2}\S*\s+\S*\p{L}{2}/u
/** So many names in one are looked up apart; text of more is nobody's name. */
const PARTS_MAX = 12
const SHIP_BEFORE =
  /^\s*(?:the\s+)?(?:(?:motor|steam|sailing|oil|crude|gas|chemical|cargo|container|fishing)\s+)*(?:vessel|ship|tanker|yacht|tug|ferry|trawler|(?:m\W?[vtys]|s\W?[svy]|f\W?v)(?=\W))[\s.:]+(?=\S)/i
const SHIP_BETWEEN = /[,;()]|\b(?:imo(?=\W|\d)|(?:ex|formerly|fka|mmsi|flag|flagged|voyage|of)\b|c\/o\s)[\W\d]*/i

/**
 * The ways in which a name may be meant: as it stands, with the Latin letters that others, digits and signs in it only look like, without
 * what stands in brackets or quotes, and each of several names given in one. Compatibility forms of letters (full-width, circled,
 * mathematical) are those letters.
 */
export function readingsOf(name: string): string[] {
  const text = isAscii(name) ? name : name.normalize('NFKC')
  const readings = new Set([text])
  if (!isAscii(text)) readings.add(asLatin(text))
  if (SOME_SIGN.test(text))
    for (const reading of [...readings])
      readings.add(reading.replace(DISGUISED, (word) => word.replace(WRITTEN_FOR, (sign) => FOR_LETTERS.get(sign)!)))
  for (const reading of [...readings]) {
    const bare = reading.replace(ASIDE, ' ').trim()
    if (LETTER.test(bare)) readings.add(bare)
  }
  for (const reading of [...readings]) for (const part of partsOf(reading)) readings.add(part)
  return [...readings]
}

/** The names in a text that gives several, or says something before or after one. One word of a longer text is no name. */
function partsOf(text: string): string[] {
  const parts = text.split(BETWEEN).slice(0, PARTS_MAX)
  return parts.map((part) => part.replace(BEFORE, '').replace(AFTER, '').trim()).filter((part) => part !== text && TWO_WORDS.test(part))
}

const SHIP_SIGN = /\bimo(?=\W|\d)|\sex\s/i

/** The names of ships in a text that is about one, or says so, without what is said of every ship: `M.V. Tifon (ex Tala), IMO 9187629`. */
export function shipNamesIn(text: string, isShip: boolean): string[] {
  if (!isShip && !SHIP_BEFORE.test(text) && !SHIP_SIGN.test(text)) return []
  const bare = text.replace(SHIP_BEFORE, '')
  const parts = bare.split(SHIP_BETWEEN).slice(0, PARTS_MAX)
  return parts.map((part) => part.replace(SHIP_BEFORE, '').trim()).filter((part) => part !== text && LETTER.test(part))
}

/** Numbers of the International Maritime Organization that a text names. */
export const imoNumbersIn = (text: string): string[] =>
  [...text.matchAll(/\bimo[\s:.#-]*(?:no\.?\s*)?(\d{7})(?!\d)/gi)].map((found) => found[1]!)

/** Words of which every letter that is not Latin looks like one that is, in those. A word with any other is what it seems. */
function asLatin(text: string): string {
  return text.replace(/\S+/g, (word) => {
    if (!OTHER_SCRIPT.test(word)) return word
    const latin = word.replace(OTHER_LETTERS, (letter) => LOOK_ALIKE.get(letter) ?? letter)
    return OTHER_SCRIPT.test(latin) ? word : latin
  })
}
