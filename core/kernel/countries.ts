const regions = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every assigned alpha-2 code, by upper-case code and by lower-case English name. */
const CODES = new Set<string>()
const NAMES = new Map<string, string>()
for (let a = 65; a <= 90; a++) {
  for (let b = 65; b <= 90; b++) {
    const code = String.fromCharCode(a, b)
    const name = regions.of(code)
    if (
      !name ||
      name === code ||
      ['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB', 'UK', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA', 'CQ'].includes(code) ||
      /^(DD|YU|SU|CS|BU|FX|NH|RH|TP|VD|YD|ZR|AN|NT|HV|DY)$/.test(code)
    )
      continue
    CODES.add(code)
    NAMES.set(name.toLowerCase(), code)
  }
}
const OTHER_NAMES: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  russia: 'RU',
  'russian federation': 'RU',
  'south korea': 'KR',
  'republic of korea': 'KR',
  'north korea': 'KP',
  dprk: 'KP',
  iran: 'IR',
  'islamic republic of iran': 'IR',
  syria: 'SY',
  'syrian arab republic': 'SY',
  vietnam: 'VN',
  'czech republic': 'CZ',
  turkey: 'TR',
  burma: 'MM',
  'ivory coast': 'CI',
  'hong kong': 'HK',
  macau: 'MO',
  taiwan: 'TW',
  uae: 'AE',
  holland: 'NL',
  'the netherlands': 'NL',
  moldova: 'MD',
  bolivia: 'BO',
  venezuela: 'VE',
  tanzania: 'TZ',
  laos: 'LA',
  brunei: 'BN',
  'cape verde': 'CV',
  swaziland: 'SZ',
  macedonia: 'MK',
}

/** The alpha-2 code of a code or a common English name, or null. */
export function countryCode(text: string): string | null {
  const trimmed = text.trim()
  const upper = trimmed.toUpperCase()
  if (CODES.has(upper)) return upper
  const lower = trimmed.toLowerCase()
  return OTHER_NAMES[lower] ?? NAMES.get(lower) ?? null
}

/** True for an assigned alpha-2 code. */
export const isCountry = (code: string) => CODES.has(code)

/** The English name of an alpha-2 code. */
const countryName = (code: string) => regions.of(code) ?? code

/** Every country with its code, by name. */
export const allCountries = (): { code: string; name: string }[] =>
  [...CODES].map((code) => ({ code, name: countryName(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en'))
