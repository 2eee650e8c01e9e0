import { parentPort, workerData } from 'node:worker_threads'
import { type ListFile, type LoadedLists, listsFromFiles, loadFolder } from './load.ts'
import type { LoadReply, LoadRequest } from './load-off-thread.ts'
import { encodeList } from './snapshot.ts'

/** Runs inside a worker thread: loads, and posts each list as a snapshot, whose bytes are handed over without copying. */
const request: LoadRequest = workerData
const loaded =
  request.dir === undefined
    ? fromFiles(request.files ?? [], request.loadedAt)
    : await loadFolder({ dir: request.dir, loadedAt: request.loadedAt })
const snapshots = loaded.lists.map((list) => Uint8Array.from(encodeList(list)))
const refused = loaded.refused.map(({ source, sha256, error: { file, line, reason } }) => ({ source, sha256, file, line, reason }))
const reply: LoadReply = { snapshots, signs: loaded.signs, refused, warnings: loaded.warnings, ignored: loaded.ignored }
parentPort!.postMessage(
  reply,
  snapshots.map((bytes) => bytes.buffer),
)

function fromFiles(files: readonly ListFile[], loadedAt: string): LoadedLists {
  return listsFromFiles({ files, loadedAt })
}
