/** The writing systems figures are given for. */
export const WRITINGS = [
  'latin',
  'cyrillic',
  'greek',
  'arabic',
  'hebrew',
  'han',
  'kana',
  'hangul',
  'georgian',
  'armenian',
  'thai',
  'other',
] as const
export type WritingOf = (typeof WRITINGS)[number]

const BY_LETTER: [RegExp, WritingOf][] = [
  [/\p{Script=Han}/u, 'han'],
  [/[\p{Script=Katakana}\p{Script=Hiragana}]/u, 'kana'],
  [/\p{Script=Hangul}/u, 'hangul'],
  [/\p{Script=Cyrillic}/u, 'cyrillic'],
  [/\p{Script=Greek}/u, 'greek'],
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Hebrew}/u, 'hebrew'],
  [/\p{Script=Georgian}/u, 'georgian'],
  [/\p{Script=Armenian}/u, 'armenian'],
  [/\p{Script=Thai}/u, 'thai'],
  [/\p{Script=Latin}/u, 'latin'],
]

/** The writing of a text, by its own rule and none of the product's. */
export const writingOf = (text: string): WritingOf => BY_LETTER.find(([letter]) => letter.test(text))?.[1] ?? 'other'
