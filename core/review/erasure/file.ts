import { and, desc, eq, getTableColumns, inArray, ne } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond } from '#core/access/second-person/ask-second.ts'
import { sameActor } from '#core/access/second-person/scope.ts'
import { findMalware } from '#core/identity/documents/scan.ts'
import { findingsContext } from '#core/identity/due-diligence/manage.ts'
import { presentEvidence } from '#core/identity/evidence/present.ts'
import { readContext } from '#core/identity/evidence/record.ts'
import { evidenceShape } from '#core/identity/evidence/shape.ts'
import type { PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { Erased, setAsideId } from '#core/kernel/keys/keyring.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { openFacts } from '#core/record/decisions/facts.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { saidContext } from '#core/securities/investors/accreditation/present.ts'
import { openFile } from '#credentials/seal.ts'
import type { Tx } from '#db/connect.ts'
import {
  accreditationFiles,
  decisions,
  documents,
  dueDiligenceFiles,
  erasures,
  evidence,
  identitySessions,
  investors,
  persons,
  screenings,
  wallets,
} from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { actAnswer, erasureEntry, lockRestricted, reasoned, storeAct } from './acts.ts'
import type { ErasureRow } from './erase.ts'
import { type Kept, openKept } from './keep.ts'
import { erasureTold, presentErasure } from './shape.ts'

type Did = ErasureRow['acts'][number]

const HOUR_MS = 3_600_000
const MOST_HOURS = 72

/**
 * Asks to read what is kept of somebody restricted, because an authority asks for it or a claim does: records that a law keeps have to be
 * accessible within a reasonable time (31 CFR 1010.430(d)). Another person agrees; from then on whoever asked reads the file for the hours
 * named, and nobody else does. Throws `not_found`, `invalid_transition` when all is erased, `already_exists` while the same waits,
 * `step_up_required`.
 */
export const openErasureFile = defineVerb({
  name: 'erasures.open_file',
  permission: 'persons.erase',
  input: byId('Erasure id, era_…').extend({
    ...reasoned.shape,
    authority: z.string().trim().min(3).max(200).meta({ description: 'Who asks to see it, such as the authority and its file number' }),
    hours: z.int().min(1).max(MOST_HOURS).default(24).meta({ description: 'For how long it may be read once another person agreed' }),
  }),
  output: actAnswer,
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write<z.output<typeof actAnswer>>(ctx, async (tx) => {
      const row = await lockRestricted(tx, ctx, input.id)
      const { authority, hours, reason_code } = input
      if (ctx.world.people.playedByOne) {
        const done = await open(tx, ctx, row, { authority, hours, reason_code, asked_by: ctx.actor.id, countersigned_by: null })
        return {
          result: { success: true as const, ...presentErasure(done.row), second_person: null },
          audit: done.audit,
          events: done.events,
        }
      }
      const second = await askSecond(tx, ctx, {
        kind: 'erasure_file',
        subject: { type: 'erasure', id: row.id },
        // Not for whom: whoever may read cases reads this.
        summary: `What is kept of a restricted person is to be read for ${hours} ${hours === 1 ? 'hour' : 'hours'}`,
        word: input,
        details: { authority, hours },
      })
      return {
        result: { success: true as const, ...presentErasure(row), second_person: second.waits },
        audit: erasureEntry('erasure_file_asked', row, { reason_code, hours, case_id: second.waits.case_id }),
        events: second.events,
      }
    })
  },
})

type Opening = Pick<Did, 'reason_code' | 'asked_by' | 'countersigned_by'> & { authority: string; hours: number }

async function open(tx: Tx, ctx: Ctx, row: ErasureRow, { hours, ...p }: Opening) {
  const did: Did = { act: 'open_file', ...p, at: new Date(ctx.now).toISOString(), until: new Date(ctx.now + hours * HOUR_MS).toISOString() }
  const opened = await storeAct(tx, ctx, row, did, {})
  const { authority: _, ...said } = p
  return {
    row: opened,
    audit: erasureEntry('erasure_file_opened', row, { ...said, until: did.until }),
    events: [erasureTold(opened, did)],
  }
}

