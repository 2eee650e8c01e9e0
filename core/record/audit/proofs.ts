import { eq } from 'drizzle-orm'
import { invalidField } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { consistencyPlan, inclusionPlan } from '#credentials/merkle.ts'
import { logEntries } from '#db/schema.ts'
import { readProof, treeSize } from './read-nodes.ts'

type Query = Record<string, string | undefined>

/** Reads one whole number of a query between two bounds. Throws 422 that names both. */
function numberOf(query: Query, name: string, from: number, to: number): number {
  const text = query[name]
  if (text === undefined) throw invalidField(`/${name}`, 'required', 'This field is required.')
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= from && value <= to)) throw invalidField(`/${name}`, 'invalid_format', `Use a whole number from ${from} to ${to}.`)
  return value
}

const hex = (proof: Buffer[]) => proof.map((hash) => hash.toString('hex'))

/** That a leaf stands in the log: hashes from the leaf to the root of the tree of `tree_size` leaves (RFC 6962). Public. */
export async function inclusionProof(services: Pick<Services, 'connection'>, query: Query) {
  const { db } = services.connection
  const size = numberOf(query, 'tree_size', 1, await treeSize(db))
  const index = numberOf(query, 'leaf_index', 0, size - 1)
  const [entry] = await db.select().from(logEntries).where(eq(logEntries.leaf_index, index)).limit(1)
  const proof = hex(await readProof(db, inclusionPlan(index, size)))
  return { leaf_index: index, tree_size: size, leaf_hash: Buffer.from(entry!.leaf_hash).toString('hex'), proof }
}

/** That the tree of `second` leaves only extends the tree of `first` (RFC 6962). Public. */
export async function consistencyProof(services: Pick<Services, 'connection'>, query: Query) {
  const { db } = services.connection
  const second = numberOf(query, 'second', 1, await treeSize(db))
  const first = numberOf(query, 'first', 1, second)
  return { first, second, proof: hex(await readProof(db, consistencyPlan(first, second))) }
}
