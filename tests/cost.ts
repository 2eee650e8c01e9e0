/**
 * What a call costs the thread that makes it, in milliseconds of processor time, and its answer. The least of several where it is more than
 * `most`: a busy machine, and code that runs for the first time, only ever add to it.
 */
export async function costOf<T>(call: () => Promise<T> | T, most: number): Promise<{ ms: number; answer: T }> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; ; run++) {
    const before = process.threadCpuUsage()
    const answer = await call()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
    if (least <= most || run === 6) return { ms: least, answer }
  }
}
