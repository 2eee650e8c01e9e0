import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { appendLeaves, EMPTY_FRONTIER, fulfilPlan, type NodeId, type ProofPlan } from '#credentials/merkle.ts'
import type { Queryable } from '#db/connect.ts'
import { logEntries, logNodes } from '#db/schema.ts'

/** Subtrees below this level are made from their leaves when asked for: storing them was a row for nearly every leaf. */
export const STORED_LEVEL = 4

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
