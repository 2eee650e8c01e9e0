import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { documentsOf } from '#core/identity/documents/list.ts'
import { currentFile, type EntityFile, type EntityFileRow } from '#core/identity/entities/file.ts'
import { readNumber } from '#core/identity/entities/registers.ts'
import { type EvidenceFound, recordEvidence } from '#core/identity/evidence/record.ts'
import { judgeDocuments } from '#core/identity/holders/status.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound, requireFields } from '#core/kernel/errors.ts'
import { byId, country, dateOfBirth, partyName } from '#core/kernel/fields.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { entityFiles, investors, organizations, persons } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { statedOf } from '../issuer/profile.ts'
import { compareEntity, EXTRACT_DAYS, isSameAs, SHOWN_DAYS } from './look-up.ts'
import { presentEntity, requireEntity } from './read.ts'
import { entityFileAnswer } from './shape.ts'

const DAY_MS = 86_400_000

/** A person looks at the papers of an entity. */
const ENTITY_REVIEW = 'entity_review'

/** Refusals that say only that this try failed; by any other the papers show that it is not the entity it says. */
const TRY_AGAIN: ReadonlySet<string> = new Set(['document_unreadable', 'document_expired', 'document_not_accepted', 'documents_incomplete'])

/** What the extract of the register says, as the reviewer read it. It is compared with the file, and not taken from it. */
export const entityReadFields = {
  entity: z
    .strictObject({
      legal_name: partyName(200),
      country,
      number: z.string().trim().min(1).max(60).optional().meta({ description: 'Its number there; left out where the file names none' }),
      formation_date: dateOfBirth,
      dated: z.iso.date().meta({ description: 'The day of the extract: at most 90 days ago' }),
    })
    .optional()
    .meta({ description: 'Of cases of kind `entity_review`, with `release`: what the extract of the register says' }),
}
export type EntityReviewed = NonNullable<z.output<z.ZodObject<typeof entityReadFields>>['entity']>

/** The extracts of a register that were uploaded and not refused. */
async function papersOf(db: Queryable, investorId: string) {
  const all = await documentsOf(db, { owner_type: 'investor', owner_id: investorId })
  return all.filter(({ kind, status }) => ['register_extract', 'articles', 'ownership_chart'].includes(kind) && status !== 'refused')
}

/**
 * Has the papers of an entity looked at by another person: an extract of its register is needed, its articles and a chart of its owners help.
 * Where the entity is the issuer itself, Sealwright looks. Throws `not_found`, `conflict`, `verification_in_progress`.
 */
export const reviewEntity = defineVerb({
  name: 'investors.entity.review',
  permission: 'investors.write',
  input: byId('Investor id, inv_…'),
  output: entityFileAnswer,
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => {
      const investor = requireEntity(await lockScoped(tx, investors, ctx, input.id))
      const current = await currentFile(tx, ctx, investor.person_id)
      if (!current) throw notFound()
      const { row, file } = current
      if (row.state === 'in_review') throw new AppError('verification_in_progress', 'Somebody looks at the papers of this entity already.')
      const papers = await papersOf(tx, investor.id)
      // What is in no register is shown by the deed that made it.
      const needed = file.registration ? 'register_extract' : 'articles'
      if (!papers.some(({ kind }) => kind === needed))
        throw new AppError('conflict', `The paper that shows this entity is missing. Upload a document of kind ${needed} first.`)
      const own = await isIssuer(tx, ctx, investor.id)
      const opened = await openCase(tx, ctx, {
        kind: ENTITY_REVIEW,
        subject: { type: 'entity_file', id: row.id },
        priority: 80,
        summary: own ? 'The papers of an issuer need a look' : 'The papers of an entity need a person’s look',
        details: {
          ...{ investor_id: investor.id, sent_by: ctx.actor.id, document_ids: papers.map(({ id }) => id) },
          ...(own && { platform: true, asked_by: ctx.actor.id }),
        },
      })
      const [now] = await tx
        .update(entityFiles)
        .set({ state: 'in_review', case_id: opened.id, updated_at: new Date(ctx.now) })
        .where(inScope(entityFiles, ctx, eq(entityFiles.id, row.id)))
        .returning()
      return {
        result: { success: true as const, ...(await presentEntity(tx, ctx, { row: now!, file })) },
        audit: {
          action: 'entity_review_asked',
          category: 'user',
          subject: { type: 'entity_file', id: row.id },
          details: { investor_id: investor.id, case_id: opened.id, documents: papers.map(({ sha256 }) => sha256) },
        },
        events: opened.events,
      }
    }),
})

/** Whether the entity is the organisation itself, as an issuer: it does not judge its own papers. */
async function isIssuer(db: Queryable, ctx: Ctx, investorId: string): Promise<boolean> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  return statedOf(organization, ctx).investor_id === investorId
}

