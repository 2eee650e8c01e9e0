import { setTimeout as delay } from 'node:timers/promises'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { openCheckpoint, signCheckpoint } from '#credentials/checkpoint.ts'
import type { Signer } from '#credentials/keys.ts'
import { coalesce } from '#db/coalesce.ts'
import type { Tx } from '#db/connect.ts'
import { logCheckpoints, logEntries, webhookEndpoints } from '#db/schema.ts'
import { recordEvents } from '../events/events.ts'
import { logOrigin, originOf } from './epoch.ts'
import { requireWhole, rootAt } from './guard.ts'
import { sequenceLog } from './sequence.ts'
import { askWitnesses, cosignaturesOf } from './witnesses.ts'

/** Longer than this nobody who asks for the head waits for a new one. */
const ANSWER_MS = 2_000

export interface PublishedCheckpoint {
  size: number
  note: string
}

/** Publishing under way, by installation: who asks meanwhile shares the next one, so that many hold one connection, not many. */
const publishing = new WeakMap<Services, () => Promise<PublishedCheckpoint | null>>()

/**
 * Signs the tree as it is now and keeps the signed note: once per size, and anew under another name or key of the log.
 * Throws `not_ready` when another process keeps the sequencer.
 */
export async function publishCheckpoint(services: Services): Promise<PublishedCheckpoint> {
  let publish = publishing.get(services)
  if (!publish) {
    const ask = coalesce(async ([key]) => new Map([[key!, await publishNow(services)]]))
    publish = () => ask('')
    publishing.set(services, publish)
  }
  return (await publish())!
}

async function publishNow(services: Services): Promise<PublishedCheckpoint> {
  const { db } = services.connection
  const size = await sequenceLog(services)
  // Before each signature: a tree that lost entries, or was made anew, is never signed.
  const { epoch, log_id } = await requireWhole(services, db, size)
  const origin = originOf(services, epoch)
  const last = await lastPublished(services, origin)
  if (last?.size === size) return last
  const root = (await rootAt(db, size))!
  const named = ({ publicKey, sign }: Signer) => ({ name: origin, publicKey, sign })
  const [first, ...former] = services.keyring.signing.log
  const note = await signCheckpoint({ origin, size, root }, named(first!), ...former.map(named))
  // no audit: a checkpoint is about the log and changes nothing in it.
  const id = await db.transaction(async (tx) => {
    const [made] = await tx.insert(logCheckpoints).values({ tree_size: size, root_hash: root, note }).onConflictDoNothing().returning()
    if (!made) return null
    await tellSubscribers(tx, services, {
      origin,
      tree_size: size,
      root_hash: Buffer.from(root).toString('hex'),
      signature: signatureOf(note),
    })
    return made.id
  })
  // After the commit, so that what is kept here was there; before anybody gets the note.
  await services.heads.keep({ at: new Date().toISOString(), log_id, epoch, size, root: root.toString('base64'), note })
  // Another process that signed the same head asks for it.
  if (id === null || !services.config.witnesses.length) return { size, note }
  await askWitnesses(services, { id, size, note })
  return { size, note: note + (await cosignaturesOf(services, id)) }
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

/**
 * The newest signed note: of everything committed until now when that is had soon, else the last one published. For anybody, so
 * it neither waits long nor takes more than one connection however many ask.
 */
export async function newestCheckpoint(services: Services): Promise<string> {
  const fresh = publishCheckpoint(services)
  const soon = await Promise.race([fresh.catch(() => null), delay(ANSWER_MS, null, { ref: false })])
  return (soon ?? (await lastPublished(services, await logOrigin(services))) ?? (await fresh)).note
}

/** The newest checkpoint kept under the log's present name and key. */
async function lastPublished(services: Services, origin: string): Promise<PublishedCheckpoint | null> {
  const [known] = await services.connection.db
    .select()
    .from(logCheckpoints)
    .orderBy(desc(logCheckpoints.tree_size), desc(logCheckpoints.id))
    .limit(1)
  const verifier = { name: origin, publicKey: services.keyring.keys.log.publicKey }
  if (!known || !openCheckpoint(known.note, [verifier], origin)) return null
  return { size: known.tree_size, note: known.note + (await cosignaturesOf(services, known.id)) }
}

/** Where an audit entry stands and a checkpoint that covers it: one that is published already, else a new one. Null without such an entry. */
export async function checkpointOver(services: Services, auditId: string): Promise<(PublishedCheckpoint & { leaf_index: number }) | null> {
  const { db } = services.connection
  const find = async () => (await db.select().from(logEntries).where(eq(logEntries.audit_id, auditId)).limit(1))[0]
  const placed = await find()
  const last = placed && (await lastPublished(services, await logOrigin(services)))
  if (placed && last && last.size > placed.leaf_index) return { ...last, leaf_index: placed.leaf_index }
  const fresh = await publishCheckpoint(services)
  const entry = placed ?? (await find())
  return entry ? { ...fresh, leaf_index: entry.leaf_index } : null
}
