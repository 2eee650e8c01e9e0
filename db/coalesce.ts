/**
 * Answers questions asked at the same time with one query: those of one turn of the event loop, and those that come while
 * the query before is under way. `ask` gets the distinct keys and returns what it found by key; a key without an entry is
 * answered null. A failure fails all who asked together.
 */
export function coalesce<V>(ask: (keys: string[]) => Promise<ReadonlyMap<string, V>>): (key: string) => Promise<V | null> {
  let waiting = new Map<string, { resolve: (value: V | null) => void; reject: (error: unknown) => void }[]>()
  let busy = false
  const flush = async () => {
    while (waiting.size) {
      const asked = waiting
      waiting = new Map()
      try {
        const found = await ask([...asked.keys()])
        for (const [key, callers] of asked) for (const caller of callers) caller.resolve(found.get(key) ?? null)
      } catch (error) {
        for (const callers of asked.values()) for (const caller of callers) caller.reject(error)
      }
    }
    busy = false
  }
  return (key) =>
    new Promise((resolve, reject) => {
      const callers = waiting.get(key)
      if (callers) callers.push({ resolve, reject })
      else waiting.set(key, [{ resolve, reject }])
      if (busy) return
      busy = true
      setImmediate(() => void flush())
    })
}
