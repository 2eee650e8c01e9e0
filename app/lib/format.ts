// Amounts, dates and places as people read them. The same text on server and client: fixed locale, UTC.

/** `1234567.5` → `1,234,567.50`. Works on decimal strings, so no digit is lost. */
export function amount(value: string, decimals: 'cents' | 'as is' = 'as is'): string {
  const negative = value.startsWith('-')
  const [whole = '0', part = ''] = (negative ? value.slice(1) : value).split('.')
  const fraction = part.replace(/0+$/, '')
  const shown = decimals === 'cents' || fraction ? `.${fraction.padEnd(2, '0')}` : ''
  return `${negative ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${shown}`
}

const SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' }

/** `$1,250.00`, or `1,250.00 USDC` where the currency has no sign. Whole amounts are shown without cents. */
export function money(value: string, currency = 'USD'): string {
  const text = amount(value)
  const sign = SIGNS[currency]
  if (!sign) return `${text} ${currency}`
  return text.startsWith('−') ? `−${sign}${text.slice(1)}` : sign + text
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
/** `$1.2M`: for axes and tiles where the exact amount stands beside it. */
export const shortMoney = (value: string | number, currency = 'USD') => `${SIGNS[currency] ?? ''}${compact.format(Number(value))}`

export const count = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
export const plural = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`

/** Part of a whole in percent; exact for decimal strings of any size, one digit after the point. */
export function percent(part: string, whole: string): number {
  const scale = (text: string) => {
    const [w = '0', p = ''] = text.split('.')
    return BigInt(w + p.padEnd(6, '0').slice(0, 6))
  }
  const total = scale(whole)
  return total === 0n ? 0 : Number((scale(part) * 1_000n) / total) / 10
}

/** Days from one moment to another, rounded away from now: `in 3 days`, `2 days ago`, `today`. */
export function daysAway(iso: string, now: string): string {
  const days = Math.round((Date.parse(iso.slice(0, 10)) - Date.parse(now.slice(0, 10))) / 86_400_000)
  if (days === 0) return 'today'
  return days > 0 ? `in ${plural(days, 'day')}` : `${plural(-days, 'day')} ago`
}

const places = new Intl.DisplayNames('en', { type: 'region' })
/** `DE` → `Germany`; what is not a country stays as it is. */
export function countryName(code: string | null): string {
  if (!code) return 'Unknown'
  if (!/^[A-Z]{2}$/.test(code)) return code
  try {
    return places.of(code) ?? code
  } catch {
    return code
  }
}

/** `0x5ea1…0002`: enough to tell two addresses apart; the whole one goes into the title. */
export const shortAddress = (address: string) => (address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address)

/** `needs_contact` → `needs contact`. */
export const words = (code: string) => code.replaceAll('_', ' ')

export const REGULATIONS: Record<string, string> = {
  reg_d_506b: 'Reg D 506(b)',
  reg_d_506c: 'Reg D 506(c)',
  reg_a_plus: 'Reg A+',
  reg_a_tier1: 'Reg A Tier 1',
  reg_a_tier2: 'Reg A Tier 2',
  reg_s: 'Reg S',
}
