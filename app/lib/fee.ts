import { formatMicro, micro, parseMicro, toCent } from '#engine/money.ts'

/** The fee of one offering for an amount raised, as decimal strings; null when the text is not an amount. */
export function feeOn(raised: string): { fee: string; capped: boolean; needsContact: boolean } | null {
  const amount = parseMicro(raised)
  if (amount === null || amount < 0n) return null
  const cap = micro('1000000')
  const share = toCent(amount / 100n, 'halfUp')
  const capped = share >= cap
  return { fee: formatMicro(capped ? cap : share), capped, needsContact: amount > micro('100000000') }
}
