import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type pg from 'pg'
import { appendLeaves, EMPTY_FRONTIER, frontierNodes, fulfilPlan, type NodeId, type ProofPlan } from '#credentials/merkle.ts'
import { inTransaction, type Queryable } from '#db/connect.ts'
import { addCopies, type Copies, copyRows } from '#db/copy-rows.ts'
import { LOCKS } from '#db/locks.ts'
import { type Leaf, unpackLeaves } from '#db/pending-leaves.ts'
import { logEntries, logNodes } from '#db/schema.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

/** Whoever asks for a receipt is told to ask again rather than kept while another process is stuck. */
const LOCK_WAIT = '5s'
// Small enough that nobody who asks meanwhile waits long.
const MOST_ROWS = 250
const MOST_LEAVES = 250
/** Subtrees below this level are made from their leaves when asked for: storing them was a row for nearly every leaf. */
const STORED_LEVEL = 4

/**
 * Gives every committed leaf that has none its place in the tree. Verbs only queue their leaves, so no writer ever waits
 * for another; one process at a time sequences. Returns the new tree size.
 */
export async function sequenceLog(services: Pick<Services, 'connection'>): Promise<number> {
  for (;;) {
    const { size, more } = await sequenceSome(services)
    if (!more) return size
  }
}

/** The same for as many leaves as take a few milliseconds; `more` when others wait. */
export function sequenceSome(services: Pick<Services, 'connection'>): Promise<{ size: number; more: boolean }> {
  // no audit: this places leaves already written; it changes no business row.
  return inTransaction(services.connection, async (client, tx) => {
    await lockSequencer(client)
    const size = await treeSize(tx)
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

/** One process at a time. Throws `not_ready` when another keeps the sequencer longer than is worth waiting for. */
async function lockSequencer(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(`select set_config('lock_timeout', '${LOCK_WAIT}', true), pg_advisory_xact_lock($1)`, [LOCKS.sequencer])
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new AppError('not_ready', 'The log is busy just now. Ask again in a few seconds.', { cause: error })
  }
}

/** How many leaves the tree has. */
export async function treeSize(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ size: string }>(sql`select coalesce(max(leaf_index) + 1, 0) as size from log_entries`)
  return Number(rows[0]!.size)
}

/** Reads subtree hashes: of large ones as they are stored, of small ones made from their leaves. */
export async function readNodes(db: Queryable, ids: NodeId[]): Promise<(id: NodeId) => Uint8Array | undefined> {
  const found = new Map<string, Uint8Array>()
  const [small, large] = [ids.filter((id) => id.level < STORED_LEVEL), ids.filter((id) => id.level >= STORED_LEVEL)]
  if (small.length) {
    const read = new Map<number, Uint8Array>()
    for (const row of await db
      .select()
      .from(logEntries)
      .where(inArray(logEntries.leaf_index, [...new Set(small.flatMap(leavesOf))])))
      read.set(row.leaf_index, row.leaf_hash)
    for (const id of small) {
      const leaves = leavesOf(id).flatMap((index) => read.get(index) ?? [])
      if (leaves.length === 2 ** id.level) found.set(`${id.level}/${id.index}`, appendLeaves(EMPTY_FRONTIER, leaves).root)
    }
  }
  if (large.length) {
    const wanted = or(...large.map((id) => and(eq(logNodes.level, id.level), eq(logNodes.position, id.index))))
    for (const row of await db.select().from(logNodes).where(wanted)) found.set(`${row.level}/${row.position}`, row.hash)
  }
  return (id) => found.get(`${id.level}/${id.index}`)
}

/** The places of the leaves under a node. */
const leavesOf = ({ level, index }: NodeId) => Array.from({ length: 2 ** level }, (_, i) => index * 2 ** level + i)

/** The hashes a proof consists of. */
export async function readProof(db: Queryable, plan: ProofPlan): Promise<Buffer[]> {
  const read = await readNodes(db, plan.flat())
  return fulfilPlan(plan, read)
}
