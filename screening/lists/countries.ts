/**
 * Publishers write countries as words, each its own way. Base: the English names every JavaScript engine carries (CLDR), by code;
 * plus the spellings the lists use that CLDR does not. A name without a code here yields null, never a guess.
 */
const SPELLINGS: Record<string, string> = {
  'bahamas the': 'BS',
  'bolivia plurinational state of': 'BO',
  bosnia: 'BA',
  'bosnia herzegovina': 'BA',
  'british virgin islands': 'VG',
  brunei: 'BN',
  'brunei darussalam': 'BN',
  burma: 'MM',
  byelorussia: 'BY',
  'cabo verde': 'CV',
  'china hong kong special administrative region': 'HK',
  'china macao special administrative region': 'MO',
  congo: 'CG',
  'congo democratic republic of': 'CD',
  'congo democratic republic of the': 'CD',
  'congo republic of the': 'CG',
  'cote divoire': 'CI',
  'cote d ivoire': 'CI',
  'czech republic': 'CZ',
  'democratic peoples republic of korea': 'KP',
  'democratic republic of congo': 'CD',
  'democratic republic of the congo': 'CD',
  dprk: 'KP',
  'east timor': 'TL',
  england: 'GB',
  eswatini: 'SZ',
  'federal republic of germany': 'DE',
  gaza: 'PS',
  'gaza strip': 'PS',
  'great britain': 'GB',
  'holy see': 'VA',
  'hong kong': 'HK',
  'iran islamic republic of': 'IR',
  'islamic republic of iran': 'IR',
  'ivory coast': 'CI',
  'korea democratic peoples republic of': 'KP',
  'korea north': 'KP',
  'korea republic of': 'KR',
  'korea south': 'KR',
  'kyrgyz republic': 'KG',
  'lao peoples democratic republic': 'LA',
  'libyan arab jamahiriya': 'LY',
  macao: 'MO',
  macau: 'MO',
  macedonia: 'MK',
  'micronesia federated states of': 'FM',
  'moldova republic of': 'MD',
  'north macedonia the republic of': 'MK',
  'northern ireland': 'GB',
  'occupied palestinian territories': 'PS',
  palestine: 'PS',
  'palestine state of': 'PS',
  palestinian: 'PS',
  'palestinian territory occupied': 'PS',
  'peoples republic of china': 'CN',
  'republic of korea': 'KR',
  'republic of moldova': 'MD',
  'republic of the congo': 'CG',
  russia: 'RU',
  'russian federation': 'RU',
  'saint vincent and the grenadines': 'VC',
  scotland: 'GB',
  'state of palestine': 'PS',
  swaziland: 'SZ',
  syria: 'SY',
  'syrian arab republic': 'SY',
  'taiwan province of china': 'TW',
  'tanzania united republic of': 'TZ',
  'the gambia': 'GM',
  'the netherlands': 'NL',
  turkey: 'TR',
  turkiye: 'TR',
  uae: 'AE',
  uk: 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  'united republic of tanzania': 'TZ',
  'united states of america': 'US',
  usa: 'US',
  'vatican city state': 'VA',
  'venezuela bolivarian republic of': 'VE',
  'viet nam': 'VN',
  'virgin islands british': 'VG',
  'virgin islands us': 'VI',
  wales: 'GB',
  'west bank': 'PS',
  'region gaza': 'PS',
  'region west bank': 'PS',
  'region crimea': 'UA',
}

function foldCountry(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .replace(/\bst\b/g, 'saint')
    .trim()
}

function buildNames(): Map<string, string> {
  const names = new Map<string, string>()
  const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const a of letters) {
    for (const b of letters) {
      const code = a + b
      // Withdrawn codes (SU, YU, DD …) resolve to a successor; exceptional and private ones are not countries.
      if (new Intl.Locale(`und-${code}`).region !== code || NOT_COUNTRIES.has(code)) continue
      const name = display.of(code)
      if (name) names.set(foldCountry(name), code)
    }
  }
  for (const [name, code] of Object.entries(SPELLINGS)) names.set(name, code)
  return names
}

const NOT_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])
const NAMES = buildNames()
const CODES = new Set(NAMES.values())

/** Upper-case alpha-2 for a country's published name or code; null when it names none (regions, former states, "na"). */
export function countryCode(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (/^[A-Z]{2}$/.test(trimmed)) return CODES.has(trimmed) ? trimmed : trimmed === 'UK' ? 'GB' : null
  const folded = foldCountry(trimmed)
  const direct = NAMES.get(folded)
  if (direct) return direct
  const noNote = foldCountry(trimmed.replace(/\s*\([^)]*\)\s*/g, ' '))
  return NAMES.get(noNote) ?? NAMES.get(noNote.replace(/^(the|possibly) /, '')) ?? null
}

/** The country a place such as "Al Basuriyah, Lebanon" ends with; null when its last part names none. */
export function countryOfPlace(place: string): string | null {
  const parts = place.replace(/\.$/, '').split(',')
  const last = countryCode(parts.at(-1) ?? '')
  // Alpha-2-looking ends are US states and the like far more often than countries.
  if (last && /^\s*[A-Z]{2}\s*$/.test(parts.at(-1) ?? '')) return null
  return last ?? (parts.length > 1 ? countryCode(parts.slice(-2).join(',')) : null)
}
