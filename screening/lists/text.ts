import { ListFormatError } from '../entity.ts'

/**
 * Bytes to text. UTF-8 where it is valid; else, when `legacy` is given, that single-byte encoding.
 * @throws ListFormatError for an empty file, or bytes that are not UTF-8 in a file that must be.
 */
export function decodeText({ bytes, file, legacy }: { bytes: Uint8Array; file: string; legacy?: 'latin1' | 'windows-1252' }): string {
  if (bytes.length === 0) throw new ListFormatError({ file, line: 0, reason: 'the file is empty' })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (legacy) return new TextDecoder(legacy).decode(bytes)
    throw new ListFormatError({ file, line: 0, reason: 'the file is not valid UTF-8' })
  }
}

/** Runs of white space to one blank, ends trimmed. */
export function squeeze(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

const SCRIPTS: [RegExp, string][] = [
  [/\p{Script=Arabic}/u, 'Arab'],
  [/\p{Script=Cyrillic}/u, 'Cyrl'],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'Jpan'],
  [/\p{Script=Hangul}/u, 'Hang'],
  [/\p{Script=Han}/u, 'Hani'],
  [/\p{Script=Greek}/u, 'Grek'],
  [/\p{Script=Hebrew}/u, 'Hebr'],
  [/\p{Script=Armenian}/u, 'Armn'],
  [/\p{Script=Georgian}/u, 'Geor'],
  [/\p{Script=Thai}/u, 'Thai'],
  [/\p{Script=Devanagari}/u, 'Deva'],
  [/\p{Script=Bengali}/u, 'Beng'],
  [/\p{Script=Myanmar}/u, 'Mymr'],
  [/\p{Script=Ethiopic}/u, 'Ethi'],
  [/\p{Script=Khmer}/u, 'Khmr'],
]

/** ISO 15924 of the first non-Latin script used; undefined when there is none. */
export function scriptOf(text: string): string | undefined {
  // Below U+0370 there is only Latin, its marks and punctuation: most names leave here.
  if (!/[\u0370-\uffff]|[\ud800-\udbff]/.test(text)) return undefined
  return SCRIPTS.find(([pattern]) => pattern.test(text))?.[1]
}
