import { asc } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { formatVerifierKey } from '#credentials/checkpoint.ts'
import { formatWitnessKey } from '#credentials/cosignature.ts'
import { logEpochs } from '#db/schema.ts'
import { openOwn, originOf } from './epoch.ts'

/** What a stranger needs to check the log: its names and keys, where it is read, and who cosigns it. */
export async function describeLog(services: Services) {
  const { publicUrl, witnesses } = services.config
  const { publicKey } = services.keyring.keys.log
  const epochs = (await services.connection.db.select().from(logEpochs).orderBy(asc(logEpochs.epoch))).map(({ epoch, note }) => {
    const origin = originOf(services, epoch)
    return {
      epoch,
      origin,
      verifier_key: formatVerifierKey({ name: origin, publicKey }),
      began_at_size: (note && openOwn(services, note)?.size) || 0,
    }
  })
  const { origin, verifier_key } = epochs.at(-1)!
  return {
    origin,
    verifier_key,
    checkpoint_url: `${publicUrl}/log/checkpoint`,
    tile_url: `${publicUrl}/log/tile/{level}/{index}`,
    proof_urls: { inclusion: `${publicUrl}/log/proofs/inclusion`, consistency: `${publicUrl}/log/proofs/consistency` },
    /** Entries name organisations and ids of people: only their hashes are public. */
    entries: 'hashes_only' as const,
    witnesses: witnesses.map(formatWitnessKey),
    epochs,
    specifications: ['https://c2sp.org/tlog-checkpoint', 'https://c2sp.org/tlog-tiles', 'https://c2sp.org/tlog-cosignature'],
  }
}
