import { desc, eq, inArray } from 'drizzle-orm'
import { fileNameOf } from '#core/identity/documents/present.ts'
import { currentFile } from '#core/identity/entities/file.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { peopleOfTransaction } from '#core/markets/transactions/release.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { readResult } from '#core/record/decisions/result.ts'
import { needsEvidence } from '#core/screening/exceptions/evidence.ts'
import type { HeldSubject } from '#core/screening/holds/lift-matches.ts'
import { shownMatch, type WireMatch } from '#core/screening/matching/present.ts'
import { type ScreenedMatch, type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { isStrong } from '#core/screening/matching/strong.ts'
import { furtherFacts } from '#core/screening/matching/subject.ts'
import { presentEntity } from '#core/securities/entities/read.ts'
import type { WireEntityFile } from '#core/securities/entities/shape.ts'
import { saleOf } from '#core/securities/investments/judge-again.ts'
import { peopleOfSale } from '#core/securities/investments/sale-facts.ts'
import { type FileView, readFileView } from '#core/securities/investors/accreditation/view.ts'
import { SealError } from '#credentials/seal.ts'
import type { Tx } from '#db/connect.ts'
import {
  accreditationFiles,
  decisions,
  documents,
  entityFiles,
  investments,
  investors,
  offerings,
  persons,
  screenings,
  wallets,
} from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { appealOf } from '../appeals/appeal.ts'

export interface Candidate extends WireMatch {
  /** Name and further facts agree, or the address itself is listed: no exception lifts it. */
  strong: boolean
  /** The name alone is exact or strong: it is released only with what differs, or a document. */
  needs_evidence: boolean
}

export interface Evidence {
  /** What was asked, opened for the reviewer; null when it was erased or there is nothing to compare. */
  query: (SubjectToScreen & { source: string }) | null
  erased: boolean
  /** Screened again now, best first, in the matcher's total order. */
  candidates: Candidate[]
  /** Of a held transaction or investment: everybody it is about with a match, as `query` and `candidates` are of one person. */
  others: { query: SubjectToScreen; candidates: Candidate[] }[]
  /** Entries that the name alone would have found, taken below review by what was said. */
  demoted: WireMatch[]
  lists: { source: string; version: string; loaded_at: string }[]
  decision: ShownDecision | null
  /** Of an accreditation: its file, opened for the reviewer. */
  accreditation: FileView | null
  /** What is said of the entity whose papers are to be read. */
  entity: WireEntityFile | null
  documents: { id: string; file_name: string; kind: string; size: number; status: string; created_at: string }[]
}

interface ShownDecision {
  id: string
  check: string
  outcome: string
  evaluated_at: string
  ruleset: string
  rules: {
    code: string
    result: string
    message: string | null
    citation: { label: string; url: string | null } | null
    officer_only: boolean
  }[]
}

/** Everything a reviewer needs to decide, read within the case's tenant. Each opening of sealed data is for this case only. */
export async function evidenceOf(tenant: Ctx, row: CaseRow): Promise<Evidence> {
  const [opened, decision, papers, accreditation, entity] = await Promise.all([
    openSubject(tenant, row),
    decisionOf(tenant, row),
    documentsOf(tenant, row),
    fileOf(tenant, row),
    entityOf(tenant, row),
  ])
  const held = opened.subject || row.status === 'decided' ? [] : await heldSubjects(tenant, row).catch(() => [])
  const found = opened.subject ? await screenSubject(tenant.db, tenant, opened.subject).catch(() => null) : null
  return {
    query: opened.subject && { ...opened.subject, source: opened.source },
    erased: opened.erased,
    candidates: (found?.matches ?? []).map(candidate),
    others: held
      .filter(({ screened }) => screened.matches.length)
      .map(({ asked, screened }) => ({ query: asked, candidates: screened.matches.map(candidate) })),
    demoted: (found?.demoted ?? []).map(shownMatch),
    lists: (found?.lists ?? []).map(({ source, version, loaded_at }) => ({ source, version, loaded_at })),
    decision,
    accreditation,
    entity,
    documents: accreditation ? [] : papers,
  }
}

const candidate = (match: ScreenedMatch): Candidate => ({
  ...shownMatch(match),
  strong: isStrong(match),
  needs_evidence: needsEvidence(match),
})

/** Whom the case is about, as it was screened. */
export async function openSubject(
  tenant: Ctx,
  row: CaseRow,
): Promise<{ subject: SubjectToScreen | null; source: string; erased: boolean }> {
  try {
    const check = await checkOf(tenant, row)
    if (check) {
      const sealed = await tenant.services.keyring.open<Record<string, unknown>>(
        tenant.db,
        check.subject_key_id,
        `screenings.subject:${check.id}`,
        check.subject_sealed,
      )
      return { subject: subjectFrom(sealed, check.wallet_address), source: check.id, erased: false }
    }
    const person = await personOf(tenant, row)
    if (person) return { subject: subjectFrom(await openPerson(tenant.db, tenant, person), null), source: person.id, erased: false }
    return { subject: null, source: '', erased: false }
  } catch (error) {
    if (error instanceof Erased || error instanceof SealError) return { subject: null, source: '', erased: true }
    throw error
  }
}

function subjectFrom(data: Record<string, unknown>, address: string | null): SubjectToScreen | null {
  const text = (name: string) => (typeof data[name] === 'string' && data[name] ? (data[name] as string) : undefined)
  const subject: SubjectToScreen = {
    ...(address && { wallet_address: address }),
    ...(text('full_name') && { full_name: text('full_name') }),
    ...(text('date_of_birth') && { date_of_birth: text('date_of_birth') }),
    ...(text('country') && { country: text('country') }),
    ...(text('entity_type') && { entity_type: text('entity_type') as NonNullable<SubjectToScreen['entity_type']> }),
    ...furtherFacts(data),
  }
  return subject.full_name || subject.wallet_address ? subject : null
}

/**
 * Whom the release of a held transaction or investment would set matches aside of, screened now. Such a case is about an act, not one
 * person: the first of two people has to see each of them, and to tell each apart. Empty for other cases, and once somebody was erased.
 */
export async function heldSubjects(tenant: Ctx, row: CaseRow): Promise<HeldSubject[]> {
  if (row.appeal) return []
  const db = tenant.db as unknown as Tx
  try {
    if (row.kind === 'transaction_review') return await peopleOfTransaction(db, tenant, row.subject_id)
    if (row.kind !== 'investment_review') return []
    const held = await findScoped(db, investments, tenant, row.subject_id)
    const offering = held?.status === 'pending' ? await findScoped(db, offerings, tenant, held.offering_id) : null
    return offering ? await peopleOfSale(db, tenant, await saleOf(db, tenant, { row: held!, offering })) : []
  } catch (error) {
    if (error instanceof Erased) return []
    throw error
  }
}

/** The check a case names, else the newest one about its subject. */
async function checkOf(tenant: Ctx, row: CaseRow): Promise<typeof screenings.$inferSelect | null> {
  const named = row.details.check_id
  if (typeof named === 'string') return findScoped(tenant.db, screenings, tenant, named)
  const [newest] = await tenant.db
    .select()
    .from(screenings)
    .where(inScope(screenings, tenant, eq(screenings.subject_id, row.subject_id)))
    .orderBy(desc(screenings.created_at))
    .limit(1)
  return newest ?? null
}

async function personOf(tenant: Ctx, row: CaseRow) {
  const id =
    row.subject_type === 'person'
      ? row.subject_id
      : row.subject_type === 'wallet' || row.subject_type === 'decision'
        ? (await findScoped(tenant.db, wallets, tenant, appealOf(row)?.wallet_id ?? row.subject_id))?.person_id
        : row.subject_type === 'investor'
          ? (await findScoped(tenant.db, investors, tenant, row.subject_id))?.person_id
          : row.subject_type === 'accreditation_file'
            ? (await findScoped(tenant.db, accreditationFiles, tenant, row.subject_id))?.person_id
            : row.subject_type === 'entity_file'
              ? (await findScoped(tenant.db, entityFiles, tenant, row.subject_id))?.person_id
              : null
  return id ? findScoped(tenant.db, persons, tenant, id) : null
}

const QUIET = ['pass', 'not_applicable']

async function decisionOf(tenant: Ctx, row: CaseRow): Promise<ShownDecision | null> {
  const id = row.decision_id ?? (await checkOf(tenant, row))?.decision_id
  const made = id ? await findScoped(tenant.db, decisions, tenant, id) : null
  if (!made) return null
  const result = await readResult(tenant.db, made)
  return {
    id: made.id,
    check: made.check,
    outcome: made.outcome,
    evaluated_at: made.evaluated_at.toISOString(),
    ruleset: made.ruleset_version,
    rules: result.rules
      .filter((rule) => !QUIET.includes(rule.result))
      .map((rule) => ({
        code: rule.code,
        result: rule.result,
        message: rule.message,
        citation: rule.citation,
        officer_only: rule.visibility === 'officer',
      })),
  }
}

async function fileOf(tenant: Ctx, row: CaseRow): Promise<FileView | null> {
  if (row.subject_type !== 'accreditation_file') return null
  const file = await findScoped(tenant.db, accreditationFiles, tenant, row.subject_id)
  return file && readFileView(tenant, file)
}

async function entityOf(tenant: Ctx, row: CaseRow): Promise<WireEntityFile | null> {
  if (row.subject_type !== 'entity_file') return null
  const file = await findScoped(tenant.db, entityFiles, tenant, row.subject_id)
  const current = file && (await currentFile(tenant.db, tenant, file.person_id))
  return current && presentEntity(tenant.db, tenant, current)
}

async function documentsOf(tenant: Ctx, row: CaseRow): Promise<Evidence['documents']> {
  const { user_id: owner, document_ids: named } = row.details
  if (typeof owner !== 'string' && !(row.subject_type === 'entity_file' && Array.isArray(named))) return []
  const these =
    typeof owner === 'string' ? eq(documents.owner_id, owner) : inScope(documents, tenant, inArray(documents.id, named as string[]))
  const rows = await tenant.db.select().from(documents).where(these).orderBy(desc(documents.created_at)).limit(20)
  const kept = rows.filter((one) => one.status !== 'removed')
  return Promise.all(
    kept.map(async (one) => ({
      id: one.id,
      file_name: await fileNameOf(tenant, one),
      kind: one.kind,
      size: one.size,
      status: one.status,
      created_at: one.created_at.toISOString(),
    })),
  )
}
