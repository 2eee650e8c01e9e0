import type pg from 'pg'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { appendLeaves, frontierNodes } from '#credentials/merkle.ts'
import { inTransaction, type Queryable } from '#db/connect.ts'
import { addCopies, type Copies, copyRows } from '#db/copy-rows.ts'
import { LOCKS } from '#db/locks.ts'
import { type Leaf, unpackLeaves } from '#db/pending-leaves.ts'
import { logEntries, logNodes } from '#db/schema.ts'
import { requireWhole } from './guard.ts'
import { readNodes, STORED_LEVEL, treeSize } from './read-nodes.ts'

/** Whoever asks for a receipt is told to ask again rather than kept while another process is stuck. */
const LOCK_WAIT = '5s'
// Small enough that nobody who asks meanwhile waits long.
const MOST_ROWS = 250
const MOST_LEAVES = 250

/**
 * Gives every committed leaf that has none its place in the tree. Verbs only queue their leaves, so no writer ever waits
 * for another; one process at a time sequences. Returns the new tree size.
 */
export async function sequenceLog(services: Services): Promise<number> {
  for (;;) {
    const { size, more } = await sequenceSome(services)
    if (!more) return size
  }
}

/** The same for as many leaves as take a few milliseconds; `more` when others wait. */
export function sequenceSome(services: Services): Promise<{ size: number; more: boolean }> {
  // no audit: this places leaves already written; it changes no business row.
  return inTransaction(services.connection, async (client, tx) => {
    await lockSequencer(client)
    const size = await treeSize(tx)
    await checkOnce(services, tx, size)
    const { rows } = await client.query<{ position: string; audit_id: string; leaf_hash: Buffer }>({
      name: 'log_pending',
      text: 'select position, audit_id, leaf_hash from log_pending order by position limit $1',
      values: [MOST_ROWS],
    })
    if (!rows.length) return { size, more: false }
    const taken: string[] = []
    const leaves: Leaf[] = []
    for (const row of rows) {
      if (leaves.length >= MOST_LEAVES) break
      taken.push(row.position)
      leaves.push(...unpackLeaves(row))
    }
    const edge = frontierNodes(size)
    const hashes = await readNodes(tx, edge)
    const { nodes, frontier } = appendLeaves(
      { size, hashes: edge.map((id) => hashes(id)!) },
      leaves.map((leaf) => leaf.leaf_hash),
    )
    const copies: Copies = new Map()
    addCopies(
      copies,
      logEntries,
      leaves.map((leaf, i) => ({ leaf_index: size + i, ...leaf })),
    )
    addCopies(
      copies,
      logNodes,
      nodes.filter((node) => node.level >= STORED_LEVEL).map((node) => ({ level: node.level, position: node.index, hash: node.hash })),
    )
    await copyRows(client, copies)
    await client.query('delete from log_pending where position = any($1::bigint[])', [taken])
    return { size: frontier.size, more: rows.length === MOST_ROWS || taken.length < rows.length }
  })
}

/** What this process knows the tree to be; it is checked against the last head when it is smaller, and once after the start. */
const seen = new WeakMap<Services, number>()

async function checkOnce(services: Services, tx: Queryable, size: number): Promise<void> {
  if (size < (seen.get(services) ?? Number.POSITIVE_INFINITY)) await requireWhole(services, tx, size)
  seen.set(services, size)
}

/** One process at a time. Throws `not_ready` when another keeps the sequencer longer than is worth waiting for. */
async function lockSequencer(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(`select set_config('lock_timeout', '${LOCK_WAIT}', true), pg_advisory_xact_lock($1)`, [LOCKS.sequencer])
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new AppError('not_ready', 'The log is busy just now. Ask again in a few seconds.', { cause: error })
  }
}
