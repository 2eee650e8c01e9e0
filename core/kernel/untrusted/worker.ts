import { parentPort } from 'node:worker_threads'
import { checkChip } from '#credentials/passport/check.ts'
import { PassportRefused } from '#credentials/passport/refusal.ts'
import { BadCrl, readCrlOf } from '#credentials/revocation/crl.ts'
import { AppError } from '../errors.ts'
import { parseJson } from './json.ts'
import type { Asked, CrlTold, Told } from './reader.ts'
import { inspectDocument } from './sniff.ts'

const port = parentPort
if (!port) throw new Error('runs as a thread only')

port.on('message', (asked: Asked) => {
  let told: Told
  try {
    told = { result: read(asked) }
  } catch (error) {
    if (error instanceof PassportRefused) told = { refused: { code: error.problem, detail: error.message, extra: {} } }
    else if (error instanceof AppError) told = { refused: { code: error.code, detail: error.message, extra: error.extra } }
    else throw error
  }
  port.postMessage(told)
})

function read(asked: Asked): unknown {
  if (asked.kind === 'document') return inspectDocument(asked.bytes)
  if (asked.kind === 'passport') return checkChip(asked.files, asked.anchors, asked)
  if (asked.kind === 'crl') return readList(asked)
  return void parseJson(asked.text)
}

function readList({ bytes, signers }: Extract<Asked, { kind: 'crl' }>): CrlTold {
  try {
    return readCrlOf(bytes, signers)
  } catch (error) {
    if (error instanceof BadCrl) return { bad: error.problem }
    throw error
  }
}
