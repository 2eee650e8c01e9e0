import { and, desc, eq, sql } from 'drizzle-orm'
import { openCheckpoint, signCheckpoint } from '#credentials/checkpoint.ts'
import { frontierNodes, rootOf } from '#credentials/merkle.ts'
import type { Tx } from '#db/connect.ts'
import { logCheckpoints, webhookEndpoints } from '#db/schema.ts'
import type { Environment } from '../context.ts'
import { recordEvents } from '../events.ts'
import type { Services } from '../services.ts'
import { systemCtx } from '../system.ts'
import { readNodes, sequenceLog } from './sequence.ts'

/** The log's name in checkpoints: the public host and `/log`. */
export const logOrigin = (services: Pick<Services, 'config'>) => `${new URL(services.config.publicUrl).host}/log`

/** Signs the tree as it is now and keeps the signed note: once per size, and anew under another name or key of the log. */
export async function publishCheckpoint(services: Services): Promise<{ size: number; note: string }> {
  const { db } = services.connection
  const size = await sequenceLog(services)
  const [known] = await db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.tree_size)).limit(1)
  const signer = services.keyring.keys.log
  const origin = logOrigin(services)
  const signed = known?.tree_size === size
  if (signed && openCheckpoint(known.note, [{ name: origin, publicKey: signer.publicKey }], origin)) return { size, note: known.note }
  const ids = frontierNodes(size)
  const read = await readNodes(db, ids)
  const root = rootOf({ size, hashes: ids.map((id) => read(id)!) })
  const note = await signCheckpoint({ origin, size, root }, { name: origin, publicKey: signer.publicKey, sign: signer.sign })
  // no audit: a checkpoint is about the log and changes nothing in it.
  await db.transaction(async (tx) => {
    if (signed)
      await tx
        .update(logCheckpoints)
        .set({ note })
        .where(and(eq(logCheckpoints.tree_size, size), eq(logCheckpoints.root_hash, root)))
    const [made] = await tx.insert(logCheckpoints).values({ tree_size: size, root_hash: root, note }).onConflictDoNothing().returning()
    if (made)
      await tellSubscribers(tx, services, {
        origin,
        tree_size: size,
        root_hash: Buffer.from(root).toString('hex'),
        signature: signatureOf(note),
      })
  })
  return { size, note }
}

/** The signature line of a signed note. */
const signatureOf = (note: string) => note.trimEnd().split('\n').at(-1)!

/** The log is everybody's, so whoever named this event is told; `*` alone does not ask for each checkpoint. */
async function tellSubscribers(tx: Tx, services: Services, object: Record<string, unknown>): Promise<void> {
  const subscribers = await tx
    .selectDistinct({ organization: webhookEndpoints.organization_id, environment: webhookEndpoints.environment })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.status, 'enabled'), sql`${webhookEndpoints.event_types} ?| array['log.checkpoint.published', 'log.*']`))
  for (const { organization, environment } of subscribers)
    await recordEvents(tx, systemCtx(services, { id: 'log', organizationId: organization, environment: environment as Environment }), [
      { type: 'log.checkpoint.published', resource: { type: 'log', id: 'log' }, object },
    ])
}

/** The newest signed note, covering everything committed until now. */
export async function newestCheckpoint(services: Services): Promise<string> {
  return (await publishCheckpoint(services)).note
}
