import { parentPort } from 'node:worker_threads'
import { readLote } from './lote.ts'
import { BadMasterList, readMasterList } from './master-list.ts'
import type { ListAsked, ListTold } from './read-list.ts'
import { readTrustedList } from './trusted-list.ts'
import { readVical } from './vical.ts'

const port = parentPort
if (!port) throw new Error('runs as a thread only')

port.on('message', async (asked: ListAsked) => {
  port.postMessage(
    await read(asked).catch((error: unknown): ListTold => {
      if (error instanceof BadMasterList) return { bad: error.message }
      throw error
    }),
  )
})

async function read(asked: ListAsked): Promise<ListTold> {
  const { bytes, now } = asked
  if (asked.kind === 'master_list') return { plain: readMasterList(bytes, now) }
  if (asked.kind === 'vical') return { plain: readVical(bytes, asked.provider, now) }
  if (asked.kind === 'lote') return { services: await readLote(Buffer.from(bytes).toString('latin1').trim(), asked.provider, now) }
  return { services: await readTrustedList(bytes, asked.provider, now) }
}