/** The second person's word on it, within the transaction that decides its case. */
export async function settleErasureFile(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (word.outcome === 'refuse') return { what: 'stays closed', audit: [], events: [] }
  const { authority, hours, reason_code } = row.details as unknown as Opening
  const people = { asked_by: word.author, countersigned_by: word.approver }
  const done = await open(tx, ctx, await lockRestricted(tx, ctx, row.subject_id), { authority, hours, reason_code, ...people })
  return { what: 'opened', audit: [done.audit], events: done.events }
}

const anything = z.record(z.string(), z.unknown())

const erasureFile = z
  .object({
    success: z.literal(true),
    object: z.literal('erasure_file'),
    erasure_id: z.string(),
    person_id: z.string(),
    open_until: z.string().meta({ description: 'Until when the caller may read it' }),
    person: anything.meta({
      description: 'Who they are, and which wallets were theirs; under a legal hold, in `held`, all else that it keeps',
    }),
    evidence: z.array(evidenceShape.extend({ read: anything.meta({ description: 'What was read of them' }) })),
    documents: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        media_type: z.string(),
        size: z.number().int(),
        sha256: z.string(),
        created_at: z.string(),
        content: z.string().nullable().meta({ description: 'The file itself, base64, where `with` names it' }),
      }),
    ),
    accreditation: z.array(
      z.object({
        id: z.string(),
        basis: z.string(),
        status: z.string(),
        created_at: z.string(),
        said: anything.meta({ description: 'The figures' }),
      }),
    ),
    due_diligence: z.array(z.object({ id: z.string(), state: z.string(), created_at: z.string(), findings: anything })),
    screenings: z.array(
      z.object({ id: z.string(), status: z.string(), decision_id: z.string().nullable(), created_at: z.string(), subject: anything }),
    ),
    decisions: z.array(
      z.object({
        id: z.string(),
        check: z.string(),
        evaluated_at: z.string(),
        facts: anything.nullable().meta({ description: 'What it was made from, where `with` names it' }),
      }),
    ),
  })
  .meta({ title: 'ErasureFile' })
export type ErasureFile = z.output<typeof erasureFile>

/**
 * What is kept of somebody restricted, for whoever asked for it and for as long as was agreed. Each reading is an entry of the log. Throws
 * `not_found`, `facts_erased` when all is erased, `second_person_required` where nobody agreed or the time is over, `conflict` for malware,
 * `step_up_required`.
 */
export const readErasureFile = defineVerb({
  name: 'erasures.read_file',
  permission: 'persons.erase',
  input: byId('Erasure id, era_…').extend({
    with: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Id of one of its documents or decisions: what is in it comes with the answer' }),
  }),
  output: erasureFile,
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    const row = await findScoped(ctx.db, erasures, ctx, input.id)
    if (!row) throw notFound()
    if (row.status !== 'restricted') throw new Erased()
    const leave = await leaveOf(ctx, row)
    // no event: reading changes nothing; the log keeps who read it.
    return write(ctx, async (tx) => {
      const person = await findScoped(tx, persons, ctx, row.person_id)
      if (!person || person.erased_at) throw new Erased()
      return {
        result: { success: true as const, ...(await fileOf(tx, ctx, row, person, input.with)), open_until: leave.until! },
        audit: erasureEntry('erasure_file_read', row, { ...(input.with && { with: input.with }) }),
      }
    })
  },
})

/** The agreement by which the caller reads it now. */
async function leaveOf(ctx: Ctx, row: ErasureRow): Promise<Did> {
  const now = new Date(ctx.now).toISOString()
  for (const did of row.acts.toReversed())
    if (did.act === 'open_file' && did.until! > now && (await sameActor(ctx.db, ctx.world, did.asked_by, ctx.actor.id))) return did
  throw new AppError(
    'second_person_required',
    'This file is closed for you: nobody agreed that you read it, or the time is over. Ask for it: POST /v1/erasures/{id}/open-file.',
  )
}

