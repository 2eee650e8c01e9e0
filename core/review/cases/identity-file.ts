import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { caseCtx, isHiddenFrom } from '#core/access/second-person/scope.ts'
import type { Picture } from '#core/identity/documents/kinds.ts'
import { fileNameOf } from '#core/identity/documents/present.ts'
import { documentKey, SHOWN_FOR_ANOTHER, shownForOthers } from '#core/identity/evidence/document-key.ts'
import type { EvidenceRow } from '#core/identity/evidence/present.ts'
import { readContext } from '#core/identity/evidence/record.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import type { DocumentSaid } from '#core/identity/reviews/data.ts'
import { type ComparedField, differencesOf } from '#core/identity/reviews/differences.ts'
import { picturesOf } from '#core/identity/reviews/holder.ts'
import { type MrzRead, readMrz } from '#core/identity/reviews/mrz.ts'
import { keepReviewState, openReviewState, type ReviewState } from '#core/identity/reviews/state.ts'
import { REVOCATION_UNKNOWN } from '#core/identity/revocations/check.ts'
import { IDENTITY_EVIDENCE, IDENTITY_REVIEW, lockSession } from '#core/identity/sessions/conclude.ts'
import type { SessionRow } from '#core/identity/sessions/present.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Revocation } from '#credentials/revocation/decide.ts'
import { cases, documents, evidence, identitySessions, investors, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { type CaseView, inQueue, isIdentityCase, presentCase } from './case.ts'

/** What a reviewer has before them: what was told, typed and shown, side by side. */
export interface IdentityFile {
  session_id: string
  wallet_address: string | null
  investor_id: string | null
  level: string
  /** Whether who it is about was said by the holder alone, and is somebody known before. */
  told_by: 'tenant' | 'holder' | 'holder_matched'
  /** Where they said to live. */
  address: string | null
  fields: ComparedField[]
  document: DocumentSaid | null
  mrz: (Pick<MrzRead, 'format' | 'wrong'> & { typed_by: 'holder' | 'reviewer' }) | null
  pictures: { id: string; kind: Picture; file_name: string; media_type: string; size: number; sha256: string; created_at: string }[]
  /** Other sessions in which the very same picture was sent, and that are about somebody else as far as it is known. */
  shown_elsewhere: string[]
  /** For whom else a document of the same state and number counts, and where it was shown. */
  document_elsewhere: OtherHolder[]
  /** Of evidence that another way found: by which, and on whose word. */
  conflict: { method: string; voucher: string; names_other: boolean; unchecked: { issuer: string; reason: string } | null } | null
  /** The person's key was destroyed: nothing of them can be opened. */
  erased: boolean
}

/** Somebody else of the same organisation for whom a document counts. */
interface OtherHolder {
  evidence_id: string
  session_id: string | null
  investor_id: string | null
  person_id: string
  name: string | null
}

/** The file of a case about an identity; null for other cases. */
export async function identityFileOf(tenant: Ctx, row: CaseRow): Promise<IdentityFile | null> {
  if (!isIdentityCase(row.kind)) return null
  const session = await findScoped(tenant.db, identitySessions, tenant, row.subject_id)
  if (!session) return null
  const evidenceId = typeof row.details.evidence_id === 'string' ? row.details.evidence_id : session.evidence_id
  const [person, wallet, found, state, pictures] = await Promise.all([
    session.person_id ? findScoped(tenant.db, persons, tenant, session.person_id) : null,
    session.wallet_id ? findScoped(tenant.db, wallets, tenant, session.wallet_id) : null,
    evidenceId ? findScoped(tenant.db, evidence, tenant, evidenceId) : null,
    openReviewState(tenant.db, tenant, session),
    picturesOf(tenant.db, session.id),
  ])
  const told = person && !person.erased_at ? await openPerson(tenant.db, tenant, person).catch(nothingIfErased) : null
  const read = found
    ? await tenant.services.keyring
        .open<Record<string, unknown>>(tenant.db, found.subject_key_id, readContext(found.id), found.read_sealed)
        .catch(nothingIfErased)
    : null
  const { document, mrz } = shownOf(state, read)
  const shown_elsewhere = await sameElsewhere(
    tenant,
    session,
    pictures.map(({ sha256 }) => sha256),
  )
  const others = await documentElsewhere(tenant, person?.id ?? null, document, mrz)
  return {
    session_id: session.id,
    wallet_address: wallet?.address ?? null,
    investor_id: session.investor_id,
    level: session.level,
    told_by: !state.person ? 'tenant' : state.matched ? 'holder_matched' : 'holder',
    address: told?.address ? Object.values(told.address).filter(Boolean).join(', ') : null,
    fields: differencesOf(told ?? {}, document, mrz),
    document,
    mrz: mrz && { format: mrz.format, wrong: mrz.wrong, typed_by: state.mrz_by ? 'reviewer' : 'holder' },
    pictures: await Promise.all(
      pictures.map(async (one) => ({
        id: one.id,
        kind: one.kind as Picture,
        file_name: await fileNameOf(tenant, one),
        media_type: one.media_type,
        size: one.size,
        sha256: one.sha256,
        created_at: one.created_at.toISOString(),
      })),
    ),
    shown_elsewhere,
    document_elsewhere: others,
    conflict: found && typeof row.details.evidence_id === 'string' ? conflictOf(found) : null,
    erased: person !== null && told === null,
  }
}

/** Sessions of the tenant, but for those of the same person, that hold one of these pictures byte for byte. At most ten, the newest first. */
async function sameElsewhere(tenant: Ctx, { id, person_id }: Pick<SessionRow, 'id' | 'person_id'>, digests: string[]): Promise<string[]> {
  if (!digests.length) return []
  const s = identitySessions
  const rows = await tenant.db
    .selectDistinct({ id: s.id, created_at: s.created_at })
    .from(documents)
    .innerJoin(s, eq(s.id, documents.owner_id))
    .where(
      inScope(
        s,
        tenant,
        and(
          eq(documents.owner_type, 'identity_session'),
          inArray(documents.sha256, digests),
          ne(s.id, id),
          person_id === null ? undefined : or(isNull(s.person_id), ne(s.person_id, person_id)),
        ),
      ),
    )
    .orderBy(desc(s.created_at), desc(s.id))
    .limit(10)
  return rows.map((row) => row.id)
}

/** For whom else this document counts, by its state and its number as typed or as its lines say: whoever looks compares both. */
async function documentElsewhere(
  tenant: Ctx,
  personId: string | null,
  document: DocumentSaid | null,
  mrz: MrzRead | null,
): Promise<OtherHolder[]> {
  if (!document) return []
  const keys = [document, { ...document, ...(mrz?.number && { number: mrz.number }) }].map((one) => documentKey(tenant, { ...one }))
  const found = await Promise.all([...new Set(keys)].map((key) => shownForOthers(tenant.db, tenant, key, personId)))
  const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()]
  return Promise.all(
    rows.map(async ({ id, session_id, person_id }) => {
      const person = (await findScoped(tenant.db, persons, tenant, person_id))!
      const [investor] = await tenant.db
        .select({ id: investors.id })
        .from(investors)
        .where(inScope(investors, tenant, eq(investors.person_id, person_id)))
        .limit(1)
      const said = await openPerson(tenant.db, tenant, person).catch(nothingIfErased)
      return { evidence_id: id, session_id, investor_id: investor?.id ?? null, person_id, name: said?.full_name || null }
    }),
  )
}

