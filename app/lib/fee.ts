import { feeFor } from '#engine/calculations/fee.ts'
import { formatMicro, micro, parseMicro } from '#engine/money.ts'
import { FEE_FACTS } from '../content/pricing.ts'

/** The fee of a whole offering by the engine's rule, as decimal strings; null when the text is not an amount. */
export function feeOn(raised: string): { fee: string; capped: boolean; needsContact: boolean } | null {
  const amount = parseMicro(raised)
  if (amount === null || amount < 0n) return null
  const { accruedAfter, capReached } = feeFor({
    raisedAfter: amount,
    accruedBefore: 0n,
    amount,
    rate: FEE_FACTS.rate,
    cap: micro(String(FEE_FACTS.cap)),
    basis: 'cumulative',
  })
  return { fee: formatMicro(accruedAfter), capped: capReached, needsContact: amount > micro(String(FEE_FACTS.contactAbove)) }
}
