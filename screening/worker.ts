import { parentPort, workerData } from 'node:worker_threads'
import type { SanctionsList } from './entity.ts'
import { buildIndex } from './index.ts'
import { decodeIndex, encodeIndex } from './index-file.ts'
import { createScreener, type Screener, type ScreenMatch, type ScreenOptions, type ScreenSubject } from './screen.ts'
import { decodeList } from './snapshot.ts'
import { workInBackground } from './thread-priority.ts'

/** What a screening thread is started with: stored lists (see snapshot.ts), and their index where another thread has built it. */
export type WorkerStart = { snapshots: readonly Uint8Array[]; index: Uint8Array | null; serve: boolean; background: boolean }
export type WorkerAsk = { id: number; subjects: readonly ScreenSubject[]; options: ScreenOptions }
/** A match with its entry's id alone: whoever asks holds the entries, and copying them would keep the asking thread busy. */
export type BareMatch = Omit<ScreenMatch, 'entity'> & { entity: string }
export type WorkerTell = { ready: Uint8Array } | { id: number; results: BareMatch[][] } | { id: number; error: string }

const port = parentPort
if (!port) throw new Error('runs as a thread only')
const tell = (message: WorkerTell) => port.postMessage(message)

const { snapshots, index, serve, background } = workerData as WorkerStart
if (background) workInBackground()
const lists: SanctionsList[] = snapshots.map((bytes) => decodeList(bytes))
const of = lists.map((list) => list.sha256).join()
const bytes = index ?? encodeIndex(buildIndex(lists.flatMap((list) => list.entries)), { of, shared: true })
tell({ ready: bytes })
if (serve) listen()

function listen(): void {
  const built = decodeIndex(bytes, { of })
  const screener: Screener = createScreener(lists, built ? { index: built } : {})
  port!.on('message', ({ id, subjects, options }: WorkerAsk) => {
    try {
      const bare = ({ entity, ...match }: ScreenMatch): BareMatch => ({ ...match, entity: entity.id })
      tell({ id, results: subjects.map((subject) => screener.screen(subject, options).map(bare)) })
    } catch (error) {
      tell({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
}
