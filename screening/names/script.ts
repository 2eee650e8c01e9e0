/** The writing systems told apart here; everything else goes by the general transliteration table. */
export const SCRIPTS = ['latin', 'cyrillic', 'greek', 'arabic', 'hebrew', 'han', 'kana', 'hangul', 'other'] as const
export type Script = (typeof SCRIPTS)[number]

/**
 * How much a Latin rendering loses, 0 to 1: nothing that matters, a little (vowels guessed, finals merged), the unwritten vowels, or most
 * (many characters to one syllable). Names that meet only through a lossy rendering prove less.
 */
export const SCRIPT_LOSS: Record<Script, number> = {
  latin: 0,
  cyrillic: 0,
  greek: 0,
  other: 0.25,
  arabic: 0.5,
  hebrew: 0.5,
  hangul: 0.75,
  kana: 1,
  han: 1,
}

/** The script most letters of a text are in. Letterless text counts as Latin. */
export function scriptOf(text: string): Script {
  if (isAscii(text)) return 'latin'
  const counts = new Map<Script, number>()
  for (const char of text) {
    const script = scriptOfCode(char.codePointAt(0)!)
    if (script) counts.set(script, (counts.get(script) ?? 0) + 1)
  }
  let best: Script = 'latin'
  let most = 0
  for (const [script, count] of counts) {
    if (count > most) {
      best = script
      most = count
    }
  }
  return best
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

function scriptOfCode(code: number): Script | null {
  if (code < 0x41) return null
  if (code < 0x370) return code < 0x5b || (code > 0x60 && code < 0x7b) || code > 0xbf ? 'latin' : null
  if (code < 0x400) return 'greek'
  if (code < 0x530) return 'cyrillic'
  if (code >= 0x590 && code < 0x600) return 'hebrew'
  if (
    (code >= 0x600 && code < 0x780) ||
    (code >= 0x8a0 && code < 0x900) ||
    (code >= 0xfb50 && code < 0xfe00) ||
    (code >= 0xfe70 && code < 0xff00)
  )
    return 'arabic'
  if (code >= 0x1e00 && code < 0x1f00) return 'latin'
  if (code >= 0x1f00 && code < 0x2000) return 'greek'
  if (code >= 0x2000 && code < 0x2c00) return null
  if (code >= 0x3040 && code < 0x3100) return 'kana'
  if ((code >= 0x3400 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00) || (code >= 0x20000 && code < 0x32000)) return 'han'
  if ((code >= 0xac00 && code < 0xd7a4) || (code >= 0x1100 && code < 0x1200) || (code >= 0x3130 && code < 0x3190)) return 'hangul'
  return 'other'
}
