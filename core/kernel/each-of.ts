/** Runs `work` for each item, at most `width` at a time. One that fails holds up no other; the first error is thrown once all have ended. */
export async function eachOf<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const errors: unknown[] = []
  const lane = async () => {
    for (const item of rest) await work(item).catch((error: unknown) => errors.push(error))
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
  if (errors.length) throw errors[0]
}
