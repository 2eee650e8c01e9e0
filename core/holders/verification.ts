import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { documents, investors, users, verificationStatus } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { addressesOf } from '../accounts/people.ts'
import { type VerificationState, verificationState } from '../accounts/read-account.ts'
import type { AppealView } from '../appeals/present.ts'
import { type AuditInput, appendAudit } from '../audit/append.ts'
import type { Ctx } from '../context.ts'
import { allCountries } from '../countries.ts'
import { documentsOf } from '../documents/list.ts'
import { type DocumentView, presentDocuments } from '../documents/present.ts'
import { AppError, type FieldError, invalidField } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { nameExclusions } from '../exclusions/name.ts'
import { appealableUntil, appealStanding, identityAppeal } from '../investors/appeal.ts'
import { emailHash, type InvestorRow, insertInvestor } from '../investors/create.ts'
import { isLookedAt } from '../investors/looked-at.ts'
import { materialChange, runVerification } from '../investors/verify.ts'
import { notify } from '../notifications/notify.ts'
import { requirePermission } from '../permissions.ts'
import { openPerson, updatePerson } from '../persons/ensure.ts'
import { write } from '../transaction.ts'
import { ageAt } from '../wallets/market-subject.ts'
import { type Draft, keepDraft, readDraft } from './draft.ts'
import { ownInvestor, ownPerson, provenWallets, SELF, statusRow } from './own-investor.ts'
import { personalCtx } from './personal.ts'
import { openReview } from './review.ts'
import { type Accreditation, accreditationSchema, type Identity, identitySchema, termsSchema } from './schemas.ts'
import { TERMS_SHA256, VERIFICATION_TERMS } from './terms.ts'

export const IDENTITY_DOCUMENTS = ['passport', 'id_card', 'drivers_license'] as const
/** Which kind of document shows accreditation by each method. */
export const EVIDENCE: Record<NonNullable<Accreditation['method']>, string> = {
  third_party_letter: 'accreditation_letter',
  income_docs: 'income',
  net_worth_docs: 'net_worth',
  professional_license: 'license',
}

export interface StatusChange {
  at: string
  field: string
  from: string
  to: string
  reason: string
  note: string | null
}

export interface OwnVerification {
  statuses: Record<'identity' | 'accreditation' | 'documents', VerificationState>
  draft: Draft
  /** True once it was signed and sent at least once. */
  submitted: boolean
  /** Whether the identity is looked at: what was sent can be taken back, not changed. */
  looked_at: boolean
  history: StatusChange[]
  documents: DocumentView[]
  rejection: { code: string; message: string; retryable: boolean } | null
  accreditation: { type: string; method: string | null; dated: string | null; expires_at: string | null } | null
  wallet_address: string | null
  terms: readonly string[]
  countries: { code: string; name: string }[]
  full_name: string
  /** Whether a rejected identity can be appealed, and how an appeal stands. */
  appeal: { possible_until: string | null; standing: AppealView | null }
}

