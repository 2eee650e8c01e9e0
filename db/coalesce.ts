import DataLoader from 'dataloader'

/**
 * Answers questions asked at the same time with one query: those of one turn of the event loop, and those that come while
 * the query before is under way. `ask` gets the distinct keys and returns what it found by key; a key without an entry is
 * answered null. A failure fails all who asked together. Nothing is remembered.
 */
export function coalesce<V>(ask: (keys: string[]) => Promise<ReadonlyMap<string, V>>): (key: string) => Promise<V | null> {
  let busy: Promise<unknown> | null = null
  const loader = new DataLoader<string, V | null>(
    async (keys) => {
      // Who asks from here on gets a newer answer.
      loader.clearAll()
      const asked = ask([...keys])
      const done = () => {
        busy = null
      }
      busy = asked.then(done, done)
      const found = await asked
      return keys.map((key) => found.get(key) ?? null)
    },
    {
      batchScheduleFn: (send) => {
        if (busy) void busy.then(send)
        else setImmediate(send)
      },
    },
  )
  return (key) => loader.load(key)
}
