import { eq } from 'drizzle-orm'
import { settleTenantContract } from '#core/access/tenant/contracts.ts'
import { settleAdminGrant } from '#core/access/users/grant-admin.ts'
import { suspendPerson } from '#core/identity/credentials/change-state.ts'
import { settleCredential } from '#core/identity/credentials/manage.ts'
import type { DocumentShown, Reviewed } from '#core/identity/reviews/data.ts'
import { settleIdentity } from '#core/identity/reviews/settle.ts'
import { settleTrustedIssuers } from '#core/identity/trust/propose.ts'
import { refuseWallet, releaseWallet } from '#core/identity/wallets/release.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { judgeUnapproved, refuseTransaction, releaseTransaction } from '#core/markets/transactions/release.ts'
import { type AskedAnswer, type AskedKind, isAsked } from '#core/record/cases/asked-kinds.ts'
import type { CaseOutcome, CaseRow } from '#core/record/cases/steps.ts'
import { heldBy } from '#core/record/decisions/approved.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { ReleaseEvidence } from '#core/screening/exceptions/evidence.ts'
import { liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { furtherFacts } from '#core/screening/matching/subject.ts'
import { sealContext } from '#core/screening/subjects/monitor.ts'
import { requireWaiting } from '#core/securities/bookings/reserve.ts'
import { type EntityReviewed, settleEntityReview } from '#core/securities/entities/review.ts'
import { BOUNCED, settleBounced } from '#core/securities/investments/bounced.ts'
import { settleInvestment } from '#core/securities/investments/decide.ts'
import type { RegisterLookUp } from '#core/securities/investors/accreditation/looked-up.ts'
import { settleFile } from '#core/securities/investors/accreditation/settle.ts'
import { settleDocumentsFalse } from '#core/securities/investors/documents-false.ts'
import { settleIdentityRevocation } from '#core/securities/investors/revoke.ts'
import { runVerification } from '#core/securities/investors/run-verification.ts'
import { answerCancellation } from '#core/securities/offerings/cancel.ts'
import { settleTerms, TERMS } from '#core/securities/offerings/commercial-terms.ts'
import { settleChange } from '#core/securities/offerings/held-change.ts'
import { settleReopening } from '#core/securities/offerings/reopen.ts'
import { settleApart } from '#core/securities/offerings/stand-apart.ts'
import { settleDeactivation } from '#core/securities/tokens/deactivate.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { investments, investors, monitoredSubjects, screenings, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { settleErasureAct } from '../erasure/acts.ts'
import { settleErasureFile } from '../erasure/file.ts'
import { applyReview } from '../own-records/apply-review.ts'
import { settleVerificationSet } from '../own-records/ask-verification.ts'
import { reviewIdentity } from '../own-records/review-identity.ts'
import { settlePolicy } from '../policy/apply.ts'
import { needsTwo } from './case.ts'
import { settleAppeal } from './settle-appeal.ts'
import { settleMemberChange } from './settle-member-change.ts'

export interface Effect {
  /** What became of the thing that was held, for the log. */
  what: string
  audit: AuditInput[]
  events: EventInput[]
}

/** What happens when the second person answered what the first had asked for. */
const ASKED: Record<AskedKind, (tx: Tx, ctx: Ctx, row: CaseRow, word: AskedAnswer) => Promise<Effect>> = {
  credential_revocation: settleCredential,
  credential_resumption: settleCredential,
  identity_revocation: settleIdentityRevocation,
  documents_found_false: settleDocumentsFalse,
  verification_set: settleVerificationSet,
  admin_grant: settleAdminGrant,
  member_role: settleMemberChange,
  tenant_contract: settleTenantContract,
  policy_change: settlePolicy,
  trusted_issuer: settleTrustedIssuers,
  token_deactivation: settleDeactivation,
  erasure_act: settleErasureAct,
  erasure_file: settleErasureFile,
  offering_reopening: settleReopening,
  offering_integration: settleApart,
  offering_change: settleChange,
}

interface Word {
  /** `request_info` only of evidence of a person. */
  outcome: CaseOutcome
  reasonCode: string
  note: string
  /** Why the first of two people lets go: kept with what is set aside. */
  reason: string
  author: string
  approver: string
  /** Listed entries that the first of two people had before them. */
  entities: readonly string[]
  /** What they stated of an exact or strong name. */
  evidence?: ReleaseEvidence | null
  /** What the extract of a register says. */
  entity?: EntityReviewed | undefined
  /** What was looked at of somebody's identity. */
  reviewed?: Reviewed | null
  /** What a document shows, as those who decided read it. */
  document?: DocumentShown | undefined
  /** What each of those who decided found in a register. */
  lookedUp?: readonly RegisterLookUp[]
}

/** Does to what a case held what was decided: a release is decided again by the rules, a refusal ends it. */
export async function applyOutcome(tx: Tx, ctx: Ctx, row: CaseRow, word: Word): Promise<Effect> {
  const held = await heldBy(tx, ctx, row.decision_id)
  const release: Release = {
    caseId: row.id,
    author: word.author,
    approver: word.approver,
    reason: word.reason.slice(0, 1_000),
    evidence: word.evidence ?? null,
    codes: held.codes,
    saw: (match) => held.entries.has(match.entry_hash) || word.entities.includes(match.entity_id) || (match.pep && held.pep),
  }
  const releasing = word.outcome === 'release'
  const outcome = releasing ? 'release' : 'refuse'
  if (row.appeal) return settleAppeal(tx, ctx, row, outcome, release)
  if (isAsked(row.kind)) return ASKED[row.kind](tx, ctx, row, { ...word, outcome })
  switch (row.subject_type) {
    case 'transaction':
      // What the chain did is done: a person has looked, and puts right what is to be put right.
      if (['reorganized_transfer', 'unmoved_transfer'].includes(row.kind)) return { what: 'recorded', audit: [], events: [] }
      if (row.kind === 'unapproved_transfer') return judgeUnapproved(tx, ctx, row.subject_id, releasing)
      return releasing ? releaseTransaction(tx, ctx, row.subject_id, release) : refuseTransaction(tx, ctx, row.subject_id)
    case 'investment': {
      if (row.kind === BOUNCED) return settleBounced(tx, ctx, row.subject_id, releasing)
      const waits = await investmentWaits(tx, ctx, row)
      if (!releasing && !waits) return { what: 'ended already', audit: [], events: [] }
      const settled = await settleInvestment(
        tx,
        ctx,
        { id: row.subject_id, outcome: releasing ? 'approve' : 'decline', note: word.note.slice(0, 500) },
        releasing ? release : undefined,
      )
      return { what: settled.result.status, audit: [settled.audit], events: settled.events }
    }
    case 'offering':
      return row.kind === TERMS
        ? settleTerms(tx, ctx, row, { agreed: releasing, approver: word.approver })
        : answerCancellation(tx, ctx, row, releasing)
    case 'wallet':
      // What a market's check held: the match is set aside, and the word on any other hold is read by the next check.
      if (row.details.market) return judgeHold(tx, ctx, row, word, release)
      return releasing ? releaseWallet(tx, ctx, row.subject_id, release) : refuseWallet(tx, ctx, row.subject_id, word.reasonCode)
    case 'accreditation_file':
      return settleFile(tx, ctx, row, { ...word, outcome, lookedUp: word.lookedUp ?? [] })
    case 'entity_file':
      return settleEntityReview(tx, ctx, row, { ...word, outcome })
    case 'identity_session':
      return settleIdentity(tx, ctx, row, { ...word, outcome, reviewed: word.reviewed ?? null, document: word.document })
    case 'investor':
      return reviewInvestor(tx, ctx, row, word, release)
    case 'monitored_subject':
    case 'sanctions_check':
      return judgeMatch(tx, ctx, row, word, release)
  }
  return { what: 'recorded', audit: [], events: [] }
}

/** Whether the investment a case is about still waits: a case may outlive its reservation, and then there is nothing left to end. */
async function investmentWaits(tx: Queryable, ctx: Ctx, row: CaseRow): Promise<boolean> {
  const investment = await findScoped(tx, investments, ctx, row.subject_id)
  return investment?.status === 'pending'
}

/** Throws `invalid_transition` when what a case held can no longer be let go: the reservation of its investment is over. */
export async function requireReleasable(db: Queryable, ctx: Ctx, row: CaseRow): Promise<void> {
  // An appeal does not bring back what has ended; it clears the way for the next time.
  if (row.subject_type !== 'investment' || row.appeal || row.kind === BOUNCED) return
  const investment = await findScoped(db, investments, ctx, row.subject_id)
  if (investment) requireWaiting(ctx, investment)
}

async function reviewInvestor(tx: Tx, ctx: Ctx, row: CaseRow, word: Word, release: Release): Promise<Effect> {
  const events: EventInput[] = []
  const audit: AuditInput[] = []
  const releasing = word.outcome === 'release'
  const investor = await findScoped(tx, investors, ctx, row.subject_id)
  if (!investor) throw notFound()
  if (row.kind === 'verification_identity' && investor.identity_status !== 'pending')
    return { what: 'ended already', audit: [], events: [] }
  if (releasing && row.kind === 'verification_identity') {
    const shown = ctx.world.identity.endsOnRequest
      ? { audit: [], events: [] }
      : await reviewIdentity(tx, ctx, investor, { caseId: row.id, ...word })
    audit.push(...shown.audit)
    events.push(...shown.events)
    const done = await runVerification(tx, ctx, investor, { checks: ['identity', 'sanctions'], force: true }, { release })
    if (done.result.verification.identity_status !== 'verified')
      throw new AppError(
        'conflict',
        `The rules do not let this pass: ${[...done.result.decision.reason_codes, ...done.result.missing].join(', ') || 'the identity is not verified'}.`,
      )
    audit.push(done.audit)
    events.push(...done.events)
  }
  const applied = await applyReview(tx, ctx, row, {
    outcome: word.outcome,
    reason_code: word.reasonCode,
    note: word.note,
    released: releasing && needsTwo(row),
  })
  return {
    what: { release: 'verified', refuse: 'rejected', request_info: 'incomplete' }[word.outcome],
    audit: [...audit, ...applied.audit],
    events: [...events, ...applied.events],
  }
}

async function judgeHold(tx: Tx, ctx: Ctx, row: CaseRow, word: Word, release: Release): Promise<Effect> {
  if (row.kind !== 'sanctions_match') return { what: word.outcome === 'release' ? 'released' : 'confirmed', audit: [], events: [] }
  const judged = await judgeMatch(tx, ctx, row, word, release)
  if (word.outcome !== 'release') return judged
  const verified = await releaseWallet(tx, ctx, row.subject_id, release)
  return { ...judged, audit: [...judged.audit, ...verified.audit], events: [...judged.events, ...verified.events] }
}

/** A match by itself: released, it becomes a false positive; confirmed, the credentials of its holder are suspended. */
async function judgeMatch(tx: Tx, ctx: Ctx, row: CaseRow, word: Word, release: Release): Promise<Effect> {
  const subject = await matchedSubject(tx, ctx, row)
  if (!subject) throw new AppError('conflict', 'The subject of this match is no longer kept, so it cannot be judged.')
  if (word.outcome === 'release') {
    const events = await liftMatches(tx, ctx, subject, await screenSubject(tx, ctx, subject), release)
    return { what: 'false_positive', audit: [], events }
  }
  const address = subject.wallet_address
  const [wallet] = address
    ? await tx
        .select({ person_id: wallets.person_id })
        .from(wallets)
        .where(inScope(wallets, ctx, eq(wallets.address, address)))
        .limit(1)
    : []
  if (!wallet?.person_id) return { what: 'confirmed', audit: [], events: [] }
  // The match is of the person: none of their wallets is relied on.
  const { rows, ...done } = await suspendPerson(tx, ctx, wallet.person_id, 'sanctions_match', row.id)
  return { what: rows.length ? 'confirmed, credentials suspended' : 'confirmed', ...done }
}

async function matchedSubject(tx: Tx, ctx: Ctx, row: CaseRow): Promise<SubjectToScreen | null> {
  const { keyring } = ctx.services
  if (row.subject_type === 'monitored_subject') {
    const kept = await findScoped(tx, monitoredSubjects, ctx, row.subject_id)
    return kept && keyring.open<SubjectToScreen>(tx, kept.subject_key_id, sealContext(kept.subject_key_id), kept.subject_sealed)
  }
  const named = row.details.check_id
  const check = await findScoped(tx, screenings, ctx, typeof named === 'string' ? named : row.subject_id)
  if (!check) return null
  const sealed = await keyring.open<Record<string, string | null>>(
    tx,
    check.subject_key_id,
    `screenings.subject:${check.id}`,
    check.subject_sealed,
  )
  const given = Object.entries(sealed).filter(
    ([key, value]) => value && ['full_name', 'date_of_birth', 'country', 'entity_type'].includes(key),
  )
  return {
    ...(check.wallet_address && { wallet_address: check.wallet_address }),
    ...Object.fromEntries(given),
    ...furtherFacts(sealed),
  }
}
