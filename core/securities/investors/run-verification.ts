import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import { type Changed, suspendPerson } from '#core/identity/credentials/change-state.ts'
import { summarise } from '#core/identity/credentials/live.ts'
import { updatePerson } from '#core/identity/persons/ensure.ts'
import { stateOfPerson } from '#core/identity/persons/places.ts'
import { type IdentityRejection, identityRejection } from '#core/identity/persons/rejection.ts'
import { proveControl } from '#core/identity/wallets/prove-control.ts'
import { bindPerson, startingCredential } from '#core/identity/wallets/starting-credential.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { openCase } from '#core/record/cases/open.ts'
import { approvedOutcome } from '#core/record/decisions/approved.ts'
import { type Decided, recordDecision } from '#core/record/decisions/decide.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import { keepCallback } from '#core/record/webhooks/callback.ts'
import { screeningRow } from '#core/screening/matching/screening-row.ts'
import { accreditationFound } from '#core/sources/accreditation/source.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Tx } from '#db/connect.ts'
import { investors, screenings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { judgeWaitingSoon, rejectWaiting } from '../bookings/of-investor.ts'
import { affiliationAfter, stateFacts } from '../holdings/holder-facts.ts'
import type { Filed } from './accreditation/file.ts'
import { fileFromWords } from './accreditation/from-words.ts'
import { accreditationAfter, accreditationEnd, accreditationMissing, accreditationRecord } from './accreditation-evidence.ts'
import { accreditationFacts, identityFacts, isExhausted } from './attempts.ts'
import type { InvestorRow } from './create.ts'
import { gatherVerification } from './gather-verification.ts'
import { nextAction, putBack } from './next-action.ts'
import { type investorVerificationAnswer, readStatus, readStatuses, type Status } from './present.ts'
import { type StatusField, type Step, stepEvents, stepHistory, stepsOf } from './steps.ts'
import { updatedEvents } from './updated-events.ts'
import { documentsEnd, setValidity } from './validity.ts'
import { type Attempt, checksIdentity, type How, inProgress, readAttempt, refuseAgain } from './verification-attempt.ts'
import { followVerification, MATERIAL_CHANGE } from './verification-credentials.ts'
import type { VerifyInvestorInput } from './verify-input.ts'
import { noteSigned } from './wallet-signed.ts'
import { setWalletStatus } from './wallet-status.ts'

const HOUR_MS = 3_600_000

export type InvestorVerification = z.output<typeof investorVerificationAnswer>

/**
 * Runs the asked checks on an investor and lets everything follow: statuses by the engine's decision, credentials, sales that wait, a case
 * where a person has to look. Throws what `refuseAgain` does, and `terms_not_accepted`.
 */
export async function runVerification(
  tx: Tx,
  ctx: Ctx,
  found: InvestorRow,
  input: VerifyInvestorInput,
  how: How = {},
): Promise<{ result: InvestorVerification; audit: AuditInput; events: EventInput[] }> {
  refuseTerms(input)
  const attempt = await readAttempt(tx, ctx, found, input, how)
  await refuseAgain(tx, ctx, attempt)
  const { row, wallet, stopped } = await begin(tx, ctx, attempt)
  const judged = await judge(tx, ctx, attempt, row, wallet)
  const { decided, reached } = judged
  const after = statusesAfter(ctx, attempt, row, judged)
  const { next, rejection } = after
  const followed = await followVerification(tx, ctx, attempt, {
    before: readStatus(row.identity_status),
    ...{ next, reached, decisionId: decided.decision.id, wallet, stopped, identity: judged.identity },
  })
  await setWalletStatus(tx, ctx, wallet?.id ?? null, next.identity_status)
  const steps = stepsOf(row, next, after.checked)
  const stored = await store(tx, ctx, attempt, row, after, steps, judged.place)
  const ended = next.identity_status === 'rejected' ? await rejectWaiting(tx, ctx, row.id, 'identity_rejected') : null
  if (steps.some((step) => step.to === 'verified') || !followed.reused) await judgeWaitingSoon(tx, ctx, row.id)
  await setValidity(tx, ctx, row.id, {
    ...{ before: found, after: next, checked: attempt.checks, documentsEnd: documentsEnd(input.documents) },
  })
  const opened = await openReviewCase(tx, ctx, attempt, row, judged, next)
  const filed = await fileWords(tx, ctx, attempt, stored)
  const credential = followed.credential && wallet ? summarise(followed.credential, wallet, ctx.now, followed.reused) : null
  const missing = missingOf(ctx, attempt, row, judged, next, filed)
  return {
    result: {
      success: true,
      object: 'investor_verification',
      investor_id: row.id,
      verification_id: judged.screeningId,
      status: next.identity_status,
      verification: readStatuses(stored, credential, ctx.now).verification,
      missing,
      rejection,
      credential,
      next_action: followed.barred ? putBack(credential?.state) : nextAction(row.type, next.identity_status, missing, rejection),
      expires_at: credential?.expires_at ?? null,
      decision: decided.decision,
    },
    audit: {
      ...decided.audit,
      details: {
        ...decided.audit.details,
        ...{ investor_id: row.id, verification_id: judged.screeningId, ...(filed && { accreditation_file: filed.row.id }) },
        // The fields, not what stands in them.
        ...(attempt.corrected.length > 0 && { [attempt.changed.length ? 'material_change' : 'corrected']: attempt.corrected }),
        ...((stopped ?? followed.doubted)?.rows.length && { suspended: (stopped ?? followed.doubted)!.rows.map((one) => one.id) }),
        ...(ended?.audit.length && { investments_rejected: ended.audit.map((one) => one.subject!.id) }),
        ...(followed.resumed?.rows.length && { resumed: followed.resumed.rows.map((one) => one.id) }),
      },
    },
    events: [
      ...judged.lifted,
      ...(stopped ? [pendingAgain(row.id), ...stopped.events] : []),
      ...(followed.doubted?.events ?? []),
      ...(followed.resumed?.events ?? []),
      ...followed.events,
      ...stepEvents(row.id, steps, rejection?.code ?? null),
      ...updatedEvents(row, stored, attempt),
      ...opened,
      ...[filed, ended].flatMap((done) => done?.events ?? []),
    ],
  }
}

/** Where a word shows nothing, it opens a file, which a person reads once it is whole. */
const fileWords = async (tx: Tx, ctx: Ctx, { input: { accreditation }, checks }: Attempt, row: InvestorRow): Promise<Filed | null> =>
  accreditation && checks.includes('accreditation') && !ctx.world.accreditation.takesWord
    ? fileFromWords(tx, ctx, row, accreditation)
    : null

function refuseTerms({ accepted_terms }: VerifyInvestorInput): void {
  if (accepted_terms === false)
    throw new AppError('terms_not_accepted', 'accepted_terms must be true when it is sent.', {
      fields: [{ pointer: '/accepted_terms', code: 'invalid_enum', detail: 'The terms must be accepted.' }],
    })
}

/** Keeps what is said of the person and binds the wallet. Who is not who was verified is pending until they are checked. */
async function begin(
  tx: Tx,
  ctx: Ctx,
  { row, input, person, data, changed, persona, ...attempt }: Attempt,
): Promise<{ row: InvestorRow; wallet: WalletRow | null; stopped: Changed | null }> {
  if (input.callback_url) await keepCallback(tx, ctx, row.id, input.callback_url)
  await updatePerson(tx, ctx, person, data)
  // Until then nothing rests on the old check.
  const stopped = changed.length ? await suspendPerson(tx, ctx, person.id, MATERIAL_CHANGE) : null
  let { wallet } = attempt
  if (wallet && input.signature) wallet = (await proveControl(tx, ctx, wallet, input.signature)).wallet
  if (wallet) wallet = (await startingCredential(tx, ctx, wallet, persona, true)).wallet
  if (wallet && wallet.person_id !== person.id) wallet = await bindPerson(tx, ctx, wallet, person)
  const now = wallet && input.signature ? await noteSigned(tx, ctx, row, wallet.id) : row
  if (!stopped) return { row: now, wallet, stopped }
  const history = [changeEntry(ctx, changed), ...row.history]
  return { row: { ...now, identity_status: 'pending', status: 'pending', history }, wallet, stopped }
}

/** Who somebody is, by their own word, while no source of identity says more. */
const SAID_OF_WHO = ['full_name', 'date_of_birth', 'places', 'us_person', 'residence', 'us_state']

type Judged = Awaited<ReturnType<typeof judge>>

/** Screens and decides, and keeps both. */
async function judge(tx: Tx, ctx: Ctx, attempt: Attempt, row: InvestorRow, wallet: WalletRow | null) {
  const { input, how, person, data, persona, accreditation } = attempt
  const gathered = await gatherVerification(tx, ctx, {
    ...{ row, person, data, wallet, persona, documents: input.documents, release: how.release },
  })
  const { place, asked, screened, lifted, identity } = gathered
  const evidenced = evidencedBy({ investor: identity })
  const decided = await recordDecision(tx, ctx, {
    facts: gathered.facts,
    market: 'securities',
    subject: { type: 'investor', id: row.id },
    walletAddress: wallet?.address ?? null,
    subjectKeyId: person.subject_key_id,
    category: 'user',
    stated: [...(persona ? [] : SAID_OF_WHO.map((name) => `investor.${name}`)), ...gathered.said],
    again: !input.identity ? {} : undefined,
    found: { ...evidenced.found, ...accreditationFound(accreditation) },
    shownBy: evidenced.shownBy,
  })
  const screening = await screeningRow(tx, ctx, {
    about: { type: 'investor', id: row.id },
    address: wallet?.address ?? null,
    ...{ person, screened, decisionId: decided.decision.id, subject: asked },
  })
  await tx.insert(screenings).values(screening)
  const outcome = how.release ? approvedOutcome(ctx, decided, how.release.codes) : decided.outcome
  // Whether a match is this exposed person is for a person to say, not for the investor to bring.
  const exposed = screened.status === 'possible_match' && decided.decision.missing.every((path) => path.includes('/pep/'))
  // What they said is all there; what shows it is for them to bring, and nobody has to look before.
  const byEvidence = (path: string) => EVIDENCE.test(path) || (row.type === 'individual' && READ_OF_A_DOCUMENT.test(path))
  const wantsEvidence = outcome === 'needs_info' && decided.decision.missing.every(byEvidence)
  // Ages and notices of the states are law there: a resident whose state nobody gave is not verified yet.
  const stateMissing = place === 'US' && stateFacts(ctx, place, stateOf(row, attempt)).us_state === undefined
  return {
    ...{ decided, place, identity, lifted, stateMissing, wantsEvidence },
    screeningId: screening.id,
    reached:
      outcome === 'needs_info' && (exposed || wantsEvidence)
        ? 'pending'
        : outcome === 'allow' && stateMissing
          ? 'incomplete'
          : STATUS_BY_OUTCOME[outcome],
  }
}

/** Facts that only evidence brings. */
const EVIDENCE = /^\/(investor|subject)\/(verification\/\w+|date_of_birth)$/
/** What comes with the evidence of a person, once there is some. */
const READ_OF_A_DOCUMENT = /^\/(investor|subject)\/(comparison|document)\/\w+$/

/** The state of a residence as it was given last. */
const stateOf = (row: InvestorRow, { data }: Pick<Attempt, 'data'>): string | null => stateOfPerson(data) ?? row.us_state

interface After {
  next: Record<StatusField, Status>
  checked: readonly StatusField[]
  facts: Record<string, unknown>
  rejection: IdentityRejection | null
}

/** The statuses after, which of them were checked, and why an identity was rejected. */
function statusesAfter(ctx: Ctx, attempt: Attempt, row: InvestorRow, { decided, identity, reached }: Judged): After {
  const { input, checks, accreditation, persona } = attempt
  const identityChecked = checksIdentity(checks)
  const next = {
    identity_status: identityChecked ? identityAfter(identity, reached) : readStatus(row.identity_status),
    accreditation_status: checks.includes('accreditation')
      ? accreditationAfter(ctx, row, input.accreditation, accreditation)
      : readStatus(row.accreditation_status),
    documents_status: checks.includes('documents') ? documentsAfter(ctx, input.documents) : readStatus(row.documents_status),
  }
  const checked: StatusField[] = [
    ...(identityChecked ? (['identity_status'] as const) : []),
    ...(['accreditation', 'documents'] as const).filter((one) => checks.includes(one)).map((one) => `${one}_status` as const),
  ]
  const refused = next.identity_status === 'rejected' ? identityRejection(decided.decision, identity) : null
  const counted = identityChecked ? identityFacts(row.facts, next.identity_status, refused) : row.facts
  const facts = checks.includes('accreditation') ? accreditationFacts(counted, next.accreditation_status) : counted
  // The last attempt says so.
  const rejection = refused && { ...refused, retryable: refused.retryable && !isExhausted(facts, persona) }
  return { next, checked, facts, rejection }
}

/** What the outcome of a decision makes of an identity. */
const STATUS_BY_OUTCOME: Record<Decided['outcome'], Status> = {
  allow: 'verified',
  deny: 'rejected',
  needs_info: 'incomplete',
  review: 'pending',
}

const identityAfter = ({ status }: Identity, reached: Status): Status => (status === 'pending' || status === 'rejected' ? status : reached)

function documentsAfter(ctx: Ctx, documents: VerifyInvestorInput['documents']): Status {
  if (!documents?.length) return 'incomplete'
  const today = new Date(ctx.now).toISOString().slice(0, 10)
  return documents.every((one) => !one.expires_on || one.expires_on >= today) ? 'verified' : 'rejected'
}

/** Writes what a verification came to. */
async function store(
  tx: Tx,
  ctx: Ctx,
  { input, checks, data, accreditation }: Attempt,
  row: InvestorRow,
  { next, facts }: After,
  steps: readonly Step[],
  place: string | null | undefined,
): Promise<InvestorRow> {
  const given = input.accreditation
  const asked = checks.includes('accreditation')
  const [stored] = await tx
    .update(investors)
    .set({
      ...next,
      status: next.identity_status,
      country: place ?? null,
      accreditation: accreditationRecord(ctx, row, given, accreditation),
      facts,
      us_state: stateOf(row, { data }),
      ...(input.affiliation && { affiliation: affiliationAfter(row.affiliation, input.affiliation, rulesDay(ctx.now)) }),
      // A newer proof is told of anew.
      ...(asked && { accreditation_warned_days: null }),
      accreditation_expires_at:
        asked && next.accreditation_status === 'verified' ? accreditationEnd(ctx, given, accreditation) : row.accreditation_expires_at,
      terms_accepted_at: input.accepted_terms ? new Date(ctx.now) : row.terms_accepted_at,
      history: [...stepHistory(ctx, steps), ...row.history].slice(0, 100),
      updated_at: new Date(ctx.now),
    })
    .where(inScope(investors, ctx, eq(investors.id, row.id)))
    .returning()
  return stored!
}

/** Lets people look at what the rules leave to them. Throws `verification_in_progress` where they already do and nothing new came. */
async function openReviewCase(
  tx: Tx,
  ctx: Ctx,
  { input, how }: Attempt,
  row: InvestorRow,
  { decided, identity, reached, screeningId, wantsEvidence }: Judged,
  next: After['next'],
): Promise<EventInput[]> {
  const pending = next.identity_status === 'pending'
  if (ctx.world.identity.endsOnRequest)
    await setTimer(tx, ctx, {
      ...{ id: screeningId, kind: 'investor_identity', subjectId: row.id, dueMs: ctx.now + HOUR_MS },
      done: !(identity.status === 'pending' && pending),
    })
  if (!pending || reached !== 'pending' || wantsEvidence) return []
  const opened = await openCase(tx, ctx, {
    kind: 'verification_identity',
    subject: { type: 'investor', id: row.id },
    decisionId: decided.decision.id,
    priority: 80,
    summary: 'An investor’s identity needs a person’s look',
    details: { reason_codes: decided.decision.reason_codes },
  })
  // The case it would open is open already: asking again changes nothing that is waited for.
  if (!opened.opened && row.status === 'pending' && !input.force && !how.resolved && !input.accreditation && !input.documents)
    throw inProgress()
  return opened.events
}

const changeEntry = (ctx: Ctx, fields: string[]) => ({
  at: new Date(ctx.now).toISOString(),
  field: 'identity_status',
  from: 'verified',
  to: 'pending',
  actor: ctx.actor.id,
  reason: MATERIAL_CHANGE,
  note: fields.join(', '),
})

const pendingAgain = (investorId: string): EventInput => ({
  type: 'investor.verification.pending',
  resource: { type: 'investor', id: investorId },
  object: { investor_id: investorId, check: 'identity', from: 'verified', to: 'pending', reason_code: MATERIAL_CHANGE },
})

/** Fields of the file of an entity, which another call takes. */
const OF_ENTITY =
  /^\/(investor|subject)\/(entity_type|registration_no|control_persons|verified_persons|owners_\w+|ownership_remainder|trusts|address_record|id_number|notice_shown_at|collected_at)$/

/** What is still missing, as fields of the call. */
function missingOf(
  ctx: Ctx,
  attempt: Attempt,
  row: InvestorRow,
  { decided, stateMissing }: Judged,
  next: After['next'],
  filed: Filed | null,
): string[] {
  const { input, checks, accreditation } = attempt
  const asked = checks.includes('accreditation') && accreditation.status === 'unknown'
  const shows = decided.decision.missing.some((path) => EVIDENCE.test(path))
  const fields = decided.decision.missing
    // It comes with what is asked for besides.
    .filter((path) => row.type === 'entity' || !shows || !READ_OF_A_DOCUMENT.test(path))
    .map((path) =>
      (row.type === 'entity' ? path.replace(OF_ENTITY, '/entity/$2') : path.replace(/\/address_record$/, '/address'))
        .replace(/^\/(investor|subject)/, '/identity')
        .replace(/\/(holdings|blocked_control)$/, '/owners')
        .replace(/\/(places|us_person)$/, '/country'),
    )
  return [
    ...new Set(fields),
    ...(stateMissing ? ['/identity/state'] : []),
    ...(asked ? accreditationMissing(ctx, row, input.accreditation, next.accreditation_status) : []),
    ...(filed && filed.row.status !== 'in_review' ? ['/accreditation'] : []),
  ]
}
