import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { packLeaves, unpackLeaves } from './pending-leaves.ts'

test('leaves packed into few rows come out as they went in; a damaged row is refused', () => {
  const leaves = Array.from({ length: 70 }, (_, i) => ({
    audit_id: `aud_${i}`,
    leaf_hash: createHash('sha256').update(String(i)).digest(),
  }))
  const rows = packLeaves(leaves) as { audit_id: string; leaf_hash: Buffer }[]
  expect(rows).toHaveLength(3)
  expect(rows.flatMap(unpackLeaves)).toEqual(leaves)
  expect(unpackLeaves(leaves[0]!)).toEqual([leaves[0]])
  expect(() => unpackLeaves({ ...rows[0]!, leaf_hash: Buffer.alloc(33) })).toThrow('damaged')
})
