import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { currentFile, type EntityFile, type EntityFileRow } from '#core/identity/entities/file.ts'
import { type EvidenceFound, recordEvidence } from '#core/identity/evidence/record.ts'
import type { PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Answered, AskedEntity, RegisterEntry } from '#core/sources/registers/source.ts'
import type { Tx } from '#db/connect.ts'
import { type Comparison, entityFiles, investors, persons } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { compareNames } from '#screening/compare.ts'
import { presentEntity, requireEntity } from './read.ts'
import { entityFileAnswer } from './shape.ts'

const DAY_MS = 86_400_000
/** An extract of a register, or its answer, is old after three months; what it shows is looked at anew after a year. */
export const EXTRACT_DAYS = 90
export const SHOWN_DAYS = 365
/** Below this a name that was read is another one: the figure of `CIP_DATA_CONFLICT`. */
const SAME_NAME = 9_000

/** What a register has of an entity, by which it is told whether it is the one that was said. */
export type EntityRead = Pick<RegisterEntry, 'legal_name' | 'formation_date' | 'country'> & { number?: string | undefined }

/** What was read of an entity beside what was said of it. A day that the register does not say is not the day that was said. */
export const compareEntity = (file: EntityFile, read: EntityRead): Comparison => ({
  name_score: Math.round(compareNames(file.legal_name, read.legal_name, 'organization') * 10_000),
  dob_equal: read.formation_date === file.formation_date,
  country_equal: read.country === (file.registration?.country ?? file.address?.country),
})

/** Whether it is the entity that was said. */
export const isSameAs = (file: EntityFile, read: EntityRead): boolean => {
  const { name_score, dob_equal, country_equal } = compareEntity(file, read)
  return name_score >= SAME_NAME && dob_equal && country_equal && (read.number ?? null) === (file.registration?.number ?? null)
}

/**
 * Looks the entity up in the registers that the operator configured: its number in that of its country, its LEI in that of GLEIF. What the
 * register of its country says, where it is the entity that was said, is evidence that it exists. Throws `not_found`, `conflict` where nobody
 * can be asked, `not_ready` where no answer came: nothing is changed then.
 */
export const lookUpEntity = defineVerb({
  name: 'investors.entity.look_up',
  permission: 'investors.write',
  input: byId('Investor id, inv_…'),
  output: entityFileAnswer,
  run: async ({ ctx, input }) => {
    const investor = requireEntity(await findScoped(ctx.db, investors, ctx, input.id))
    const seen = await currentFile(ctx.db, ctx, investor.person_id)
    if (!seen) throw notFound()
    // Asked before anything is locked: a register may be slow.
    const answers = await askRegisters(ctx, seen.file)
    return write(ctx, async (tx) => {
      const current = await currentFile(tx, ctx, investor.person_id)
      if (current?.row.id !== seen.row.id) throw new AppError('conflict', 'The file of this entity changed meanwhile. Look it up again.')
      const person = (await findScoped(tx, persons, ctx, investor.person_id))!
      const shown = await keepAnswer(tx, ctx, { person, investorId: investor.id, file: seen.file }, answers.company)
      const row = await store(tx, ctx, seen, answers, shown?.row ?? null)
      return {
        result: { success: true as const, ...(await presentEntity(tx, ctx, { row, file: seen.file })) },
        audit: [
          {
            action: 'entity_looked_up',
            category: 'user',
            subject: { type: 'entity_file', id: row.id },
            details: { investor_id: investor.id, number: row.number_state, lei: row.lei_state, evidence_id: row.evidence_id },
          },
          ...(shown ? [shown.audit] : []),
        ],
        events: shown?.events ?? [],
      }
    })
  },
})

interface Answers {
  company: Answered
  lei: Answered
}

async function askRegisters(ctx: Ctx, file: EntityFile): Promise<Answers> {
  const none: Answered = { state: 'not_configured' }
  const { registration, lei, legal_name, formation_date } = file
  const asked: AskedEntity = {
    country: registration?.country ?? file.address?.country ?? '',
    region: registration?.region ?? null,
    number: registration?.number ?? '',
    legal_name,
    formation_date,
  }
  const { registers } = ctx.world
  const answers = {
    company: registration ? await registers.company(ctx.services, asked) : none,
    lei: lei ? await registers.lei(ctx.services, lei, asked) : none,
  }
  const all = Object.values(answers)
  if (all.every(({ state }) => state === 'not_configured'))
    throw new AppError(
      'conflict',
      'No register that was configured has this entity. Upload an extract of its register as a document of kind register_extract and send its file to a reviewer.',
    )
  for (const answer of all)
    if (answer.state === 'unavailable') throw new AppError('not_ready', `${answer.problem} Nothing was changed: try again.`)
  return answers
}

/** Keeps what the register of its country says as evidence; nothing where there is nobody by that number. */
async function keepAnswer(
  tx: Tx,
  ctx: Ctx,
  { person, investorId, file }: { person: PersonRow; investorId: string; file: EntityFile },
  answer: Answered,
) {
  if (answer.state !== 'found') return null
  const { entry } = answer
  const rejected = entry.active ? null : 'entity_not_active'
  if (entry.active && entry.number !== file.registration?.number) return null
  const found: EvidenceFound = {
    ...{ proves: 'entity', method: 'provider', level: 'enhanced', ial: null, eidas: null },
    voucher: { kind: 'provider', name: entry.register, id: entry.number },
    // The same answer on another day shows that it is so still.
    digest: createHash('sha256')
      .update(`${entry.digest} ${rulesDay(ctx.now)}`)
      .digest('hex'),
    rejected,
    read: { full_name: entry.legal_name, country: entry.country, number: entry.number, formation_date: entry.formation_date },
    comparison: compareEntity(file, entry),
    covers: ['full_name', 'country', 'registration_no', 'document'],
    document_expires_on: rulesDay(ctx.now + EXTRACT_DAYS * DAY_MS),
    takenAt: new Date(ctx.now),
    expiresAt: new Date(ctx.now + SHOWN_DAYS * DAY_MS),
  }
  return recordEvidence(tx, ctx, person, found, [investorId])
}

type Looked = 'confirmed' | 'differs' | 'not_found' | 'not_active'

function stateOf(answer: Answered, same: (entry: RegisterEntry) => boolean): Looked | null {
  if (answer.state === 'not_found') return 'not_found'
  if (answer.state !== 'found') return null
  if (!answer.entry.active) return 'not_active'
  return same(answer.entry) ? 'confirmed' : 'differs'
}

async function store(
  tx: Tx,
  ctx: Ctx,
  { row, file }: { row: EntityFileRow; file: EntityFile },
  { company, lei }: Answers,
  shown: { id: string; state: string } | null,
): Promise<EntityFileRow> {
  const number = stateOf(company, (entry) => isSameAs(file, entry))
  const named = stateOf(lei, ({ legal_name }) => compareNames(file.legal_name, legal_name, 'organization') * 10_000 >= SAME_NAME)
  const state = number === 'confirmed' && shown?.state === 'valid' ? 'confirmed' : shown?.state === 'rejected' ? 'refused' : row.state
  const [now] = await tx
    .update(entityFiles)
    .set({
      ...(number && { number_state: number }),
      ...(named && { lei_state: named }),
      ...(shown && state !== row.state && { evidence_id: shown.id }),
      state,
      looked_up_at: new Date(ctx.now),
      updated_at: new Date(ctx.now),
    })
    .where(inScope(entityFiles, ctx, eq(entityFiles.id, row.id)))
    .returning()
  return now!
}
