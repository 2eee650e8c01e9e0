import { and, desc, eq, like } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { verifyCosignature, type Witness } from '#credentials/cosignature.ts'
import { consistencyPlan } from '#credentials/merkle.ts'
import { logCheckpoints, logCosignatures } from '#db/schema.ts'
import { egress } from '#egress/gate.ts'
import { readProof } from './read-nodes.ts'

/** A witness the log asks, and where (C2SP tlog-witness). */
export interface AskedWitness extends Witness {
  url: string
}

/** The log's own part of a note: what is signed, without signatures. */
const textOf = (note: string) => note.slice(0, note.lastIndexOf('\n\n') + 1)

/**
 * Asks every configured witness to cosign a checkpoint and keeps what they answer, once verified. A witness that does not answer is
 * logged and asked again with the next checkpoint.
 */
export async function askWitnesses(services: Services, checkpoint: { id: number; size: number; note: string }): Promise<void> {
  const { db } = services.connection
  await Promise.all(
    services.config.witnesses.map(async (witness) => {
      try {
        const line = await cosign(services, witness, checkpoint)
        await db.insert(logCosignatures).values({ checkpoint_id: checkpoint.id, witness: witness.name, line }).onConflictDoNothing()
      } catch (error) {
        services.log.warn({ witness: witness.name, error: (error as Error).message }, 'a witness did not cosign the log')
      }
    }),
  )
}

/** The cosignatures below a checkpoint, each a line with its end. */
export async function cosignaturesOf(services: Services, checkpointId: number): Promise<string> {
  const rows = await services.connection.db.select().from(logCosignatures).where(eq(logCosignatures.checkpoint_id, checkpointId))
  return rows
    .sort((a, b) => (a.witness < b.witness ? -1 : 1))
    .map((row) => `${row.line}\n`)
    .join('')
}

/** One witness's verified cosignature line. A witness that remembers another size than ours says it, and is asked once more. */
async function cosign(services: Services, witness: AskedWitness, { size, note }: { size: number; note: string }): Promise<string> {
  let old = await lastCosigned(services, witness, note)
  for (let tried = 0; tried < 2; tried++) {
    const answer = await egress.fetch('witness')(`${witness.url}/add-checkpoint`, {
      method: 'POST',
      body: await request(services, old, size, note),
    })
    const text = await answer.text()
    if (answer.status === 409 && /^(0|[1-9]\d{0,15})\n$/.test(text) && Number(text) <= size) {
      old = Number(text)
      continue
    }
    if (answer.status !== 200) throw new Error(`it answered ${answer.status}: ${text.slice(0, 200)}`)
    const line = text.split('\n').find((one) => verifyCosignature(one, textOf(note), witness) !== null)
    if (!line) throw new Error('its answer has no valid cosignature of the key it was configured with')
    return line
  }
  throw new Error(`it remembers a larger tree, or another one, than ours of ${size}`)
}

/** The body of `POST /add-checkpoint`: the size the witness knows, the proof from there, and the checkpoint. */
async function request(services: Services, old: number, size: number, note: string): Promise<string> {
  const proof = old > 0 && old < size ? await readProof(services.connection.db, consistencyPlan(old, size)) : []
  return `old ${old}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`
}

/** The largest size this witness has cosigned under the log's name in `note`; 0 when none is known. */
async function lastCosigned(services: Services, witness: AskedWitness, note: string): Promise<number> {
  const origin = note.slice(0, note.indexOf('\n') + 1).replace(/[\\%_]/g, '\\$&')
  const [row] = await services.connection.db
    .select({ size: logCheckpoints.tree_size })
    .from(logCosignatures)
    .innerJoin(logCheckpoints, eq(logCheckpoints.id, logCosignatures.checkpoint_id))
    .where(and(eq(logCosignatures.witness, witness.name), like(logCheckpoints.note, `${origin}%`)))
    .orderBy(desc(logCheckpoints.tree_size))
    .limit(1)
  return row?.size ?? 0
}
