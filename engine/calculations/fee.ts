import { micro } from '../money.ts'

const CENT = 10_000n
const SCALE = 1_000_000n

/** One per cent of the money, in micro-units, rounded half up to the cent and held at the cap. */
function cumulative(raised: bigint, rate: string, cap: bigint): bigint {
  const product = raised * micro(rate)
  const unit = CENT * SCALE
  const cents = (product + unit / 2n) / unit
  const fee = cents * CENT
  return fee > cap ? cap : fee
}

export type FeeInput = {
  /** Money accepted so far in the offering, this investment included (micro-units). */
  readonly raisedAfter: bigint
  /** Fees already charged on the offering (micro-units). */
  readonly accruedBefore: bigint
  /** This investment; negative for a refund (micro-units). */
  readonly amount: bigint
  readonly rate: string
  readonly cap: bigint
  /** cumulative: one cap per offering. independent: each transaction alone, with a cap of its own. */
  readonly basis: 'cumulative' | 'independent'
}

/**
 * The fee of one accepted investment in micro-units: min(cap, 1 % of what is raised after it) less what was charged before.
 * On the raise or per transaction, the total is the same to the cent. A refund gives a negative fee.
 */
export function feeFor(input: FeeInput): { fee: bigint; accruedAfter: bigint; capReached: boolean } {
  if (input.basis === 'independent') {
    const size = input.amount < 0n ? -input.amount : input.amount
    const fee = cumulative(size, input.rate, input.cap)
    const signed = input.amount < 0n ? -fee : fee
    return { fee: signed, accruedAfter: input.accruedBefore + signed, capReached: fee === input.cap }
  }
  const accruedAfter = cumulative(input.raisedAfter < 0n ? 0n : input.raisedAfter, input.rate, input.cap)
  return { fee: accruedAfter - input.accruedBefore, accruedAfter, capReached: accruedAfter === input.cap }
}
