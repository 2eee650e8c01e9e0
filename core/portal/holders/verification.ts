import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { type VerificationState, verificationState } from '#core/access/accounts/read-account.ts'
import { documentsOf } from '#core/identity/documents/list.ts'
import { type DocumentView, presentDocuments } from '#core/identity/documents/present.ts'
import { changeStatus, mirror } from '#core/identity/holders/status.ts'
import { openPerson, updatePerson } from '#core/identity/persons/ensure.ts'
import { lockOwnInvestor, ownInvestor, ownPerson, provenWallets, SELF, statusRow } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { allCountries, countryCode } from '#core/kernel/countries.ts'
import { AppError } from '#core/kernel/errors.ts'
import { addressesOf, openProfile } from '#core/kernel/people.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { AppealView } from '#core/review/appeals/appeal.ts'
import { appealStanding, identityAppeal, identityAppealableUntil } from '#core/review/appeals/of-investor.ts'
import { emailHash, type InvestorRow, insertInvestor } from '#core/securities/investors/create.ts'
import { isLookedAt } from '#core/securities/investors/looked-at.ts'
import { materialChange } from '#core/securities/investors/material-change.ts'
import { accreditationEnded } from '#core/securities/investors/present.ts'
import { runVerification } from '#core/securities/investors/run-verification.ts'
import type { Tx } from '#db/connect.ts'
import { investors, userProfiles, users } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type Draft, keepDraft, readDraft } from './draft.ts'
import { clean, type Missing, missingIn, refuseAll, signatureProblems } from './missing.ts'
import { fileOwn } from './own-file.ts'
import { openReview } from './review.ts'
import { accreditationSchema, type Identity, identitySchema } from './schemas.ts'
import { TERMS_SHA256, VERIFICATION_TERMS } from './terms.ts'

interface StatusChange {
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
  /** `ended_at`: when the proof ended that was verified before; the state is incomplete again since. */
  accreditation: { type: string; method: string | null; dated: string | null; expires_at: string | null; ended_at: string | null } | null
  /** What each step still needs, all of it. */
  missing: Missing
  wallet_address: string | null
  terms: readonly string[]
  countries: { code: string; name: string }[]
  full_name: string
  /** Fields of the identity as the account has them: nobody is asked twice. */
  known: Partial<Record<keyof Identity, string>>
  /** Whether a rejected identity can be appealed, and how an appeal stands. */
  appeal: { possible_until: string | null; standing: AppealView | null }
}

