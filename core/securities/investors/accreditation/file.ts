import { hash } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { changeStatus } from '#core/identity/holders/status.ts'
import { isSelf } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, fieldsWrong } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { accreditationFiles, documents, evidence, type FilePaper, investors, persons } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import { accreditationFacts, refuseAttempt } from '../attempts.ts'
import type { InvestorRow } from '../create.ts'
import { accreditationEnded } from '../present.ts'
import { requireCited } from './cited.ts'
import { manifold } from './forms-read.ts'
import type { FileInput, Paper, SaidOfFile } from './input.ts'
import { judgeFile, type Working } from './judge.ts'
import { refuseUnfit } from './needs.ts'
import { type AccreditationFileRow, openSaid, saidContext } from './present.ts'

const DAY_MS = 86_400_000

/** The kind of case in which a person looks at a file. */
export const ACCREDITATION_REVIEW = 'accreditation_review'

export interface Filed {
  row: AccreditationFileRow
  working: Working
  audit: AuditInput
  events: EventInput[]
}

/**
 * Files what somebody is said to be accredited by. The rules judge it at once: broken it is refused, incomplete it stays open, and whole
 * it waits for a person, whose word makes evidence of it. The investor must be locked. Throws `conflicting_fields`, `validation_failed`
 * for a document that is not kept here, `verification_in_progress`, `invalid_transition` after too many refusals.
 */
export async function fileAccreditation(tx: Tx, ctx: Ctx, investor: InvestorRow, input: FileInput): Promise<Filed> {
  refuseUnfit(input, investor.type === 'entity')
  refuseAttempt(investor, { identity: false, accreditation: true }, null)
  await replaceOpen(tx, ctx, investor)
  const papers = await papersOf(tx, ctx, investor, input.documents)
  const said = await saidOf(tx, ctx, investor, input)
  const { basis, method } = input
  const working = await judgeFile(tx, ctx, { investor, file: { basis, method, said, papers }, by: 'stated', lookedUp: null })
  const status = working.broken ? 'refused' : working.missing.length ? 'open' : 'in_review'
  const row = await keep(tx, ctx, { investor, basis, method, said, papers, working, status })
  const events = await follow(tx, ctx, investor, row, working)
  return {
    row,
    working,
    events,
    audit: {
      action: 'accreditation_filed',
      category: 'user',
      subject: { type: 'investor', id: investor.id },
      details: { file_id: row.id, basis, method, status, digest: row.digest, documents: papers.map(({ sha256 }) => sha256) },
    },
  }
}

/** A file that nobody looks at yet gives way to a newer one; one that is looked at does not. */
async function replaceOpen(tx: Tx, ctx: Ctx, investor: InvestorRow): Promise<void> {
  const standing = await tx
    .select({ id: accreditationFiles.id, status: accreditationFiles.status })
    .from(accreditationFiles)
    .where(
      inScope(
        accreditationFiles,
        ctx,
        and(eq(accreditationFiles.investor_id, investor.id), inArray(accreditationFiles.status, ['open', 'in_review'])),
      ),
    )
  const looked = standing.find(({ status }) => status === 'in_review')
  if (looked)
    throw new AppError(
      'verification_in_progress',
      'A person looks at an accreditation file of this investor. Wait for what they decide, or withdraw it.',
      {
        extra: { existing_id: looked.id },
      },
    )
  if (standing.length)
    await tx
      .update(accreditationFiles)
      .set({ status: 'replaced', updated_at: new Date(ctx.now) })
      .where(
        inScope(
          accreditationFiles,
          ctx,
          inArray(
            accreditationFiles.id,
            standing.map(({ id }) => id),
          ),
        ),
      )
}