async function fileOf(tx: Tx, ctx: Ctx, row: ErasureRow, person: PersonRow, wanted: string | undefined) {
  const aside = setAsideId(person.subject_key_id)
  // What was sealed with the key that was set aside opens with it; the rest with its own.
  const keyOf = (id: string) => (id === person.subject_key_id ? aside : id)
  const kept = (await openKept(tx, ctx, person)) as Kept
  const own = await subjectsOf(tx, ctx, person, kept)
  const at: Opened = {
    ...{ tx, ctx, person, own, keyOf },
    open: (id, context, sealed) => ctx.services.keyring.open<Record<string, unknown>>(tx, keyOf(id), context, sealed),
  }
  const [papers, judged] = [await documentsOf(at, wanted), await decisionsOf(at, wanted)]
  if (wanted !== undefined && ![...papers, ...judged].some(({ id }) => id === wanted))
    throw invalidField('/with', 'invalid_enum', 'This is none of the documents or decisions of the file.')
  return {
    ...{ object: 'erasure_file' as const, erasure_id: row.id, person_id: person.id },
    person: kept as Record<string, unknown>,
    evidence: await evidenceOf(at),
    documents: papers,
    accreditation: await accreditationOf(at),
    due_diligence: await dueDiligenceOf(at),
    screenings: await screeningsOf(at),
    decisions: judged,
  }
}

/** Whose file is opened, what it is about, and with which key. */
interface Opened {
  tx: Tx
  ctx: Ctx
  person: PersonRow
  /** Ids of what records are about. */
  own: string[]
  keyOf: (id: string) => string
  open: (keyId: string, context: string, sealed: Uint8Array) => Promise<Record<string, unknown>>
}

/** One after the other, since all are read in one transaction. */
async function oneByOne<T, R>(rows: readonly T[], work: (row: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const row of rows) done.push(await work(row))
  return done
}

async function evidenceOf({ tx, ctx, person, open }: Opened) {
  const rows = await tx
    .select()
    .from(evidence)
    .where(inScope(evidence, ctx, eq(evidence.person_id, person.id)))
    .orderBy(desc(evidence.created_at))
  return oneByOne(rows, async (one) => ({
    ...presentEvidence(one, ctx.now),
    read: await open(one.subject_key_id, readContext(one.id), one.read_sealed),
  }))
}

async function documentsOf({ tx, ctx, person, own, keyOf }: Opened, wanted: string | undefined) {
  const { id, kind, media_type, size, sha256, created_at } = getTableColumns(documents)
  const rows = await tx
    .select({ id, kind, media_type, size, sha256, created_at })
    .from(documents)
    .where(and(inArray(documents.owner_id, own), eq(documents.subject_key_id, person.subject_key_id), ne(documents.status, 'removed')))
    .orderBy(desc(documents.created_at))
  return oneByOne(rows, async (one) => ({
    ...one,
    created_at: one.created_at.toISOString(),
    content: one.id === wanted ? await contentOf(tx, ctx, one.id, keyOf(person.subject_key_id)) : null,
  }))
}

async function accreditationOf({ tx, ctx, person, open }: Opened) {
  const rows = await tx
    .select()
    .from(accreditationFiles)
    .where(inScope(accreditationFiles, ctx, eq(accreditationFiles.person_id, person.id)))
  return oneByOne(rows, async ({ id, basis, status, created_at, subject_key_id, said_sealed }) => ({
    ...{ id, basis, status, created_at: created_at.toISOString() },
    said: await open(subject_key_id, saidContext(id), said_sealed),
  }))
}

