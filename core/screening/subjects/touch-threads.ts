import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { NumberedKeys } from '#credentials/seal.ts'
import type { ListDelta } from '#screening/delta.ts'
import { type SealedSubjects, TouchFinder } from './touch-finder.ts'
import type { TouchStart, TouchTell } from './touch-worker.ts'

/** More would wait for the database. */
const THREADS_MAX = 4
/** Each thread has what changed to itself: of so much one alone. */
const LARGE = 50_000
/** Below this many subjects, and changed entries, a thread is not worth its start. */
const THREAD_FROM = 500

interface Thread {
  worker: Worker
  /** Batches it has, in the order they were handed over: they come back in this order. */
  waiting: { resolve: (found: number[]) => void; reject: (error: Error) => void }[]
}

/** Finds touched subjects away from the thread that answers requests; few of them in that thread, in turns with others. */
export class TouchThreads {
  readonly #start: TouchStart
  readonly #threads: Thread[] = []
  #own: TouchFinder | null = null

  constructor(delta: ListDelta, sealingKey: NumberedKeys) {
    this.#start = { delta, sealingKey }
  }

  /** Batches that can be worked on at once, each thread having its next at hand. */
  get atOnce(): number {
    const { added, changed } = this.#start.delta
    return 2 * (added.length + changed.length > LARGE ? 1 : Math.min(THREADS_MAX, availableParallelism()))
  }

  /** Positions of the touched subjects of a batch, rising. The batch is given away. */
  async find(sealed: SealedSubjects): Promise<number[]> {
    const { added, changed } = this.#start.delta
    if (!this.#threads.length && sealed.keyIds.length < THREAD_FROM && added.length + changed.length < THREAD_FROM) {
      this.#own ??= new TouchFinder(this.#start.delta, this.#start.sealingKey)
      return this.#own.findInTurns(sealed)
    }
    const thread = this.#thread()
    return new Promise((resolve, reject) => {
      thread.waiting.push({ resolve, reject })
      thread.worker.postMessage(sealed, [sealed.bytes.buffer, sealed.ends.buffer])
    })
  }

  /** The thread with least to do; a new one while all have work and there may be more. */
  #thread(): Thread {
    const least = this.#threads.reduce<Thread | null>((a, b) => (a && a.waiting.length <= b.waiting.length ? a : b), null)
    if (least && (least.waiting.length === 0 || this.#threads.length * 2 >= this.atOnce)) return least
    const worker = new Worker(new URL('./touch-worker.ts', import.meta.url), { workerData: this.#start })
    const thread: Thread = { worker, waiting: [] }
    const fail = (error: Error) => {
      for (const { reject } of thread.waiting.splice(0)) reject(error)
    }
    worker.on('message', (told: TouchTell) => {
      const asked = thread.waiting.shift()
      if ('error' in told) asked?.reject(new Error(told.error))
      else asked?.resolve(told.found)
    })
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`the thread that looks for touched subjects ended with code ${code}`)))
    this.#threads.push(thread)
    return thread
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }
}
