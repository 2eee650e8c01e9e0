import { desc } from 'drizzle-orm'
import { signCheckpoint } from '#credentials/checkpoint.ts'
import { frontierNodes, rootOf } from '#credentials/merkle.ts'
import { logCheckpoints } from '#db/schema.ts'
import type { Services } from '../services.ts'
import { readNodes, sequenceLog } from './sequence.ts'

/** The log's name in checkpoints: the public host and `/log`. */
export const logOrigin = (services: Pick<Services, 'config'>) => `${new URL(services.config.publicUrl).host}/log`

/** Signs the tree as it is now and keeps the signed note, once per size. */
export async function publishCheckpoint(services: Services): Promise<{ size: number; note: string }> {
  const { db } = services.connection
  const size = await sequenceLog(services)
  const [known] = await db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.tree_size)).limit(1)
  if (known?.tree_size === size) return { size, note: known.note }
  const ids = frontierNodes(size)
  const read = await readNodes(db, ids)
  const root = rootOf({ size, hashes: ids.map((id) => read(id)!) })
  const signer = services.keyring.keys.log
  const origin = logOrigin(services)
  const note = await signCheckpoint({ origin, size, root }, { name: origin, publicKey: signer.publicKey, sign: signer.sign })
  await db.insert(logCheckpoints).values({ tree_size: size, root_hash: root, note }).onConflictDoNothing()
  return { size, note }
}

/** The newest signed note, covering everything committed until now. */
export async function newestCheckpoint(services: Services): Promise<string> {
  return (await publishCheckpoint(services)).note
}