async function dueDiligenceOf({ tx, ctx, person, open }: Opened) {
  const rows = await tx
    .select()
    .from(dueDiligenceFiles)
    .where(inScope(dueDiligenceFiles, ctx, eq(dueDiligenceFiles.person_id, person.id)))
  return oneByOne(rows, async ({ id, state, created_at, subject_key_id, findings_sealed }) => ({
    ...{ id, state, created_at: created_at.toISOString() },
    findings: await open(subject_key_id, findingsContext(id), findings_sealed),
  }))
}

async function screeningsOf({ tx, ctx, person, own, open }: Opened) {
  const rows = await tx
    .select()
    .from(screenings)
    .where(inScope(screenings, ctx, and(inArray(screenings.subject_id, own), eq(screenings.subject_key_id, person.subject_key_id))))
    .orderBy(desc(screenings.created_at))
  return oneByOne(rows, async ({ id, status, decision_id, created_at, subject_key_id, subject_sealed }) => ({
    ...{ id, status, decision_id, created_at: created_at.toISOString() },
    subject: await open(subject_key_id, `screenings.subject:${id}`, subject_sealed),
  }))
}

async function decisionsOf({ tx, ctx, person, own, keyOf }: Opened, wanted: string | undefined) {
  const { id, check, evaluated_at } = getTableColumns(decisions)
  // The partial index of subjects is without sanctions checks, which name their decision themselves.
  const about = and(inArray(decisions.subject_id, own), ne(decisions.subject_type, 'sanctions_check'))
  const rows = await tx
    .select({ id, check, evaluated_at })
    .from(decisions)
    .where(inScope(decisions, ctx, and(about, eq(decisions.subject_key_id, person.subject_key_id))))
    .orderBy(desc(decisions.evaluated_at))
  return oneByOne(rows, async (one) => ({
    ...one,
    evaluated_at: one.evaluated_at.toISOString(),
    facts: one.id === wanted ? await factsOf(tx, ctx, one.id, keyOf) : null,
  }))
}

/** What records are about that are about this person: themselves, their investors, the wallets that were theirs, their sessions. */
async function subjectsOf(tx: Tx, ctx: Ctx, person: PersonRow, kept: Kept): Promise<string[]> {
  const addresses = (kept.wallets ?? []).map(({ address }) => address)
  const rows = [
    ...(await tx
      .select({ id: investors.id })
      .from(investors)
      .where(inScope(investors, ctx, eq(investors.person_id, person.id)))),
    ...(await tx
      .select({ id: identitySessions.id })
      .from(identitySessions)
      .where(inScope(identitySessions, ctx, eq(identitySessions.person_id, person.id)))),
    ...(addresses.length
      ? await tx
          .select({ id: wallets.id })
          .from(wallets)
          .where(inScope(wallets, ctx, inArray(wallets.address, addresses)))
      : []),
  ]
  return [person.id, ...rows.map(({ id }) => id)]
}

async function contentOf(tx: Tx, ctx: Ctx, id: string, keyId: string): Promise<string> {
  const [row] = await tx.select({ sealed: documents.content_sealed }).from(documents).where(eq(documents.id, id))
  const bytes = await openFile(await ctx.services.keyring.read(tx, keyId), `documents.content:${id}`, row!.sealed)
  if (await findMalware(ctx.services, bytes, 'Files cannot be checked for malware right now. Open the document again in a few minutes.'))
    throw new AppError('conflict', 'This document holds malware, says the antivirus, so nobody can open it.')
  return bytes.toString('base64')
}

async function factsOf(tx: Tx, ctx: Ctx, id: string, keyOf: (id: string) => string): Promise<Record<string, unknown>> {
  const { services } = ctx
  const [row] = await tx
    .select()
    .from(decisions)
    .where(inScope(decisions, ctx, eq(decisions.id, id)))
  return (await openFacts({ db: tx as never, services }, { ...row!, subject_key_id: keyOf(row!.subject_key_id) })) as Record<
    string,
    unknown
  >
}