/** The documents that are named, which have to be kept here: those of the investor, and their own where it is their own record. */
async function papersOf(tx: Tx, ctx: Ctx, investor: InvestorRow, asked: readonly Paper[]): Promise<FilePaper[]> {
  if (!asked.length) return []
  const kept = await documentsBehind(tx, investor)
  const unknown: { pointer: string; code: string; detail: string }[] = []
  const today = rulesDay(ctx.now)
  for (const [at, { dated, year, shows }] of asked.entries()) {
    if (dated && dated > today)
      unknown.push({
        pointer: `/documents/${at}/dated`,
        code: 'future_date',
        detail: 'This day has not come yet. Give the one that the document bears.',
      })
    const thisYear = Number(today.slice(0, 4))
    if (year && (shows === 'tax_form' ? year >= thisYear : year > thisYear))
      unknown.push({
        pointer: `/documents/${at}/year`,
        code: 'future_date',
        detail: 'This year is not over, so no document is about the whole of it. Give the year that the document is about.',
      })
  }
  const papers = asked.flatMap((paper, at): FilePaper[] => {
    const found = kept.find(({ id, sha256 }) => (paper.document_id ? id === paper.document_id : sha256 === paper.sha256))
    if (!found) {
      unknown.push({
        pointer: `/documents/${at}`,
        code: 'not_found',
        detail: 'This document is not kept here for this investor. Upload it first: POST /v1/investors/{id}/documents.',
      })
      return []
    }
    const { shows, year = null, dated = null, of } = paper
    return [{ document_id: found.id, sha256: found.sha256, shows, year, dated, of }]
  })
  if (!unknown.length) unknown.push(...manifold(papers))
  if (unknown.length) throw fieldsWrong(unknown)
  return papers
}

/** What is kept of an investor’s documents, the newest first, and counts for them. */
export async function documentsBehind(tx: Tx, investor: InvestorRow) {
  const owners = [investor.id, ...(isSelf(investor) ? [investor.user_id!] : [])]
  return tx
    .select({ id: documents.id, sha256: documents.sha256, kind: documents.kind, created_at: documents.created_at })
    .from(documents)
    .where(and(inArray(documents.owner_id, owners), inArray(documents.status, ['uploaded', 'accepted'])))
    .orderBy(desc(documents.created_at), desc(documents.id))
}

/** What was said, with the day of an earlier verification that is evidence here. Throws `validation_failed`. */
async function saidOf(tx: Tx, ctx: Ctx, investor: InvestorRow, input: FileInput): Promise<SaidOfFile> {
  const { figures, letter, grandfathered, prior, minimum_investment, note, evidence_id } = input
  const said: SaidOfFile = { figures, letter, grandfathered, prior, minimum_investment, note, evidence_id }
  if (evidence_id !== undefined) await requireCited(tx, ctx, investor, input)
  if (!prior?.evidence_id) return said
  const row = await findScoped(tx, evidence, ctx, prior.evidence_id)
  if (!row || row.person_id !== investor.person_id || row.proves !== 'accreditation' || row.state !== 'valid')
    throw fieldsWrong([
      { pointer: '/prior/evidence_id', code: 'not_found', detail: 'This is no evidence of an accreditation of this investor.' },
    ])
  return { ...said, prior: { ...prior, verified_at: await priorDay(tx, ctx, row) } }
}

/** The ways by which an issuer verified in accordance with 17 CFR 230.506(c)(2)(ii): a representation upon one of them goes on from it. */
const VERIFIES: readonly string[] = ['income_documents', 'net_worth_documents', 'third_party_letter', 'grandfathered', 'prior_verification']

/**
 * The day on which this issuer verified, from which the five years run (17 CFR 230.506(c)(2)(ii)(E)): of evidence that itself rests on an
 * earlier verification the day of that one, for a representation does not begin them anew. Throws `validation_failed` where the issuer did
 * not verify itself: what another organisation verified and shared is theirs, and a high amount or other facts are no way of (ii).
 */
