const STEP_MS = 250

let ended = false
/** From now on nothing is waited for: the process is about to end, and whoever waits asks another one. */
export function endWaits(): void {
  ended = true
}

/** Reads once, and again until it is as `enough` says or the seconds are over; gives what was read last. */
export async function waitFor<T>(read: () => Promise<T>, enough: (value: T) => boolean, seconds: number | undefined): Promise<T> {
  const deadline = performance.now() + (seconds ?? 0) * 1_000
  let value = await read()
  while (!enough(value) && performance.now() < deadline && !ended) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(STEP_MS, Math.max(1, deadline - performance.now()))))
    value = await read()
  }
  return value
}

/** The same for a long poll on one object: until it is no longer as it was at the first reading. */
export function waitForChange<T>(read: () => Promise<T>, state: (value: T) => unknown, seconds: number | undefined): Promise<T> {
  let first: { state: unknown } | null = null
  return waitFor(
    read,
    (value) => {
      first ??= { state: state(value) }
      return !seconds || state(value) !== first.state
    },
    seconds,
  )
}
