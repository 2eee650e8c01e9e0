import anyAscii from 'any-ascii'
import { isAscii } from './script.ts'

/** Marks stripped, letters that do not decompose spelled out. */
export function plainLatin(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}+/gu, '')
  return isAscii(bare) ? bare : anyAscii(bare)
}

/** Each letter by a table; what it lacks stays. */
export function spellLetters(text: string, letters: ReadonlyMap<string, string>): string {
  let out = ''
  for (const char of text) out += letters.get(char) ?? char
  return out
}

/** Letters and what each is spelled, `-` for nothing, all with blanks between. */
export function table(pairs: string): Map<string, string> {
  const parts = pairs.split(' ')
  const map = new Map<string, string>()
  for (let i = 0; i + 1 < parts.length; i += 2) map.set(parts[i]!, parts[i + 1] === '-' ? '' : parts[i + 1]!)
  return map
}