/** Where the signed-in person's verification stands, with what was typed so far. */
export const readOwnVerification = definePageVerb({
  name: 'own.read_verification',
  permission: 'account.read',
  run: async ({ ctx }): Promise<OwnVerification> => {
    const own = await personalCtx(ctx)
    const [status, row, papers, [wallet], draft, [user], known] = await Promise.all([
      statusRow(own.db, ctx.actor.id),
      ownInvestor(own.db, own),
      documentsOf(own.db, { owner_type: 'user', owner_id: ctx.actor.id }),
      provenWallets(own.db, own),
      readDraft(own.db, own),
      addressesOf(own.db, own.services, eq(users.id, ctx.actor.id)),
      knownOf(own),
    ])
    const record = row?.accreditation ?? null
    const until = row?.accreditation_status === 'verified' ? (row.accreditation_expires_at?.toISOString() ?? null) : null
    const ended = row !== null && accreditationEnded(row, own.now)
    const appealed = row ? await identityAppeal(own.db, own, row.id) : null
    return {
      statuses: {
        identity: verificationState(status.identity_status),
        accreditation: ended ? 'incomplete' : verificationState(status.accreditation_status),
        documents: verificationState(status.documents_status),
      },
      draft,
      missing: missingIn(own, draft, papers, ended),
      known,
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
            expires_at: ended ? null : until,
            ended_at: ended ? until : null,
          }
        : null,
      wallet_address: wallet?.address ?? null,
      terms: VERIFICATION_TERMS,
      countries: allCountries(),
      full_name: `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim(),
      appeal: { possible_until: row && identityAppealableUntil(row, appealed, own.now), standing: appealStanding(appealed) },
    }
  },
})

/** What the account says of its person, under the names of the verification. */
async function knownOf(ctx: Ctx): Promise<OwnVerification['known']> {
  const [row] = await ctx.db.select().from(userProfiles).where(eq(userProfiles.user_id, ctx.actor.id)).limit(1)
  const profile = await openProfile(ctx.db, ctx.services, row)
  const found = {
    dateOfBirth: profile.date_of_birth,
    address: profile.address,
    city: profile.city,
    state: profile.state,
    zipCode: profile.zip_code,
    country: profile.country && countryCode(profile.country),
    phoneNumber: profile.phone,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value))
}

const saveInput = z.strictObject({
  step: z.enum(['identity', 'accreditation']),
  values: z.record(z.string(), z.unknown()),
  complete: z.boolean(),
})

/** Keeps what was typed so far. With `complete`, the step must be valid: throws `validation_failed` with each field otherwise. */
export const saveOwnVerification = definePageVerb({
  name: 'own.save_verification',
  permission: 'account.write',
  input: saveInput,
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    const own = await personalCtx(ctx)
    // Kept first, so that a refusal loses nothing. Not audited: a draft is nobody's business until it is signed.
    const draft = await keepDraft(own.db, own, input.step, input.values)
    if (input.complete) {
      const row = await ownInvestor(own.db, own)
      const papers = await documentsOf(own.db, { owner_type: 'user', owner_id: ctx.actor.id })
      refuseAll(missingIn(own, draft, papers, row !== null && accreditationEnded(row, own.now))[input.step])
    }
    return { success: true }
  },
})

/**
 * Sends the verification: identity and sanctions are decided at once by the engine, evidence of accreditation and documents wait
 * for a person. Throws `validation_failed`, `already_verified` when nothing is left to send, and `conflict` when it may not be
 * tried again.
 */
export const submitOwnVerification = definePageVerb({
  name: 'own.submit_verification',
  permission: 'account.write',
  input: z.unknown(),
  run: async ({ ctx, input }): Promise<{ identity: VerificationState }> => {
    const own = await personalCtx(ctx)
    const draft = await readDraft(own.db, own)
    return write(own, async (tx) => {
      const papers = await documentsOf(tx, { owner_type: 'user', owner_id: own.actor.id })
      const found = await ownInvestor(tx, own)
      const ended = found !== null && accreditationEnded(found, own.now)
      // Everything that is missing is told at once.
      const missing = missingIn(
        own,
        { ...draft, accreditation: { accreditationType: 'none', ...clean(draft.accreditation) } },
        papers,
        ended,
      )
      refuseAll([...signatureProblems(input, draft.identity), ...missing.identity, ...missing.accreditation, ...missing.documents])
      const identity = identitySchema.parse({ nationalIdLast4: '', state: '', ...draft.identity })
      const accreditation = accreditationSchema.parse({ accreditationType: 'none', ...clean(draft.accreditation) })
      const lookedAt = found !== null && (await isLookedAt(tx, own, found))
      const row = await ownRow(tx, own, identity, !lookedAt)
      const changed = materialChange(await openPerson(tx, own, await ownPerson(tx, own, row)), identityInput(identity))
      const accredited = row.accreditation_status === 'verified' && !ended
      refuseRepeat(row, accreditation.accreditationType === 'none' || accredited, papers, changed.length > 0, lookedAt)
      const anew = row.identity_status !== 'verified' && !lookedAt
      const accredit = accreditation.accreditationType !== 'none' && !accredited
      // Where only the accreditation is new, an unchanged identity keeps the credential it has.
      const done =
        anew || changed.length || !accredit
          ? await runVerification(tx, own, row, {
              checks: anew ? ['identity', 'sanctions'] : [],
              identity: identityInput(identity),
              accepted_terms: true,
              force: anew || !accredit,
            })
          : null
      const filed = accredit ? await fileOwn(tx, own, (await lockOwnInvestor(tx, own))!, accreditation, papers, ended) : null
      const events = [...(done?.events ?? []), ...(filed?.events ?? [])]
      const waiting = papers.filter((d) => d.status === 'uploaded')
      if (waiting.length) events.push(...(await documentsPending(tx, own, row)))
      const decisionId = done?.result.decision.id ?? filed?.working.decision.id ?? null
      const review = (check: 'identity' | 'documents', details: Record<string, unknown>) =>
        openReview(tx, own, { investorId: row.id, check, decisionId, details: { user_id: own.actor.id, ...details } })
      if (anew && done?.result.verification.identity_status === 'pending') events.push(...(await review('identity', {})))
      if (waiting.length) events.push(...(await review('documents', { document_ids: waiting.map((d) => d.id) })))
      const status = await mirror(tx, own, own.actor.id, done?.result.rejection ?? null)
      await tellPerson(tx, own, own.actor.id, status.identity_status)
      const audits: [AuditInput, ...AuditInput[]] = [
        {
          action: 'update_verification_status',
          category: 'user',
          subject: { type: 'user', id: own.actor.id },
          details: { identity: status.identity_status, terms_sha256: TERMS_SHA256, documents: papers.map((d) => d.sha256) },
        },
        ...[done, filed].flatMap((one) => one?.audit ?? []),
      ]
      return { result: { identity: verificationState(status.identity_status) }, audit: audits, events }
    })
  },
})

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
} as const

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

function refuseRepeat(row: InvestorRow, settled: boolean, papers: { status: string }[], changed: boolean, lookedAt: boolean): void {
  const fresh = papers.some((d) => d.status === 'uploaded')
  if (lookedAt && !fresh && settled)
    throw new AppError(
      'verification_in_progress',
      'A person is looking at your identity. To change what you sent, take the verification back first.',
    )
  if (row.identity_status === 'verified' && !changed && !fresh && settled)
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
