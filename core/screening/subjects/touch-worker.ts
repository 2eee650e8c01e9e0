import { parentPort, workerData } from 'node:worker_threads'
import type { NumberedKeys } from '#credentials/seal.ts'
import type { ListDelta } from '#screening/delta.ts'
import { workInBackground } from '#screening/thread-priority.ts'
import { type SealedSubjects, TouchFinder } from './touch-finder.ts'

/** What a thread that looks for touched subjects is started with. */
export interface TouchStart {
  delta: ListDelta
  sealingKey: NumberedKeys
}
export type TouchTell = { found: number[] } | { error: string }

const port = parentPort
if (!port) throw new Error('runs as a thread only')

workInBackground()
const { delta, sealingKey } = workerData as TouchStart
const finder = new TouchFinder(delta, sealingKey)
port.on('message', (sealed: SealedSubjects) => {
  let told: TouchTell
  try {
    told = { found: finder.find(sealed) }
  } catch (error) {
    told = { error: error instanceof Error ? error.message : String(error) }
  }
  port.postMessage(told)
})
