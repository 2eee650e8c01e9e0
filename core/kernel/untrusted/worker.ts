import { parentPort } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { parseJson } from './json.ts'
import type { Asked, Told } from './reader.ts'
import { inspectDocument } from './sniff.ts'

const port = parentPort
if (!port) throw new Error('runs as a thread only')

port.on('message', (asked: Asked) => {
  let told: Told
  try {
    told = { result: asked.kind === 'document' ? inspectDocument(asked.bytes) : void parseJson(asked.text) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    told = { refused: { code: error.code, detail: error.message, extra: error.extra } }
  }
  port.postMessage(told)
})
