import { setImmediate as breathe } from 'node:timers/promises'

/**
 * For long work in the thread that answers requests: `await turn()` between its steps lets others go first once `ms` have gone by, by the
 * clock, since steps differ. One for each piece of work.
 */
export function inTurns(ms = 2): () => Promise<void> {
  let until = performance.now() + ms
  return async () => {
    if (performance.now() < until) return
    await breathe()
    until = performance.now() + ms
  }
}
