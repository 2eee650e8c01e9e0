import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/**
 * A file of the shared data folder, which holds the publishers' real lists and labelled sets for tests and benches and is no part of the
 * product. Gzip is undone. Null when the folder is not there, so that a test can say it is skipped.
 */
export function sharedData(path: string): Buffer | null {
  const file = join(sharedDataRoot(), path)
  if (!existsSync(file)) return null
  const bytes = readFileSync(file)
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

function sharedDataRoot(): string {
  return join(resolve(process.env.SHARED_DIR ?? join(ROOT, '..', 'shared')), 'data')
}
