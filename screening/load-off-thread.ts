import { Worker } from 'node:worker_threads'
import { ListFormatError, type ListSource, type SanctionsList } from './entity.ts'
import type { ListFile, LoadedLists } from './load.ts'
import { decodeListInTurns } from './snapshot.ts'

export type LoadRequest = { dir?: string; files?: readonly ListFile[]; loadedAt: string }

export type LoadReply = {
  snapshots: Uint8Array<ArrayBuffer>[]
  signs: LoadedLists['signs']
  refused: { source: ListSource; file: string; line: number; reason: string; sha256: string }[]
  warnings: string[]
  ignored: string[]
}

/**
 * `loadFolder` or `listsFromFiles` in a thread of its own, so that reading a list of tens of megabytes delays no request. The caller's thread
 * only unpacks the result, in turns with others. `snapshots` are the same lists as `encodeList` stores them.
 * @throws what loading throws, such as the file system's error for a folder that is not there.
 */
export async function loadOffThread(request: LoadRequest): Promise<LoadedLists & { snapshots: Uint8Array[] }> {
  const { snapshots, signs, refused, warnings, ignored } = await runWorker(request)
  const lists: SanctionsList[] = []
  for (const snapshot of snapshots) lists.push(await decodeListInTurns(snapshot))
  return {
    lists,
    snapshots,
    signs,
    refused: refused.map(({ source, sha256, ...error }) => ({ source, sha256, error: new ListFormatError(error) })),
    warnings,
    ignored,
  }
}

/** All official lists take less than one minute on a small machine. */
const DEADLINE_MS = 600_000

function runWorker(request: LoadRequest): Promise<LoadReply> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: request })
    const timer = setTimeout(() => {
      reject(new Error('the lists could not be read within ten minutes'))
      void worker.terminate()
    }, DEADLINE_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the loading thread ended with code ${code} and no result`))
    })
  })
}
