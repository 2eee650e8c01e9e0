// Money is a BigInt of 10^-6 units: no float ever touches an amount.

export const MICRO = 1_000_000n
const CENT = 10_000n

const memo = new Map<string, bigint | null>()

/**
 * Reads a decimal string ("1000.005", at most six decimals, sign allowed) into micro-units.
 * Gives null for anything else, so that a caller cannot mistake rubbish for zero.
 */
export function parseMicro(text: string): bigint | null {
  const known = memo.get(text)
  if (known !== undefined) return known
  const match = /^(-?)(\d{1,24})(?:\.(\d{1,6}))?$/.exec(text)
  const value = match ? BigInt(match[2]! + (match[3] ?? '').padEnd(6, '0')) * (match[1] ? -1n : 1n) : null
  // The memo is for parameters and repeated prices; it is kept small so that a long life cannot fill memory.
  if (memo.size < 4096) memo.set(text, value)
  return value
}

/** Micro-units of a decimal string that is known to be right (a parameter). Throws RangeError otherwise. */
export function micro(text: string): bigint {
  const value = parseMicro(text)
  if (value === null) throw new RangeError(`"${text}" is not a decimal amount.`)
  return value
}

function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q
}

/** Rounds micro-units to whole cents: down for a legal maximum, up for a legal minimum, halfUp for the fee. Still micro-units. */
export function toCent(value: bigint, way: 'down' | 'up' | 'halfUp'): bigint {
  if (way === 'down') return floorDiv(value, CENT) * CENT
  if (way === 'up') return -floorDiv(-value, CENT) * CENT
  return floorDiv(value + CENT / 2n, CENT) * CENT
}

/** Writes micro-units as a decimal string with at least two decimals ("1000.00", "0.333333"). */
export function formatMicro(value: bigint): string {
  const sign = value < 0n ? '-' : ''
  const abs = value < 0n ? -value : value
  const fraction = (abs % MICRO)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${sign}${abs / MICRO}.${fraction}`
}

/** A legal maximum as shown to people: rounded down to the cent. */
export function maximum(value: bigint): string {
  return formatMicro(toCent(value, 'down'))
}

/** A legal minimum as shown to people: rounded up to the cent. */
export function minimum(value: bigint): string {
  return formatMicro(toCent(value, 'up'))
}

export type Comparator = '>' | '>=' | '<' | '<='

/** Compares by a comparator that is data: law that says "more than" is ">", "or more" is ">=". */
export function meets(value: bigint | number, op: string, threshold: bigint | number): boolean {
  switch (op) {
    case '>':
      return value > threshold
    case '>=':
      return value >= threshold
    case '<':
      return value < threshold
    case '<=':
      return value <= threshold
    default:
      throw new RangeError(`"${op}" is not a comparator.`)
  }
}

/** Multiplies micro-units by a decimal rate, rounding up to the next micro-unit so that a conversion never slips under a threshold. */
export function convert(amount: bigint, rate: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(rate)
  if (!match) return null
  const scaled = BigInt(match[1]! + (match[2] ?? '').padEnd(12, '0'))
  if (scaled === 0n) return null
  return -floorDiv(-(amount * scaled), 1_000_000_000_000n)
}

/** ceil(a ÷ b) for positive b. */
export function ceilDiv(a: bigint, b: bigint): bigint {
  return -floorDiv(-a, b)
}

/** A US dollar amount as facts write it. */
export function dollars(amount: string): { amount: string; currency: string } {
  return { amount, currency: 'USD' }
}
