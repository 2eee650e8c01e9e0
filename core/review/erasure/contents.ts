import { and, desc, eq, getTableColumns, inArray, ne, or, type SQL } from 'drizzle-orm'
import { findMalware } from '#core/identity/documents/scan.ts'
import { findingsContext } from '#core/identity/due-diligence/manage.ts'
import { fileContext } from '#core/identity/entities/file.ts'
import { presentEvidence } from '#core/identity/evidence/present.ts'
import { readContext } from '#core/identity/evidence/record.ts'
import type { PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { setAsideId } from '#core/kernel/keys/keyring.ts'
import { partiesContext } from '#core/markets/transactions/party.ts'
import { openFacts } from '#core/record/decisions/facts.ts'
import { saidContext } from '#core/securities/investors/accreditation/present.ts'
import { openFile } from '#credentials/seal.ts'
import type { Tx } from '#db/connect.ts'
import {
  accreditationFiles,
  credentials,
  decisions,
  documents,
  dueDiligenceFiles,
  entityFiles,
  evidence,
  holdingActs,
  issuances,
  offerings,
  screenings,
  transactions,
} from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { ErasureRow } from './erase.ts'
import { type Kept, openKept } from './keep.ts'
import { subjectsOf } from './subjects.ts'

/** All that is kept of somebody restricted, opened with the key that was set aside; a document or decision whole where it is named. */
export async function restrictedFileOf(tx: Tx, ctx: Ctx, row: ErasureRow, person: PersonRow, asked: Asked) {
  const { wanted } = asked
  const aside = setAsideId(person.subject_key_id)
  // What was sealed with the key that was set aside opens with it; the rest with its own.
  const keyOf = (id: string) => (id === person.subject_key_id ? aside : id)
  const kept = (await openKept(tx, ctx, person)) as Kept
  const addresses = (kept.wallets ?? []).map(({ address }) => address)
  const own = await subjectsOf(tx, ctx, person, addresses)
  const at: Opened = {
    ...{ tx, ctx, person, own, keyOf, addresses, openedFor: asked.openedFor },
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
    entity_files: await entityFilesOf(at),
    travel_rule: await partiesOf(at),
    decisions: judged,
  }
}

type Dated = typeof offerings | typeof issuances | typeof holdingActs | typeof credentials | typeof transactions

/** What of the file is given whole, and for whom it was opened: nobody said so before that was asked. */
interface Asked {
  wanted: string | undefined
  openedFor: ErasureRow['acts'][number]['opened_for']
}

/** Whose file is opened, what it is about, and with which key. */
interface Opened {
  tx: Tx
  ctx: Ctx
  person: PersonRow
  /** Ids of what records are about. */
  own: string[]
  /** Of the wallets that were theirs. */
  addresses: string[]
  openedFor: Asked['openedFor']
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

async function entityFilesOf({ tx, ctx, person, open }: Opened) {
  const rows = await tx
    .select()
    .from(entityFiles)
    .where(inScope(entityFiles, ctx, eq(entityFiles.person_id, person.id)))
    .orderBy(desc(entityFiles.created_at))
  return oneByOne(rows, async ({ id, state, created_at, subject_key_id, file_sealed }) => ({
    ...{ id, state, created_at: created_at.toISOString() },
    file: await open(subject_key_id, fileContext(id), file_sealed),
  }))
}

/**
 * Those that were sealed for this person: what somebody else paid is in the file of that person. Who stands on the other side is told to
 * authorities alone.
 */
async function partiesOf({ tx, ctx, person, addresses, openedFor, open }: Opened) {
  if (!addresses.length) return []
  const t = transactions
  const rows = await tx
    .select({ id: t.id, created_at: t.created_at, party_sealed: t.party_sealed, from: t.from_address, to: t.to_address })
    .from(t)
    .where(inScope(t, ctx, moved(addresses), eq(t.party_key_id, person.subject_key_id)))
    .orderBy(desc(t.created_at))
  return oneByOne(rows, async ({ id, created_at, party_sealed, from, to }) => {
    const { originator, beneficiary } = await open(person.subject_key_id, partiesContext(id), Buffer.from(party_sealed!, 'base64'))
    const shows = (address: string | null) => seesBoth(openedFor) || (address !== null && addresses.includes(address))
    return {
      ...{ transaction_id: id, created_at: created_at.toISOString() },
      parties: { ...(shows(from) && { originator }), ...(shows(to) && { beneficiary }) },
    }
  })
}

const moved = (addresses: string[]) => or(inArray(transactions.from_address, addresses), inArray(transactions.to_address, addresses))

/**
 * Every decision that was sealed for them, found by what it is about: the tenant's decisions are too many to look through. What was looked at
 * as suspicious is shown for those alone who may know that a report was thought of: FinCEN, whoever examines for it, and law enforcement
 * (31 USC 5318(g)(2); 31 CFR 1020.320(e)(1)(ii)(A)). Whoever reads this for others hands it on.
 */
async function decisionsOf({ tx, ctx, person, own, addresses, keyOf, openedFor }: Opened, wanted: string | undefined) {
  const { id, check, subject_type, subject_id, evaluated_at } = getTableColumns(decisions)
  const idsOf = (table: Dated, ...where: (SQL | undefined)[]) =>
    inArray(
      decisions.subject_id,
      tx
        .select({ id: table.id })
        .from(table)
        .where(inScope(table, ctx, ...where)),
    )
  // The partial index of subjects is without sanctions checks, which name their decision themselves.
  const about = and(
    ne(decisions.subject_type, 'sanctions_check'),
    openedFor === 'bsa_authority' ? undefined : ne(decisions.subject_type, 'suspected_movement'),
    or(
      inArray(decisions.subject_id, own),
      // Investments are judged as about their offering.
      idsOf(offerings),
      idsOf(issuances, inArray(issuances.investor_id, own)),
      idsOf(holdingActs, eq(holdingActs.person_id, person.id)),
      idsOf(credentials, eq(credentials.person_id, person.id)),
      addresses.length ? idsOf(transactions, moved(addresses)) : undefined,
    ),
  )
  const screened = inArray(
    decisions.id,
    tx
      .select({ id: screenings.decision_id })
      .from(screenings)
      .where(inScope(screenings, ctx, inArray(screenings.subject_id, own))),
  )
  const rows = await tx
    .select({ id, check, subject_type, subject_id, evaluated_at })
    .from(decisions)
    .where(inScope(decisions, ctx, or(about, screened), eq(decisions.subject_key_id, person.subject_key_id)))
    .orderBy(desc(decisions.evaluated_at))
  return oneByOne(rows, async ({ subject_type, subject_id, ...one }) => ({
    ...one,
    subject: subject_type && subject_id ? { type: subject_type, id: subject_id } : null,
    evaluated_at: one.evaluated_at.toISOString(),
    facts: one.id === wanted ? ownFacts(await factsOf(tx, ctx, one.id, keyOf), { person, addresses, openedFor }) : null,
  }))
}

async function contentOf(tx: Tx, ctx: Ctx, id: string, keyId: string): Promise<string> {
  const [row] = await tx.select({ sealed: documents.content_sealed }).from(documents).where(eq(documents.id, id))
  const bytes = await openFile(await ctx.services.keyring.read(tx, keyId), `documents.content:${id}`, row!.sealed)
  if (await findMalware(ctx.services, bytes, 'Files cannot be checked for malware right now. Open the document again in a few minutes.'))
    throw new AppError('conflict', 'This document holds malware, says the antivirus, so nobody can open it.')
  return bytes.toString('base64')
}

/** For whom records are kept of both sides of a movement: authorities. For a claim, or somebody's rights, the other side's are not theirs to see. */
const SEES_BOTH: readonly Asked['openedFor'][] = ['bsa_authority', 'ofac', 'eu_authority', 'other_authority']
const seesBoth = (openedFor: Asked['openedFor']) => SEES_BOTH.includes(openedFor)

/** What is of no person: which rules ran when, and for whom. */
const OF_NOBODY = ['check', 'as_of', 'environment', 'tenant', 'lists']
/** Of what was done, what and how much of it: who else had a part in it, what they did before, and what others said of both stays away. */
const WHAT_AND_HOW_MUCH: Readonly<Record<string, readonly string[]>> = {
  tx: ['type', 'market', 'direction', 'amount', 'local_amounts', 'redemption_price', 'redemption_fee', 'reward'],
  transfer: ['kind', 'quantity', 'price'],
  investment: ['amount', 'quantity', 'status'],
  sale: ['total'],
}

/** The facts of a decision that are the person's own, and what it was about; all of them for an authority. */
function ownFacts(
  facts: Record<string, unknown>,
  { person, addresses, openedFor }: Pick<Opened, 'person' | 'addresses' | 'openedFor'>,
): Record<string, unknown> {
  if (seesBoth(openedFor)) return facts
  const isTheirs = ({ person_id, wallet }: Record<string, unknown>) =>
    person_id === person.id || (person_id === 'none' && typeof wallet === 'string' && addresses.includes(wallet))
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, room]) => {
      if (OF_NOBODY.includes(name)) return [[name, room]]
      if (typeof room !== 'object' || room === null || Array.isArray(room)) return []
      const shown = WHAT_AND_HOW_MUCH[name]
      if (shown) return [[name, Object.fromEntries(Object.entries(room).filter(([fact]) => shown.includes(fact)))]]
      return isTheirs(room as Record<string, unknown>) ? [[name, room]] : []
    }),
  )
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
