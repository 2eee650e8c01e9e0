import type { Log } from '#core/kernel/services.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'

export interface Loop {
  wake(): void
  stop(): Promise<void>
}

export const logFailure = (job: string, log: Log, error: Error): void =>
  tellFailure(log, error, { job }, 'job failed; it will be tried again')

/**
 * Runs `work` again and again: at once when woken, else after `idleMs`. `work` returns true when there may be more.
 * An error is logged and tried again later; it never ends the loop.
 */
export function startLoop(name: string, idleMs: number, log: Log, work: () => Promise<boolean | void>): Loop {
  let stopped = false
  let woken = false
  let timer: NodeJS.Timeout | undefined
  let resume: (() => void) | undefined
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      resume = resolve
      timer = setTimeout(resolve, ms)
    })
  const running = (async () => {
    while (!stopped) {
      woken = false
      let more = false
      try {
        more = (await work()) === true
      } catch (error) {
        if (!stopped) logFailure(name, log, error as Error)
      }
      if (!more && !woken && !stopped) await pause(idleMs)
      resume = undefined
    }
  })()
  return {
    wake() {
      woken = true
      clearTimeout(timer)
      resume?.()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      resume?.()
      await running
    },
  }
}
