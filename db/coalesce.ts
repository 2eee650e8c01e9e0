/**
 * Answers questions asked in the same turn of the event loop with one query. `ask` gets the distinct keys and returns what
 * it found by key; a key without an entry is answered null. A failure fails all who asked together.
 */
export function coalesce<V>(ask: (keys: string[]) => Promise<ReadonlyMap<string, V>>): (key: string) => Promise<V | null> {
  let waiting: Map<string, { resolve: (value: V | null) => void; reject: (error: unknown) => void }[]> | null = null
  const flush = async () => {
    const asked = waiting!
    waiting = null
    try {
      const found = await ask([...asked.keys()])
      for (const [key, callers] of asked) for (const caller of callers) caller.resolve(found.get(key) ?? null)
    } catch (error) {
      for (const callers of asked.values()) for (const caller of callers) caller.reject(error)
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      if (!waiting) {
        waiting = new Map()
        setImmediate(() => void flush())
      }
      const callers = waiting.get(key)
      if (callers) callers.push({ resolve, reject })
      else waiting.set(key, [{ resolve, reject }])
    })
}
