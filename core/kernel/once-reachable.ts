import { setTimeout } from 'node:timers/promises'
import type { Log } from './services.ts'
import { tellFailure } from './tell-failure.ts'
import { isUnreachable } from './unreachable.ts'

const PAUSE_MS = 1_000
const TRIES = 120

/** Does what a start needs of a database that answered before: once more, after a second, while its connections are cut. Two minutes at most. */
export async function onceReachable<T>(log: Log, work: () => Promise<T>, pauseMs = PAUSE_MS): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!isUnreachable(error) || tries === TRIES) throw error
      tellFailure(log, error, { job: 'start' }, 'start')
      await setTimeout(pauseMs)
    }
}