interface Word {
  outcome: 'release' | 'refuse'
  reasonCode: string
  author: string
  approver: string
  entity?: EntityReviewed | undefined
}

/**
 * What a reviewer found in the papers of an entity: that it is the one that was said, as evidence; that it is not; or that the papers do
 * not show it. Throws `validation_failed`, `conflict` where the extract is old or says something else: then the file is put right first.
 */
export async function settleEntityReview(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: Word,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const file = await lockScoped(tx, entityFiles, ctx, row.subject_id)
  const current = file && (await currentFile(tx, ctx, file.person_id))
  if (!file || current?.row.id !== file.id || file.state !== 'in_review') return { what: 'ended already', audit: [], events: [] }
  const papers = await papersOf(tx, file.investor_id)
  if (word.outcome === 'release') return confirm(tx, ctx, row, { ...current, papers, word })
  const ids = papers.map(({ id }) => id)
  await judgeDocuments(tx, ids, 'refused')
  if (TRY_AGAIN.has(word.reasonCode)) {
    await setState(tx, ctx, file.id, { state: 'filed' })
    return { what: 'papers refused', audit: [], events: [] }
  }
  return keepReview(tx, ctx, row, { ...current, papers, word, read: null })
}

type Reviewing = { row: EntityFileRow; file: EntityFile; papers: Awaited<ReturnType<typeof papersOf>>; word: Word }

async function confirm(tx: Tx, ctx: Ctx, row: CaseRow, p: Reviewing) {
  const read = p.word.entity
  requireFields({
    entity: !read && 'Say what the extract of the register says: name, country, number, day of formation, and its own date.',
  })
  const today = rulesDay(ctx.now)
  if (read!.dated > today) throw invalidField('/entity/dated', 'future_date', 'An extract has the day on which it was made.')
  if (read!.dated < rulesDay(ctx.now - EXTRACT_DAYS * DAY_MS))
    throw new AppError('conflict', 'The extract is older than 90 days, so it shows nothing of today. Refuse it with document_expired.')
  const number = numberRead(p.file, read!.number)
  if (!isSameAs(p.file, { ...read!, number }))
    throw new AppError(
      'conflict',
      'The extract names another entity than the file: its name, country, number or day of formation differs. Refuse it with data_mismatch, or have the file put right.',
    )
  await judgeDocuments(
    tx,
    p.papers.map(({ id }) => id),
    'accepted',
  )
  return keepReview(tx, ctx, row, { ...p, read: { ...read!, number } })
}

/** A number as its register writes it, however the reviewer typed it. */
function numberRead({ registration }: EntityFile, number: string | undefined): string | undefined {
  if (!registration || number === undefined) return number
  const read = readNumber({ ...registration, number })
  return 'number' in read ? read.number : number
}

/** Keeps what the reviewer found as evidence, and the state of the file by it. */
async function keepReview(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  { row: kept, file, papers, word, read }: Reviewing & { read: EntityReviewed | null },
) {
  const person = (await findScoped(tx, persons, ctx, kept.person_id))!
  const shown = papers.map(({ sha256 }) => sha256).sort()
  const found: EvidenceFound = {
    ...{ proves: 'entity', method: 'document_review', level: 'enhanced', ial: null, eidas: null },
    voucher: { kind: 'reviewer', name: 'A reviewer who saw the extract of the register', id: word.approver },
    digest: createHash('sha256')
      .update([row.id, ...shown].join('\n'))
      .digest('hex'),
    rejected: read ? null : word.reasonCode,
    read: read ? { full_name: read.legal_name, ...read } : {},
    ...(read && { comparison: compareEntity(file, read), document_expires_on: endOfExtract(read.dated) }),
    covers: read ? ['full_name', 'country', 'registration_no', 'entity_type', 'document'] : [],
    takenAt: new Date(ctx.now),
    expiresAt: read ? new Date(ctx.now + SHOWN_DAYS * DAY_MS) : null,
    reviewer: word.approver,
    second_reviewer: word.author === word.approver ? null : word.author,
    case_id: row.id,
  }
  const { row: made, audit, events } = await recordEvidence(tx, ctx, person, found, [kept.investor_id])
  const number_state = read ? ('confirmed' as const) : kept.number_state
  await setState(tx, ctx, kept.id, { state: read ? 'confirmed' : 'refused', number_state, evidence_id: made.id })
  return { what: read ? 'confirmed' : 'refused', audit: [audit], events }
}

const endOfExtract = (dated: string): string => rulesDay(Date.parse(`${dated}T12:00:00Z`) + EXTRACT_DAYS * DAY_MS)

const setState = (tx: Tx, ctx: Ctx, id: string, values: Partial<EntityFileRow>) =>
  tx
    .update(entityFiles)
    .set({ ...values, updated_at: new Date(ctx.now) })
    .where(inScope(entityFiles, ctx, eq(entityFiles.id, id)))
