/**
 * Does at most so many works at once; the others wait for their turn, in the order in which they came, and hold nothing meanwhile. For work
 * that hundreds may ask for at one moment and that would take the connections of everybody else.
 */
export function fewAtOnce(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
