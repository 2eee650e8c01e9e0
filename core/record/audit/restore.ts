import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { signCheckpoint } from '#credentials/checkpoint.ts'
import type { Db } from '#db/connect.ts'
import { logEpochs } from '#db/schema.ts'
import { appendAudit } from '../log/append.ts'
import { publishCheckpoint } from './checkpoint.ts'
import { openOwn, originOf, readEpoch } from './epoch.ts'
import { requireWhole, rootAt } from './guard.ts'
import type { Head } from './heads.ts'
import { treeSize } from './read-nodes.ts'
import { verifyAudit } from './verify.ts'

/** The log as a restore found it, and the last head that was signed before. */
export interface Restorable {
  size: number
  root: string
  lost: Head
  /** Whether the restored log is a beginning of what was signed, as a backup is. False: it was changed as well. */
  beginning: boolean
}

/** What a restore would go on from. Throws when the log is as it was signed, or when it is damaged in itself. */
export async function inspectRestore(services: Services): Promise<Restorable> {
  const { db } = services.connection
  const size = await treeSize(db)
  const broken = await requireWhole(services, db, size).then(
    () => false,
    () => true,
  )
  if (!broken) throw new AppError('conflict', 'The log is as it was when its last head was signed: there is nothing to restore.')
  const verdict = await verifyAudit(services)
  const damage = verdict.faults.find((fault) => !fault.head)
  if (damage)
    throw new AppError('conflict', `The log is damaged in itself (${damage.audit_id}: ${damage.fault}). Restore a whole backup first.`)
  const heads = (await services.heads.all()).filter((head) => openOwn(services, head.note))
  const lost = heads.reduce((most, head) => (head.epoch > most.epoch || (head.epoch === most.epoch && head.size > most.size) ? head : most))
  const { epoch, log_id } = await readEpoch(db)
  let beginning = lost.log_id === log_id
  for (const head of heads)
    if (head.log_id === log_id && head.epoch === epoch && head.size <= size)
      beginning &&= (await rootAt(db, head.size))?.toString('base64') === head.root
  return { size, root: verdict.root, lost, beginning }
}

/**
 * Goes on with a log that was brought back from a backup: under a new name, so that no two histories are signed under one, and
 * with an entry that names the head that was lost. `owner` is the connection of the tables' owner, as only the operator has it.
 */
export async function restoreLog(
  services: Services,
  owner: Db,
  input: { size: number; reason: string },
): Promise<{ origin: string; size: number }> {
  const found = await inspectRestore(services)
  if (found.size !== input.size) throw new AppError('conflict', `The log has ${found.size} entries, not ${input.size}.`)
  const present = await readEpoch(owner)
  const epoch = Math.max(present.epoch, found.lost.epoch) + 1
  const origin = originOf(services, epoch)
  const { publicKey, sign } = services.keyring.keys.log
  const root = Buffer.from(found.root, 'hex')
  const note = await signCheckpoint({ origin, size: found.size, root }, { name: origin, publicKey, sign })
  const details = {
    epoch,
    size: found.size,
    root: found.root,
    beginning: found.beginning,
    lost_epoch: found.lost.epoch,
    lost_size: found.lost.size,
    lost_root: Buffer.from(found.lost.root, 'base64').toString('hex'),
    reason: input.reason,
  }
  // no audit: the entry is written within, by the tables’ owner, who alone may begin an epoch.
  await owner.transaction(async (tx) => {
    await tx.insert(logEpochs).values({ epoch, log_id: present.log_id, note, reason: input.reason })
    await appendAudit(tx, systemCtx(services, { id: 'operator' }), [{ action: 'log_restored', category: 'system', details }])
  })
  await services.heads.keep({
    at: new Date().toISOString(),
    log_id: present.log_id,
    epoch,
    size: found.size,
    root: root.toString('base64'),
    note,
  })
  const { size } = await publishCheckpoint(services)
  await services.heads.mirrored()
  return { origin, size }
}