/** Where the signed-in person's verification stands, with what was typed so far. */
export async function readOwnVerification({ ctx }: { ctx: Ctx }): Promise<OwnVerification> {
  requirePermission(ctx, 'account.read')
  const own = await personalCtx(ctx)
  const [status, row, papers, [wallet], draft, [user]] = await Promise.all([
    statusRow(own.db, ctx.actor.id),
    ownInvestor(own.db, own),
    documentsOf(own.db, { owner_type: 'user', owner_id: ctx.actor.id }),
    provenWallets(own.db, own),
    readDraft(own.db, own),
    addressesOf(own.db, own.services, eq(users.id, ctx.actor.id)),
  ])
  const record = row?.accreditation ?? null
  const appealed = row ? await identityAppeal(own.db, own, row.id) : null
  return {
    statuses: {
      identity: verificationState(status.identity_status),
      accreditation: verificationState(status.accreditation_status),
      documents: verificationState(status.documents_status),
    },
    draft,
    submitted: row !== null,
    looked_at: row !== null && (await isLookedAt(own.db, own, row)),
    history: (row?.history ?? []).map((h) => ({
      at: String(h.at),
      field: String(h.field).replace('_status', ''),
      from: String(h.from),
      to: String(h.to),
      reason: String(h.reason ?? ''),
      note: typeof h.note === 'string' ? h.note : null,
    })),
    documents: await presentDocuments(own, papers),
    rejection: (status.details.rejection as OwnVerification['rejection']) ?? null,
    accreditation: record
      ? {
          type: String(record.type ?? ''),
          method: typeof record.method === 'string' ? record.method : null,
          dated: typeof record.dated === 'string' ? record.dated : null,
          expires_at: row!.accreditation_status === 'verified' ? (row!.accreditation_expires_at?.toISOString() ?? null) : null,
        }
      : null,
    wallet_address: wallet?.address ?? null,
    terms: VERIFICATION_TERMS,
    countries: allCountries(),
    full_name: `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim(),
    appeal: { possible_until: row && appealableUntil(row, appealed, own.now), standing: appealStanding(appealed) },
  }
}

/** Keeps what was typed so far. With `complete`, the step must be valid: throws `validation_failed` with each field otherwise. */
export async function saveOwnVerification({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { step: keyof Draft; values: Record<string, unknown>; complete: boolean }
}): Promise<{ success: true }> {
  requirePermission(ctx, 'account.write')
  const own = await personalCtx(ctx)
  // Kept first, so that a refusal loses nothing. Not audited: a draft is nobody's business until it is signed.
  const draft = await keepDraft(own.db, own, input.step, input.values)
  if (input.complete) {
    if (input.step === 'identity') parseIdentity(own, draft.identity)
    else parseStep(accreditationSchema, clean(draft.accreditation))
  }
  return { success: true }
}

const clean = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter(([, v]) => v !== ''))

function parseStep<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  // A field is told one thing at a time: the first that is wrong.
  const firsts = parsed.error.issues.filter((issue, i, all) => all.findIndex((each) => each.path.join() === issue.path.join()) === i)
  const fields: FieldError[] = firsts.map((issue) => ({
    pointer: `/${issue.path.join('/')}`,
    code: issue.code,
    detail: issue.message.startsWith('Invalid input') ? 'This field is required' : issue.message,
  }))
  throw new AppError('validation_failed', `${fields.length} ${fields.length === 1 ? 'field needs' : 'fields need'} attention`, { fields })
}

function parseIdentity(ctx: Ctx, values: Record<string, string>): Identity {
  const identity = parseStep(identitySchema, { nationalIdLast4: '', state: '', ...values })
  if (ageAt(identity.dateOfBirth, ctx.now) < 18) throw invalidField('/dateOfBirth', 'under_age', 'Investors must be 18 or older.')
  return identity
}

/**
 * Sends the verification: identity and sanctions are decided at once by the engine, evidence of accreditation and documents wait
 * for a person. Throws `validation_failed`, `already_verified` when nothing is left to send, and `conflict` when it may not be
 * tried again.
 */
export async function submitOwnVerification({ ctx, input }: { ctx: Ctx; input: unknown }): Promise<{ identity: VerificationState }> {
  requirePermission(ctx, 'account.write')
  const own = await personalCtx(ctx)
  const terms = parseStep(termsSchema, input)
  const draft = await readDraft(own.db, own)
  const identity = parseIdentity(own, draft.identity)
  const accreditation = parseStep(accreditationSchema, { accreditationType: 'none', ...clean(draft.accreditation) })
  const plain = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  if (plain(terms.signature) !== plain(`${identity.firstName} ${identity.lastName}`))
    throw invalidField('/signature', 'name_differs', `Type your name as above: ${identity.firstName} ${identity.lastName}`)
  return write(own, async (tx) => {
    const papers = await documentsOf(tx, { owner_type: 'user', owner_id: own.actor.id })
    const evidence = accreditation.method ? papers.find((d) => d.kind === EVIDENCE[accreditation.method!]) : undefined
    if (accreditation.accreditationType !== 'none' && !evidence)
      throw invalidField('/documents', 'required', 'Upload the document that shows your accreditation, or choose that none applies.')
    const found = await ownInvestor(tx, own)
    const lookedAt = found !== null && (await isLookedAt(tx, own, found))
    const row = await ownRow(tx, own, identity, !lookedAt)
    const changed = materialChange(await openPerson(tx, own, await ownPerson(tx, own, row)), identityInput(identity))
    refuseRepeat(row, accreditation, papers, changed.length > 0, lookedAt)
    const anew = row.identity_status !== 'verified' && !lookedAt
    const accredit = evidence !== undefined && row.accreditation_status !== 'verified'
    const done = await runVerification(tx, own, row, {
      checks: [...(anew ? (['identity', 'sanctions'] as const) : []), ...(accredit ? (['accreditation'] as const) : [])],
      identity: identityInput(identity),
      ...(accredit && {
        // Without a date the check waits: the letter has to be read before it counts.
        accreditation: {
          type: accreditation.accreditationType as Exclude<Accreditation['accreditationType'], 'none'>,
          method: accreditation.method!,
          evidence_sha256: evidence.sha256,
          ...(accreditation.verifier && { verifier: accreditation.verifier }),
        },
      }),
      accepted_terms: true,
      // Asked again, an unchanged identity keeps the credential it has.
      force: anew || !accredit,
    })
    const events = [...done.events]
    const waiting = papers.filter((d) => d.status === 'uploaded')
    if (waiting.length) events.push(...(await documentsPending(tx, own, row)))
    const decisionId = done.result.decision.id
    const review = (check: 'identity' | 'accreditation' | 'documents', details: Record<string, unknown>) =>
      openReview(tx, own, { investorId: row.id, check, decisionId, details: { user_id: own.actor.id, ...details } })
    if (anew && done.result.verification.identity_status === 'pending') events.push(...(await review('identity', {})))
    if (accredit && done.result.verification.accreditation_status === 'pending')
      events.push(
        ...(await review('accreditation', {
          document_id: evidence.id,
          type: accreditation.accreditationType,
          method: accreditation.method,
          verifier: accreditation.verifier ?? null,
          dated: accreditation.dated ?? null,
        })),
      )
    if (waiting.length) events.push(...(await review('documents', { document_ids: waiting.map((d) => d.id) })))
    const status = await mirror(tx, own, own.actor.id, done.result.rejection)
    await tellPerson(tx, own, own.actor.id, status.identity_status)
    const audits: [AuditInput, ...AuditInput[]] = [
      done.audit,
      {
        action: 'update_verification_status',
        category: 'user',
        subject: { type: 'user', id: own.actor.id },
        details: { identity: status.identity_status, terms_sha256: TERMS_SHA256, documents: papers.map((d) => d.sha256) },
      },
    ]
    return { result: { identity: verificationState(status.identity_status) }, audit: audits, events }
  })
}

const identityInput = (i: Identity) => ({
  first_name: i.firstName,
  last_name: i.lastName,
  date_of_birth: i.dateOfBirth,
  ...(i.nationalIdLast4 && { national_id_last4: i.nationalIdLast4 }),
  address: i.address,
  city: i.city,
  ...(i.state && { state: i.state }),
  zip_code: i.zipCode,
  country: i.country,
  phone_number: i.phoneNumber,
})

/** What the person's own organisation said of them before does not count for others: everything is checked anew. */
const UNCHECKED = {
  status: 'incomplete',
  identity_status: 'incomplete',
  accreditation_status: 'incomplete',
  documents_status: 'incomplete',
  accreditation: null,
  accreditation_expires_at: null,
}

/** The own record: made at the first sending, corrected at a later one while identity is neither verified nor looked at. */
async function ownRow(tx: Tx, ctx: Ctx, i: Identity, correct: boolean): Promise<InvestorRow> {
  const address = { line1: i.address, city: i.city, ...(i.state && { state: i.state }), postal_code: i.zipCode }
  const [wallet] = await provenWallets(tx, ctx)
  const own = await ownInvestor(tx, ctx)
  let row = own
  const email = ctx.actor.type === 'user' ? ctx.actor.email : ''
  if (!row) {
    const [known] = await tx
      .select()
      .from(investors)
      .where(inScope(investors, ctx, eq(investors.email_hash, emailHash(ctx, email))))
      .limit(1)
    row = known
      ? { ...known, ...UNCHECKED }
      : (
          await insertInvestor(tx, ctx, {
            type: 'individual',
            full_name: `${i.firstName} ${i.lastName}`,
            email,
            date_of_birth: i.dateOfBirth,
            country: i.country,
            address,
            phone: i.phoneNumber,
            metadata: {},
          })
        ).row
  }
  if (correct && row.identity_status !== 'verified') {
    const person = await ownPerson(tx, ctx, row)
    const known = await openPerson(tx, ctx, person)
    await updatePerson(tx, ctx, person, {
      ...known,
      full_name: `${i.firstName} ${i.lastName}`,
      date_of_birth: i.dateOfBirth,
      country: i.country,
      address,
      phone: i.phoneNumber,
    })
  }
  const [stored] = await tx
    .update(investors)
    .set({
      ...(!own && UNCHECKED),
      user_id: ctx.actor.id,
      external_id: SELF,
      wallet_id: row.wallet_id ?? wallet?.id ?? null,
      us_state: i.country === 'US' && /^[A-Z]{2}$/.test(i.state.toUpperCase()) ? i.state.toUpperCase() : row.us_state,
    })
    .where(inScope(investors, ctx, eq(investors.id, row.id)))
    .returning()
  return stored!
}

function refuseRepeat(
  row: InvestorRow,
  accreditation: Accreditation,
  papers: { status: string }[],
  changed: boolean,
  lookedAt: boolean,
): void {
  const fresh = papers.some((d) => d.status === 'uploaded')
  if (lookedAt && !fresh && (accreditation.accreditationType === 'none' || row.accreditation_status === 'verified'))
    throw new AppError(
      'verification_in_progress',
      'A person is looking at your identity. To change what you sent, take the verification back first.',
    )
  if (
    row.identity_status === 'verified' &&
    !changed &&
    !fresh &&
    (accreditation.accreditationType === 'none' || row.accreditation_status === 'verified')
  )
    throw new AppError('already_verified', 'Everything you sent is verified already.')
}

async function documentsPending(tx: Tx, ctx: Ctx, row: InvestorRow): Promise<EventInput[]> {
  const [now] = await tx
    .select()
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.id, row.id)))
  if (now!.documents_status === 'pending') return []
  return changeStatus(tx, ctx, now!, 'documents_status', 'pending', { reason: 'uploaded' })
}

/** Moves one status of an investor, keeps the history and says so. */
export async function changeStatus(
  tx: Tx,
  ctx: Ctx,
  row: InvestorRow,
  field: 'identity_status' | 'accreditation_status' | 'documents_status',
  to: VerificationState,
  why: { reason: string; note?: string | null },
): Promise<EventInput[]> {
  const from = verificationState(row[field])
  if (from === to) return []
  const entry = { at: new Date(ctx.now).toISOString(), field, from, to, actor: ctx.actor.id, reason: why.reason, note: why.note ?? null }
  await tx
    .update(investors)
    .set({
      [field]: to,
      ...(field === 'identity_status' && { status: to }),
      history: [entry, ...row.history].slice(0, 100),
      updated_at: new Date(ctx.now),
    })
    .where(inScope(investors, ctx, eq(investors.id, row.id)))
  const check = field.replace('_status', '')
  return [
    {
      type: `investor.verification.${to}`,
      resource: { type: 'investor', id: row.id },
      object: { investor_id: row.id, check, from, to, reason_code: to === 'rejected' ? why.reason : null },
    },
  ]
}

/** Writes the own record's statuses into the product's status table, from which screens and admins read. */
export async function mirror(tx: Tx, ctx: Ctx, userId: string, rejection: OwnVerification['rejection']) {
  const row = (await ownInvestor(tx, ctx, userId))!
  const { details } = await statusRow(tx, userId)
  const next = {
    identity_status: row.identity_status,
    accreditation_status: row.accreditation_status,
    documents_status: row.documents_status,
  }
  await tx
    .update(verificationStatus)
    .set({ ...next, details: { ...details, rejection }, updated_at: new Date() })
    .where(eq(verificationStatus.user_id, userId))
  if (row.identity_status === 'verified') {
    const [before] = await tx.select({ verified: users.is_verified }).from(users).where(eq(users.id, userId)).for('update').limit(1)
    await tx.update(users).set({ is_verified: true, profile_completed: true, updated_at: new Date() }).where(eq(users.id, userId))
    if (before && !before.verified)
      await appendAudit(tx, ctx, [
        { action: 'account_verified', category: 'user', userId, subject: { type: 'user', id: userId }, details: { is_verified: true } },
      ])
    await nameExclusions(tx, ctx, userId, row)
  }
  return next
}

const WORDS: Partial<Record<string, { title: string; body: string }>> = {
  verified: { title: 'Your identity is verified', body: 'Connect a wallet to have your credential sealed to it.' },
  pending: {
    title: 'A person is looking at your identity',
    body: 'Something has to be compared by hand. You will hear within three days.',
  },
  rejected: { title: 'Your identity could not be verified', body: 'See why, and what you can do.' },
  incomplete: { title: 'Your verification needs more', body: 'See what is missing.' },
}

async function tellPerson(tx: Tx, ctx: Ctx, userId: string, identity: string): Promise<void> {
  const words = WORDS[identity]
  if (words) await notify(tx, ctx, { userId, ...words, href: '/dashboard/verification' })
}

/** Marks documents as accepted or refused. */
export async function judgeDocuments(tx: Tx, ids: string[], status: 'accepted' | 'refused'): Promise<void> {
  if (ids.length)
    await tx
      .update(documents)
      .set({ status })
      .where(and(inArray(documents.id, ids), eq(documents.status, 'uploaded')))
}
