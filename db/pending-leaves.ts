import type { logPending } from './schema.ts'

/** A leaf of the audit log that waits for its place in the tree. */
export interface Leaf {
  audit_id: string
  leaf_hash: Uint8Array
}

/** As many as a row can hold without being moved out of its page. */
const MOST_IN_A_ROW = 32
const HASH_BYTES = 32

/** Leaves written together, in few rows: a row for each would cost the database more than the leaf. */
export function packLeaves(leaves: readonly Leaf[]): (typeof logPending.$inferInsert)[] {
  const rows = []
  for (let i = 0; i < leaves.length; i += MOST_IN_A_ROW) {
    const some = leaves.slice(i, i + MOST_IN_A_ROW)
    rows.push({ audit_id: some.map((leaf) => leaf.audit_id).join(), leaf_hash: Buffer.concat(some.map((leaf) => leaf.leaf_hash)) })
  }
  return rows
}

/** The leaves of a row again, in order. Throws where ids and hashes are not equally many. */
export function unpackLeaves({ audit_id, leaf_hash }: { audit_id: string; leaf_hash: Buffer }): Leaf[] {
  const ids = audit_id.split(',')
  if (leaf_hash.length !== ids.length * HASH_BYTES) throw new Error('a row of waiting leaves is damaged')
  return ids.map((id, i) => ({ audit_id: id, leaf_hash: leaf_hash.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES) }))
}
