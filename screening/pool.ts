import { setImmediate as breathe } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ListedEntity, SanctionsList } from './entity.ts'
import type { NameIndex } from './index.ts'
import { decodeIndex } from './index-file.ts'
import { createScreener, type Screener, type ScreenMatch, type ScreenOptions, type ScreenSubject } from './screen.ts'
import { decodeList } from './snapshot.ts'
import type { BareMatch, WorkerAsk, WorkerStart, WorkerTell } from './worker.ts'

export type ScreenerPool = {
  /** Screens many subjects away from the caller's thread; results in the order of the subjects. */
  screen(subjects: readonly ScreenSubject[], options?: ScreenOptions): Promise<ScreenMatch[][]>
  /** Threads at work; 0 when threads cannot be had and the caller's own is used, a few subjects at a time. */
  readonly threads: number
  close(): Promise<void>
}

/** Subjects handed to a thread at once: enough to be worth the message, few enough to share the work. */
const CHUNK = 64
/** Subjects screened in the caller's own thread before others get their turn. */
const OWN_TURN = 4

export type PoolOf = {
  /** Lists as `encodeList` stores them, for the threads to read. */
  snapshots: readonly Uint8Array[]
  /** Their entries by id: what is found comes back as these objects. */
  entities: ReadonlyMap<string, ListedEntity>
  /** Their index as `buildIndexOffThread` gave it; built anew when left out. */
  index?: Uint8Array | undefined
  threads?: number
  /** The threads wait for those that answer requests. */
  background?: boolean
}

/**
 * Starts screening threads for bulk work, so that it delays no single check.
 * @throws when a snapshot is damaged.
 */
export async function createPool({ snapshots, entities, index, threads = 1, background = false }: PoolOf): Promise<ScreenerPool> {
  const own = () => ownThread(createScreener(snapshots.map((bytes) => decodeList(bytes))))
  if (threads < 1) return own()
  let first: Started
  try {
    first = await start({ snapshots, index: index ?? null, serve: true, background })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_INIT_FAILED') throw error
    return own()
  }
  const others = await Promise.all(
    Array.from({ length: threads - 1 }, () => start({ snapshots, index: first.ready, serve: true, background })),
  )
  return crewOf(
    [first, ...others].map(({ worker }) => worker),
    entities,
  )
}

/**
 * Builds the index of stored lists in a thread of its own; the caller's thread only receives it. Pass it to `createScreener` together with
 * the same lists in the same order. `shared` is the same in memory that threads share, for `createPool`.
 */
export async function buildIndexOffThread(
  snapshots: readonly Uint8Array[],
  lists: readonly SanctionsList[],
): Promise<{ index: NameIndex; shared: Uint8Array }> {
  const { worker, ready } = await start({ snapshots, index: null, serve: false, background: false })
  await worker.terminate()
  const index = decodeIndex(ready, { of: lists.map((list) => list.sha256).join() })
  if (!index) throw new Error('the lists are not those the index was built from')
  return { index, shared: ready }
}

type Started = { worker: Worker; ready: Uint8Array }

function start(workerData: WorkerStart): Promise<Started> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the screening thread ended with code ${code}`)))
    worker.once('message', (message: WorkerTell) => {
      if (!('ready' in message)) return
      worker.removeAllListeners('error').removeAllListeners('exit')
      resolve({ worker, ready: message.ready })
    })
  })
}

type Waiting = { resolve: (results: BareMatch[][]) => void; reject: (error: Error) => void; worker: Worker }

function crewOf(workers: readonly Worker[], entities: ReadonlyMap<string, ListedEntity>): ScreenerPool {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let closed: Promise<void> | null = null
  for (const worker of workers) {
    worker.on('message', (message: WorkerTell) => {
      if (!('id' in message)) return
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if ('error' in message) asked?.reject(new Error(message.error))
      else asked?.resolve(message.results)
    })
    const fail = (error: Error) => {
      for (const [id, asked] of waiting) {
        if (asked.worker !== worker) continue
        waiting.delete(id)
        asked.reject(error)
      }
    }
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`the screening thread ended with code ${code}`)))
    // An idle pool does not keep the process alive.
    worker.unref()
  }
  const ask = (worker: Worker, subjects: readonly ScreenSubject[], options: ScreenOptions) =>
    new Promise<BareMatch[][]>((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject, worker })
      if (waiting.size === 1) for (const w of workers) w.ref()
      worker.postMessage({ id, subjects, options } satisfies WorkerAsk)
    }).finally(() => {
      if (!waiting.size) for (const w of workers) w.unref()
    })
  return {
    threads: workers.length,
    async screen(subjects, options = {}) {
      if (closed) throw new Error('the pool is closed')
      const results: ScreenMatch[][] = new Array(subjects.length)
      let next = 0
      const drain = async (worker: Worker) => {
        while (next < subjects.length) {
          const from = next
          next += CHUNK
          const found = await ask(worker, subjects.slice(from, from + CHUNK), options)
          found.forEach((matches, i) => {
            results[from + i] = matches.map((match) => ({ ...match, entity: entities.get(match.entity)! }))
          })
        }
      }
      await Promise.all(workers.map(drain))
      return results
    },
    close() {
      closed ??= (async () => {
        while (waiting.size) await new Promise((resolve) => setTimeout(resolve, 5))
        await Promise.all(workers.map((worker) => worker.terminate()))
      })()
      return closed
    },
  }
}

function ownThread(screener: Screener): ScreenerPool {
  return {
    threads: 0,
    async screen(subjects, options = {}) {
      const results: ScreenMatch[][] = []
      for (const [i, subject] of subjects.entries()) {
        results.push(screener.screen(subject, options))
        if (i % OWN_TURN === OWN_TURN - 1) await breathe()
      }
      return results
    },
    close: async () => {},
  }
}
