/** Rolling windows, half-open `(as_of − W, as_of]` in UTC. Times are epoch milliseconds, amounts micro-units. */
export type TimedAmount = { at: number; micro: bigint }
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Whether an event lies inside the window that ends at `asOf`. */
export function inWindow(at: number, asOf: number, length: number): boolean {
  return at > asOf - length && at <= asOf
}

/** Events inside the window. */
export function within<T extends { at: number }>(events: readonly T[], asOf: number, length: number): T[] {
  return events.filter((e) => inWindow(e.at, asOf, length))
}

/** Sum of the amounts inside the window. */
export function windowSum(events: readonly TimedAmount[], asOf: number, length: number): bigint {
  let sum = 0n
  for (const e of events) if (inWindow(e.at, asOf, length)) sum += e.micro
  return sum
}

/** The largest sum any window of this length reaches over the events, with the events in it. */
export function densestWindow<T extends { at: number }>(
  events: readonly T[],
  length: number,
  accept: (inside: T[]) => boolean,
): T[] | null {
  for (const end of events) {
    const inside = within(events, end.at, length)
    if (accept(inside)) return inside
  }
  return null
}
