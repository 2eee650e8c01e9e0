import { isAscii } from './script.ts'

/** Letters of other scripts that look like Latin ones, each with the one it looks like. */
const LOOK_ALIKE = new Map(
  (
    'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX аa еe оo рp сc уy хx ЅS ѕs ІI іi ЈJ јj ԁd һh ԛq ԝw ѵv ҮY ' +
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo νv ιi κk ρp υu αa ϲc Ϲc'
  )
    .split(' ')
    .map((pair) => [pair[0]!, pair[1]!]),
)
const OTHER_SCRIPT = /[\u0370-\u052f]/u
const OTHER_LETTERS = /[\u0370-\u052f]/gu
/** What stands in brackets or quotes inside a name: mostly what somebody is called besides. */
const ASIDE = /\s*(?:\([^()]*\)|\[[^[\]]*\]|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»)\s*/g
const LETTER = /\p{L}/u

/**
 * The ways in which a name may be meant: as it stands, with the Latin letters that others in it only look like, and without what stands
 * in brackets or quotes. Compatibility forms of letters (full-width, circled, mathematical) are those letters.
 */
export function readingsOf(name: string): string[] {
  const text = isAscii(name) ? name : name.normalize('NFKC')
  const readings = new Set([text])
  if (!isAscii(text)) readings.add(asLatin(text))
  for (const reading of [...readings]) {
    const bare = reading.replace(ASIDE, ' ').trim()
    if (LETTER.test(bare)) readings.add(bare)
  }
  return [...readings]
}

/** Words of which every letter that is not Latin looks like one that is, in those. A word with any other is what it seems. */
function asLatin(text: string): string {
  return text.replace(/\S+/g, (word) => {
    if (!OTHER_SCRIPT.test(word)) return word
    const latin = word.replace(OTHER_LETTERS, (letter) => LOOK_ALIKE.get(letter) ?? letter)
    return OTHER_SCRIPT.test(latin) ? word : latin
  })
}