/** Why evidence waits for a person. */
function conflictOf({ method, voucher, reason_code, proof }: EvidenceRow): IdentityFile['conflict'] {
  const { certificates = [] } = (proof?.revocation ?? {}) as Partial<Revocation>
  const open = certificates.find(({ state }) => state === 'unknown')
  return {
    method,
    voucher: voucher.name,
    names_other: reason_code !== REVOCATION_UNKNOWN && reason_code !== SHOWN_FOR_ANOTHER,
    unchecked: open ? { issuer: open.issuer, reason: open.reason ?? 'unreachable' } : null,
  }
}

function nothingIfErased(error: unknown): null {
  if (error instanceof Erased) return null
  throw error
}

/** While it is looked at, from the session; afterwards from the evidence. What other ways read has fewer fields. */
function shownOf(state: ReviewState, read: Record<string, unknown> | null): { document: DocumentSaid | null; mrz: MrzRead | null } {
  if (state.document) return { document: state.document, mrz: state.mrz ?? null }
  if (!read?.full_name) return { document: null, mrz: null }
  return {
    document: { number: read.document_number ?? '', ...read } as unknown as DocumentSaid,
    mrz: (read.mrz as MrzRead | undefined) ?? null,
  }
}

/** Cases about identities of the own organisation, what waits first, the newest of them on top. At most 200. */
export const listIdentityCases = definePageVerb({
  name: 'cases.list_identity',
  permission: 'cases.decide',
  run: ({ ctx }): Promise<CaseView[]> => listOwn(ctx, [IDENTITY_REVIEW, IDENTITY_EVIDENCE]),
})

