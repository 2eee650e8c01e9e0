import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { frontierNodes, rootOf } from '#credentials/merkle.ts'
import type { Queryable } from '#db/connect.ts'
import { type Epoch, openOwn, readEpoch } from './epoch.ts'
import type { Head } from './heads.ts'
import { readNodes, treeSize } from './read-nodes.ts'

/** The log is not what it was when its last head was signed. Nothing more is put into it or signed until a person has looked. */
export class LogBroken extends AppError {
  constructor(what: string) {
    super(
      'not_ready',
      `${what} Nothing more is signed. Run "npm run admin -- verify-audit"; after a restore see "log-restore" in docs/operating/backup.md.`,
    )
    this.name = 'LogBroken'
  }
}

/** The root of the tree as it was at `size`, from what is stored. Null when nodes are missing. */
export async function rootAt(db: Queryable, size: number): Promise<Buffer | null> {
  const ids = frontierNodes(size)
  const read = await readNodes(db, ids)
  const hashes = ids.map((id) => read(id))
  return hashes.every((hash) => hash !== undefined) ? rootOf({ size, hashes }) : null
}

/**
 * Throws `LogBroken` when a tree of `size` leaves is smaller than the last head that was signed, or does not extend it. It may have grown,
 * and a larger head have been signed by another process, since `size` was read.
 */
export async function requireWhole(services: Services, db: Queryable, size: number): Promise<Epoch> {
  const epoch = await readEpoch(db)
  const head = (await services.heads.newest(epoch.log_id, epoch.epoch)) ?? baseOf(services, epoch)
  if (!head) {
    await requireNoOther(services, epoch)
    return epoch
  }
  if (head.size > size && head.size > (await treeSize(db)))
    throw new LogBroken(
      `The log has ${size} entries, but a head of ${head.size} was signed${head.at && ` at ${head.at}`}: the last are missing.`,
    )
  const root = await rootAt(db, head.size)
  if (root?.toString('base64') !== head.root)
    throw new LogBroken(
      `The log is not the one whose head of ${head.size} entries was signed${head.at && ` at ${head.at}`}: entries were changed.`,
    )
  return epoch
}

/** The head an epoch went on from, which only the log's key can have signed. */
function baseOf(services: Services, { epoch, log_id, note }: Epoch): Head | null {
  if (epoch === 1) return null
  const base = note && openOwn(services, note)
  if (!base || !base.origin.endsWith(`/log/${epoch}`)) throw new LogBroken(`Epoch ${epoch} of the log was not begun by "log-restore".`)
  return { at: '', log_id, epoch, size: base.size, root: Buffer.from(base.root).toString('base64'), note: note! }
}

/** In production another log may not be signed under a name that already has one: it would be a fork of it. */
async function requireNoOther(services: Services, { log_id }: Epoch): Promise<void> {
  if (!services.config.production) return
  const other = (await services.heads.all()).find((head) => head.log_id !== log_id && openOwn(services, head.note))
  if (other)
    throw new LogBroken(`Another log was signed with this key before (${other.size} entries at ${other.at}), and this database is not it.`)
}

/** Checks at most this often for whoever asks whether the product is ready. */
const FRESH_MS = 5_000
const checks = new WeakMap<Services, { at: number; trouble: Promise<string | null> }>()

/** What is wrong with the log, in words; null when nothing is. */
export function logTrouble(services: Services, sizeOf: () => Promise<number>): Promise<string | null> {
  const known = checks.get(services)
  if (known && known.at + FRESH_MS > performance.now()) return known.trouble
  const check = async () => requireWhole(services, services.connection.db, await sizeOf())
  const trouble = check().then(
    () => null,
    (error: Error) => error.message,
  )
  checks.set(services, { at: performance.now(), trouble })
  return trouble
}