async function priorDay(tx: Tx, ctx: Ctx, { id: evidenceId, taken_at }: typeof evidence.$inferSelect): Promise<string> {
  const [file] = await tx
    .select()
    .from(accreditationFiles)
    .where(inScope(accreditationFiles, ctx, eq(accreditationFiles.evidence_id, evidenceId)))
    .limit(1)
  const detail = !file
    ? 'This was verified by another organisation, and shared with you. Only a verification of your own goes on for five years.'
    : !VERIFIES.includes(file.method)
      ? `What was verified by ${file.method} is no earlier verification. File its documents again.`
      : null
  if (detail) throw fieldsWrong([{ pointer: '/prior/evidence_id', code: 'conflicting', detail }])
  const before = file!.method === 'prior_verification' ? (await openSaid(tx, ctx, file!)).prior?.verified_at : undefined
  return before ?? rulesDay(taken_at.getTime())
}

interface Kept {
  investor: InvestorRow
  basis: FileInput['basis']
  method: FileInput['method']
  said: SaidOfFile
  papers: FilePaper[]
  working: Working
  status: AccreditationFileRow['status']
}

async function keep(tx: Tx, ctx: Ctx, { investor, said, papers, working, ...file }: Kept): Promise<AccreditationFileRow> {
  const id = newId('accreditation_file', ctx.now)
  const person = (await findScoped(tx, persons, ctx, investor.person_id))!
  const at = new Date(ctx.now)
  const [row] = await tx
    .insert(accreditationFiles)
    .values({
      ...file,
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      investor_id: investor.id,
      person_id: person.id,
      subject_key_id: person.subject_key_id,
      cites: said.evidence_id ?? null,
      said_sealed: await ctx.services.keyring.seal(tx, ctx, person.subject_key_id, saidContext(id), said),
      papers,
      digest: hash('sha256', canonical({ id, said, papers } as unknown as Json)),
      missing: working.missing,
      reason_code: working.broken?.toLowerCase() ?? null,
      decision_id: working.decision.id,
      created_by: ctx.actor.id,
      created_at: at,
      updated_at: at,
    })
    .returning()
  return row!
}

/** What follows from a file: a case for a person, and where the investor stands meanwhile. What is verified and counts stays so. */
async function follow(tx: Tx, ctx: Ctx, investor: InvestorRow, row: AccreditationFileRow, working: Working): Promise<EventInput[]> {
  const counts = investor.accreditation_status === 'verified' && !accreditationEnded(investor, ctx.now)
  const why = { reason: row.reason_code ?? 'accreditation_filed' }
  if (row.status === 'refused') {
    if (counts) return []
    const events = await changeStatus(tx, ctx, investor, 'accreditation_status', 'rejected', why)
    await tx
      .update(investors)
      .set({ facts: accreditationFacts(investor.facts, 'rejected') })
      .where(inScope(investors, ctx, eq(investors.id, investor.id)))
    return events
  }
  if (row.status !== 'in_review') return []
  const opened = await openCase(tx, ctx, {
    kind: ACCREDITATION_REVIEW,
    subject: { type: 'accreditation_file', id: row.id },
    decisionId: working.decision.id,
    priority: 40,
    summary: 'An accreditation waits to be read and confirmed',
    details: {
      ...{ investor_id: investor.id, basis: row.basis, method: row.method, sent_by: ctx.actor.id },
      ...(investor.user_id && { user_id: investor.user_id }),
      ...(isSelf(investor) && { self: true }),
      second_person: await takesTwo(tx, ctx),
    },
    deadlineMs: 3 * DAY_MS,
  })
  await tx
    .update(accreditationFiles)
    .set({ case_id: opened.id })
    .where(inScope(accreditationFiles, ctx, eq(accreditationFiles.id, row.id)))
  row.case_id = opened.id
  return [...(counts ? [] : await changeStatus(tx, ctx, investor, 'accreditation_status', 'pending', why)), ...opened.events]
}

/** Whether the tenant wants two people to confirm a file. */
const takesTwo = async (tx: Tx, ctx: Ctx): Promise<boolean> =>
  (await ctx.world.tenant.inForce(tx, ctx)).some(({ fact, value }) => fact === 'accreditation_second_person' && value === true)
