import { desc } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { type Checkpoint, formatVerifierKey, openCheckpoint } from '#credentials/checkpoint.ts'
import type { Queryable } from '#db/connect.ts'
import { logEpochs } from '#db/schema.ts'

/** Which log this is: its id, how often it went on from a backup, and the signed head it then went on from. */
export interface Epoch {
  epoch: number
  log_id: string
  note: string | null
}

/** The present epoch. */
export async function readEpoch(db: Queryable): Promise<Epoch> {
  const [row] = await db.select().from(logEpochs).orderBy(desc(logEpochs.epoch)).limit(1)
  if (!row) throw new Error('the log has lost its name: log_epochs is empty')
  return row
}

/** The log's name in one epoch: the public host and `/log`, with the number from the second epoch on. */
export const originOf = (services: Pick<Services, 'config'>, epoch: number): string =>
  `${new URL(services.config.publicUrl).host}/log${epoch > 1 ? `/${epoch}` : ''}`

/** The log's present name in checkpoints. */
export const logOrigin = async (services: Pick<Services, 'config' | 'connection'>): Promise<string> =>
  originOf(services, (await readEpoch(services.connection.db)).epoch)

/** The key that signs checkpoints, under the log's present name, as verifiers take it. */
export const logVerifierKey = async (services: Pick<Services, 'config' | 'connection' | 'keyring'>): Promise<string> =>
  formatVerifierKey({ name: await logOrigin(services), publicKey: services.keyring.keys.log.publicKey })

/** The keys whose signature on a head is believed to be the log's own. */
const logKeys = (services: Pick<Services, 'keyring'>): Uint8Array[] => services.keyring.published.log.map(({ publicKey }) => publicKey)

/** The checkpoint in a note the log signed itself, whatever its host was called then; null when it did not. */
export function openOwn(services: Pick<Services, 'keyring'>, note: string): Checkpoint | null {
  const origin = note.slice(0, note.indexOf('\n'))
  return openCheckpoint(
    note,
    logKeys(services).map((publicKey) => ({ name: origin, publicKey })),
    origin,
  )
}
