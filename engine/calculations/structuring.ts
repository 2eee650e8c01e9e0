/** Patterns that split amounts to stay under a threshold. Events are of one person; amounts in micro-units, times in epoch milliseconds. */
import { DAY, densestWindow, HOUR, within } from './windows.ts'

const MICRO = 1_000_000n
export type CashEvent = { at: number; day: string; place: string; micro: bigint }
export type TransferEvent = { at: number; micro: bigint; beneficiary: string; wallet: string }
const sum = (events: readonly { micro: bigint }[]): bigint => events.reduce((total, e) => total + e.micro, 0n)

const CASH_PATTERN = { low: 8_000n * MICRO, high: 10_000n * MICRO, days: 10, events: 3, sum: 24_000n * MICRO, dayCount: 2 } as const
const TRANSFER_PATTERN = { low: 2_400n * MICRO, high: 3_000n * MICRO, hours: 72, events: 3, sum: 7_200n * MICRO } as const
const EUR_PATTERN = { low: 800n * MICRO, high: 1_000n * MICRO, hours: 72, events: 3 } as const
const SPLIT_PATTERN = { wallets: 3, hours: 24 } as const
const FAN_PATTERN = { counterparties: 10, hours: 24, median: 1_000n * MICRO, sum: 10_000n * MICRO, outBps: 8_000n } as const

/** Three or more near-threshold cash events on two or more days, or two on one day at two places over the threshold together. 31 USC 5324. */
export function cashStructured(events: readonly CashEvent[], asOf: number): boolean {
  const p = CASH_PATTERN
  const near = within(events, asOf, p.days * DAY).filter((e) => e.micro >= p.low && e.micro <= p.high)
  const spread = near.length >= p.events && sum(near) >= p.sum && new Set(near.map((e) => e.day)).size >= p.dayCount
  if (spread) return true
  const byDay = Map.groupBy(within(events, asOf, p.days * DAY), (e) => e.day)
  return [...byDay.values()].some(
    (day) => day.length >= 2 && day.every((e) => e.micro <= p.high) && new Set(day.map((e) => e.place)).size >= 2 && sum(day) > p.high,
  )
}

/** Transfers of one person to one beneficiary, each just under the travel-rule amount. */
export function transfersStructured(events: readonly TransferEvent[], asOf: number, beneficiary: string): boolean {
  const p = TRANSFER_PATTERN
  const near = within(events, asOf, p.hours * HOUR).filter((e) => e.beneficiary === beneficiary && e.micro >= p.low && e.micro < p.high)
  return near.length >= p.events && sum(near) >= p.sum
}

/** The same just under 1,000 EUR where one side is self-hosted. Both ends of the range count. */
export function euroStructured(events: readonly TransferEvent[], asOf: number, beneficiary: string): boolean {
  const p = EUR_PATTERN
  const near = within(events, asOf, p.hours * HOUR).filter((e) => e.beneficiary === beneficiary && e.micro >= p.low && e.micro <= p.high)
  return near.length >= p.events
}

/** Three or more wallets of one person or source paying one beneficiary within a day, each below and together at or above the threshold. */
export function splitOverWallets(events: readonly TransferEvent[], asOf: number, beneficiary: string, threshold: bigint): boolean {
  const p = SPLIT_PATTERN
  const inside = within(events, asOf, p.hours * HOUR).filter((e) => e.beneficiary === beneficiary)
  const byWallet = Map.groupBy(inside, (e) => e.wallet)
  const each = [...byWallet.values()].map(sum)
  return each.length >= p.wallets && each.every((s) => s < threshold) && sum(inside) >= threshold
}

export type FlowEvent = { at: number; micro: bigint; counterparty: string }
function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[half] as bigint) : ((sorted[half - 1] as bigint) + (sorted[half] as bigint)) / 2n
}

/** Many small counterparties on one side within a day. */
function fanned(events: readonly FlowEvent[]): FlowEvent[] | null {
  const p = FAN_PATTERN
  return densestWindow(events, p.hours * HOUR, (inside) => {
    return (
      new Set(inside.map((e) => e.counterparty)).size >= p.counterparties &&
      median(inside.map((e) => e.micro)) < p.median &&
      sum(inside) >= p.sum
    )
  })
}

/** Fan-in, then at least four fifths leave within a day of the last arrival. FATF red flags of 2020. */
export function fanIn(incoming: readonly FlowEvent[], outgoing: readonly FlowEvent[]): boolean {
  const burst = fanned(incoming)
  if (!burst) return false
  const first = Math.min(...burst.map((e) => e.at))
  const last = Math.max(...burst.map((e) => e.at))
  const left = sum(outgoing.filter((e) => e.at >= first && e.at <= last + FAN_PATTERN.hours * HOUR))
  return left * 10_000n >= sum(burst) * FAN_PATTERN.outBps
}

/** Fan-out: the mirror of fan-in; most of what came in leaves to many small counterparties. */
export function fanOut(incoming: readonly FlowEvent[], outgoing: readonly FlowEvent[]): boolean {
  const burst = fanned(outgoing)
  if (!burst) return false
  const first = Math.min(...burst.map((e) => e.at))
  const last = Math.max(...burst.map((e) => e.at))
  const arrived = sum(incoming.filter((e) => e.at > first - FAN_PATTERN.hours * HOUR && e.at <= last))
  return arrived > 0n && sum(burst) * 10_000n >= arrived * FAN_PATTERN.outBps
}