async function listOwn(ctx: Ctx, kinds: CaseRow['kind'][]): Promise<CaseView[]> {
  const rows = await ctx.db
    .select()
    .from(cases)
    .where(inQueue(ctx, inArray(cases.kind, kinds)))
    .orderBy(sql`${cases.status} = 'decided'`, desc(cases.created_at), desc(cases.id))
    .limit(200)
  return rows.map((row) => presentCase(row, ctx.now))
}

/** Accreditation files of the own organisation that people read, what waits first, the newest of them on top. At most 200. */
export const listAccreditationCases = definePageVerb({
  name: 'cases.list_accreditation',
  permission: 'cases.decide',
  run: async ({ ctx }): Promise<CaseView[]> =>
    // What somebody files of themselves is not for their colleagues to read.
    (await listOwn(ctx, ['accreditation_review'])).filter(({ details }) => details.self !== true),
})

/**
 * The lines of a machine-readable zone as a reviewer reads them in the picture. Unlike what a holder types, lines whose check digits do
 * not fit are kept and marked: that they do not is a finding. Throws `not_found`, `validation_failed`, `invalid_transition`.
 */
export const readPrintedZone = definePageVerb({
  name: 'identity_reviews.read_zone',
  permission: 'cases.decide',
  input: z.strictObject({ id: z.string().max(100), mrz: z.string().trim().min(1, 'Type the lines first').max(400) }),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    const tenant = await caseCtx(ctx, input.id)
    const row = await findScoped(ctx.db, cases, tenant, input.id)
    if (!row || !isIdentityCase(row.kind) || (await isHiddenFrom(ctx, row.id))) throw notFound()
    const read = await readMrz(input.mrz, new Date(tenant.now).toISOString().slice(0, 10))
    if ('problem' in read) throw invalidField('/mrz', 'invalid_format', read.problem)
    // no event: nothing is decided by it.
    return write(tenant, async (tx) => {
      const session = await lockSession(tx, tenant, row.subject_id)
      const state = await openReviewState(tx, tenant, session)
      if (!state.document) throw new AppError('conflict', 'There is no document to compare these lines with.')
      await keepReviewState(tx, tenant, session, { ...state, mrz: read.mrz, mrz_by: tenant.actor.id })
      return {
        result: { success: true as const },
        audit: {
          action: 'identity_zone_read',
          category: 'admin',
          subject: { type: 'case', id: row.id },
          details: { session_id: session.id, wrong: read.mrz.wrong },
        },
      }
    })
  },
})
