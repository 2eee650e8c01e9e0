import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { appendLeaves, frontierNodes, fulfilPlan, type NodeId, type ProofPlan } from '#credentials/merkle.ts'
import { inTransaction, type Queryable } from '#db/connect.ts'
import { addCopies, type Copies, copyRows } from '#db/copy-rows.ts'
import { logEntries, logNodes } from '#db/schema.ts'
import type { Services } from '../services.ts'

const SEQUENCER_LOCK = 5_310_418
// Small enough that nobody who asks meanwhile waits long.
const BATCH = 500

/**
 * Gives every committed leaf that has none its place in the tree. Verbs only queue their leaves, so no writer ever waits
 * for another; one process at a time sequences. Returns the new tree size.
 */
export async function sequenceLog(services: Pick<Services, 'connection'>): Promise<number> {
  for (;;) {
    // no audit: this places leaves already written; it changes no business row.
    const { size, taken } = await inTransaction(services.connection, async (client, tx) => {
      await client.query('select pg_advisory_xact_lock($1)', [SEQUENCER_LOCK])
      const size = await treeSize(tx)
      const { rows: pending } = await client.query<{ position: string; audit_id: string; leaf_hash: Buffer }>({
        name: 'log_pending',
        text: 'select position, audit_id, leaf_hash from log_pending order by position limit $1',
        values: [BATCH],
      })
      if (!pending.length) return { size, taken: 0 }
      const edge = frontierNodes(size)
      const hashes = await readNodes(tx, edge)
      const { nodes, frontier } = appendLeaves(
        { size, hashes: edge.map((id) => hashes(id)!) },
        pending.map((p) => p.leaf_hash),
      )
      const copies: Copies = new Map()
      addCopies(
        copies,
        logEntries,
        pending.map((p, i) => ({ leaf_index: size + i, audit_id: p.audit_id, leaf_hash: p.leaf_hash })),
      )
      const inner = nodes.filter((node) => node.level > 0)
      addCopies(
        copies,
        logNodes,
        inner.map((node) => ({ level: node.level, position: node.index, hash: node.hash })),
      )
      await copyRows(client, copies)
      await client.query('delete from log_pending where position = any($1::bigint[])', [pending.map((p) => p.position)])
      return { size: frontier.size, taken: pending.length }
    })
    if (taken < BATCH) return size
  }
}

/** How many leaves the tree has. */
export async function treeSize(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ size: string }>(sql`select coalesce(max(leaf_index) + 1, 0) as size from log_entries`)
  return Number(rows[0]!.size)
}

/** Reads stored subtree hashes; leaves come from the entries themselves. */
export async function readNodes(db: Queryable, ids: NodeId[]): Promise<(id: NodeId) => Uint8Array | undefined> {
  const found = new Map<string, Uint8Array>()
  const leaves = ids.filter((id) => id.level === 0).map((id) => id.index)
  const inner = ids.filter((id) => id.level > 0)
  if (leaves.length)
    for (const row of await db.select().from(logEntries).where(inArray(logEntries.leaf_index, leaves)))
      found.set(`0/${row.leaf_index}`, row.leaf_hash)
  if (inner.length) {
    const wanted = or(...inner.map((id) => and(eq(logNodes.level, id.level), eq(logNodes.position, id.index))))
    for (const row of await db.select().from(logNodes).where(wanted)) found.set(`${row.level}/${row.position}`, row.hash)
  }
  return (id) => found.get(`${id.level}/${id.index}`)
}

/** The hashes a proof consists of. */
export async function readProof(db: Queryable, plan: ProofPlan): Promise<Buffer[]> {
  const read = await readNodes(db, plan.flat())
  return fulfilPlan(plan, read)
}
