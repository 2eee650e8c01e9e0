import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { documents, evidence, identitySessions, organizations, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { canonical } from '#engine/canonical.ts'
import { anotherHolder, countsForAnother, SHOWN_FOR_ANOTHER } from '../evidence/document-key.ts'
import { bareNumber } from '../evidence/document-number.ts'
import { type EvidenceRow, evidenceEvent } from '../evidence/present.ts'
import { EVIDENCE_CAME, type EvidenceFound } from '../evidence/record.ts'
import { openPerson } from '../persons/ensure.ts'
import { isUnchecked, REVOCATION_UNKNOWN } from '../revocations/check.ts'
import { concludeSession, failSession, IDENTITY_EVIDENCE } from '../sessions/conclude.ts'
import { reviewPolicy } from '../sessions/policy.ts'
import { isGoingOn, type SessionRow } from '../sessions/present.ts'
import { bindPerson } from '../wallets/starting-credential.ts'
import { type DocumentSaid, type DocumentShown, REVIEW_REFUSALS, type Reviewed, type ReviewRefusal } from './data.ts'
import { anyDiffers, differencesOf } from './differences.ts'
import { settleSessions } from './follow.ts'
import { picturesOf } from './holder.ts'
import { removePortrait } from './pictures.ts'
import { openReviewState, type ReviewState } from './state.ts'

/** A reviewer's word on a case about an identity. */
export interface IdentityWord {
  outcome: 'release' | 'refuse'
  reasonCode: string
  /** Whoever decided first, and whoever confirmed it: one person where the tenant asks for no second. */
  author: string
  approver: string
  reviewed: Reviewed | null
  /** What the document shows, where it is not what was typed. */
  document?: DocumentShown | undefined
}

interface Settled {
  what: string
  audit: AuditInput[]
  events: EventInput[]
}

const DAY_MS = 86_400_000
/** Does to a session what a reviewer decided of it. A session that has ended meanwhile stays as it ended. */
export async function settleIdentity(tx: Tx, ctx: Ctx, row: CaseRow, word: IdentityWord): Promise<Settled> {
  const session = await lockScoped(tx, identitySessions, ctx, row.subject_id)
  if (!session || !isGoingOn(session, ctx.now)) return { what: 'ended already', audit: [], events: [] }
  if (row.kind === IDENTITY_EVIDENCE) return settleConflict(tx, ctx, row, session, word)
  const state = await openReviewState(tx, ctx, session)
  return word.outcome === 'release' ? accept(tx, ctx, row, session, state, word) : refuse(tx, ctx, row, session, state, word)
}

async function accept(tx: Tx, ctx: Ctx, row: CaseRow, session: SessionRow, typed: ReviewState, word: IdentityWord): Promise<Settled> {
  if (word.document?.number === null)
    throw invalidField(
      '/document/number',
      'not_allowed',
      'By its number one document that is shown for two people is found. Ask for a picture on which it can be read.',
    )
  const state = asShown(typed, word.document)
  const { document } = state
  const person = session.person_id ? await findScoped(tx, persons, ctx, session.person_id) : null
  if (!document || !person || person.erased_at)
    throw new AppError('conflict', 'What was sent is no longer kept, so it cannot be accepted. Refuse it; the person can begin anew.')
  if (document.expires_on && endOfDay(document.expires_on) <= ctx.now)
    throw new AppError('conflict', 'The document has expired. Ask for another one, or refuse it.')
  const told = await openPerson(tx, ctx, person)
  const differs = [typed.document!, document].some((said) => anyDiffers(differencesOf(told, said, state.mrz ?? null)))
  if ((differs || isOther(typed.document!, document)) && !word.reviewed?.differences_seen)
    throw invalidField(
      '/identity/differences_seen',
      'required',
      'What was typed, what the document says and what was known differ. Say that you compared them and that it is one person, or ask for more.',
    )
  const pictures = await picturesOf(tx, session.id)
  requirePictures(word.reviewed, document.address !== undefined, (kind) => pictures.some((one) => one.kind === kind))
  if (state.person && session.wallet_id) {
    const wallet = await findScoped(tx, wallets, ctx, session.wallet_id)
    if (wallet) await bindPerson(tx, ctx, wallet, person)
  }
  const found = await foundBy(tx, ctx, row, { session, state, pictures, word, country: told.country ?? null })
  const { differences_seen = false, other_holder_compared = false } = word.reviewed ?? {}
  const done = await concludeSession(tx, ctx, session, {
    ...found,
    differencesSeen: differences_seen,
    otherHolderCompared: other_holder_compared,
  })
  if (done.evidence.state === 'conflicting')
    throw done.evidence.reason_code === SHOWN_FOR_ANOTHER
      ? await anotherHolder(tx, ctx, done.evidence)
      : invalidField(
          '/identity/differences_seen',
          'required',
          'The document names another person than was told. Say that you compared them.',
        )
  await markDocuments(tx, ctx, session.id, pictures, 'accepted')
  await removePortrait(tx, ctx, session.id)
  return { what: `verified by ${done.evidence.id}`, audit: done.audit, events: done.events }
}

/**
 * What was typed, with what the document shows in its place: as the reviewer read it, else as its machine-readable zone has it, whose check
 * digits were tried. Of two last days the earlier one counts.
 */
function asShown(state: ReviewState, read: DocumentShown | undefined): ReviewState {
  const { document, mrz } = state
  if (!document) return state
  const { expires_on: last, ...others } = read ?? {}
  const zone = {
    ...(mrz?.date_of_birth && { date_of_birth: mrz.date_of_birth }),
    // It leaves out what a number is printed with.
    ...(mrz?.number && bareNumber(mrz.number) !== bareNumber(document.number) && { number: mrz.number }),
  }
  const known = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const ends = last === undefined ? [document.expires_on, mrz?.expires_on].filter((day) => !!day).toSorted()[0] : last
  const { expires_on: _, ...said } = document
  return { ...state, document: { ...said, ...zone, ...known, ...(ends && { expires_on: ends }) } as DocumentSaid }
}

/** Whether a document shows another thing than was typed of it. */
const isOther = (typed: DocumentSaid, shown: DocumentSaid): boolean =>
  (['full_name', 'date_of_birth', 'number', 'issuing_country', 'expires_on'] as const).some((name) => typed[name] !== shown[name])

/** What a reviewer says to have compared has to be there. */
function requirePictures(reviewed: Reviewed | null, hasAddress: boolean, has: (kind: string) => boolean): void {
  if (!has('front')) throw new AppError('conflict', 'The picture of the document is no longer kept. Ask for it once more.')
  if (reviewed?.face_compared && !has('portrait'))
    throw invalidField('/identity/face_compared', 'conflicting', 'No picture of the person was sent, so no face can have been compared.')
  if (reviewed?.address_proven && !(has('proof_of_address') && hasAddress))
    throw invalidField('/identity/address_proven', 'conflicting', 'No proof of an address was sent.')
}

interface Looked {
  session: SessionRow
  state: ReviewState
  pictures: Awaited<ReturnType<typeof picturesOf>>
  word: IdentityWord
  country: string | null
}

/**
 * What a reviewer found, as evidence. Pictures that are sent in and looked at later are IAL1 and eIDAS low, a face compared or not: nothing
 * shows a living person, or the document itself, at that moment, as IAL2 and substantial ask.
 */
async function foundBy(tx: Tx, ctx: Ctx, row: CaseRow, { session, state, pictures, word, country }: Looked): Promise<EvidenceFound> {
  const { document, mrz, person } = state
  const { face_compared = false, address_proven = false } = word.reviewed ?? {}
  const { days } = await reviewPolicy(tx, ctx)
  const shown = pictures.map(({ kind, sha256 }) => ({ kind, sha256 })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  const { mrz: _, address, ...printed } = document!
  const lives = person?.country ?? country
  const ends = [ctx.now + days * DAY_MS, ...(printed.expires_on ? [endOfDay(printed.expires_on)] : [])]
  return {
    proves: 'identity',
    method: 'document_review',
    level: 'enhanced',
    ial: 'IAL1',
    eidas: 'low',
    voucher: { kind: 'reviewer', name: await reviewersOf(tx, ctx), id: word.approver },
    digest: createHash('sha256')
      .update(canonical({ session: session.id, shown }))
      .digest('hex'),
    rejected: null,
    read: {
      ...printed,
      ...(mrz && { mrz }),
      ...(address_proven && { address, ...(lives && { country: lives }) }),
      document: printed.kind,
      pictures: pictures.map(({ id }) => id),
    },
    covers: [
      'full_name',
      'date_of_birth',
      'document',
      ...(printed.nationality ? ['nationality'] : []),
      ...(face_compared ? ['portrait'] : []),
      ...(address_proven ? ['address', ...(lives ? ['country'] : [])] : []),
    ],
    takenAt: new Date(ctx.now),
    expiresAt: new Date(Math.min(...ends)),
    document_expires_on: printed.expires_on ?? null,
    proof: { pictures: shown, machine_readable_zone: mrz ? { format: mrz.format, wrong: mrz.wrong } : null },
    case_id: row.id,
    reviewer: word.author,
    second_reviewer: word.approver === word.author ? null : word.approver,
  }
}

/** Whose reviewer it was. */
async function reviewersOf(tx: Tx, ctx: Ctx): Promise<string> {
  if (ctx.actor.type === 'user' && ctx.actor.organizationId !== ctx.organizationId) return 'Sealwright'
  const [row] = await tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  return row?.name ?? 'The organisation'
}

/**
 * A refusal. Where it says that somebody is not who they say, it is kept as evidence against them; not where only the word of whoever
 * has the link makes it about somebody who was known before: a stranger's failed try says nothing of them.
 */
async function refuse(tx: Tx, ctx: Ctx, row: CaseRow, session: SessionRow, state: ReviewState, word: IdentityWord): Promise<Settled> {
  const pictures = await picturesOf(tx, session.id)
  await markDocuments(tx, ctx, session.id, pictures, 'refused')
  await removePortrait(tx, ctx, session.id)
  const person = session.person_id ? await findScoped(tx, persons, ctx, session.person_id) : null
  const known = state.document && person && !person.erased_at && !state.matched
  if (!known || REVIEW_REFUSALS[word.reasonCode as ReviewRefusal].about === 'try') {
    const { audit, events } = await failSession(tx, ctx, session, { method: 'document_review', reason_code: word.reasonCode })
    return { what: 'rejected', audit, events }
  }
  const found = await foundBy(tx, ctx, row, { session, state, pictures, word: { ...word, reviewed: null }, country: null })
  const done = await concludeSession(tx, ctx, session, { ...found, rejected: word.reasonCode, expiresAt: null })
  return { what: `rejected by ${done.evidence.id}`, audit: done.audit, events: done.events }
}

async function markDocuments(
  tx: Tx,
  ctx: Ctx,
  sessionId: string,
  pictures: { id: string }[],
  status: 'accepted' | 'refused',
): Promise<void> {
  if (!pictures.length) return
  const ids = pictures.map(({ id }) => id)
  const own = and(eq(documents.owner_type, 'identity_session'), eq(documents.owner_id, sessionId), inArray(documents.id, ids))
  await tx
    .update(documents)
    .set({ status })
    .where(inScope(documents, ctx, own))
}

/**
 * Evidence that names another person than was told: a reviewer says that it is the same one, or that it is not. Where it was judged in another
 * session meanwhile, this one follows that.
 */
async function settleConflict(tx: Tx, ctx: Ctx, row: CaseRow, session: SessionRow, word: IdentityWord): Promise<Settled> {
  const id = String(row.details.evidence_id)
  const found = await lockScoped(tx, evidence, ctx, id)
  if (!found) return { what: 'ended already', audit: [], events: [] }
  if (found.state !== 'conflicting') return { what: found.state, audit: [], events: await settleSessions(tx, ctx, found) }
  const valid = word.outcome === 'release'
  if (valid) await requireLooked(tx, ctx, found, word.reviewed)
  const [judged] = await tx
    .update(evidence)
    .set({
      state: valid ? 'valid' : 'rejected',
      reason_code: valid ? null : word.reasonCode,
      case_id: row.id,
      reviewer: word.author,
      second_reviewer: word.approver === word.author ? null : word.approver,
    })
    .where(inScope(evidence, ctx, eq(evidence.id, id)))
    .returning()
  await setTimer(tx, ctx, { kind: EVIDENCE_CAME, subjectId: judged!.person_id, dueMs: ctx.now })
  const followed = await settleSessions(tx, ctx, judged!)
  const [ended] = await tx
    .select({ status: identitySessions.status })
    .from(identitySessions)
    .where(inScope(identitySessions, ctx, eq(identitySessions.id, session.id)))
  return {
    what: ended!.status,
    audit: [
      {
        action: 'evidence_judged',
        category: 'user',
        subject: { type: 'evidence', id },
        details: { state: judged!.state, reason_code: judged!.reason_code, case_id: row.id },
      },
    ],
    events: [evidenceEvent('identity.evidence.recorded', judged!, ctx.now), ...followed],
  }
}

/**
 * What makes evidence wait has to be looked at before it counts: that it names somebody else, or that a list could not be had; and so has what
 * came meanwhile, that the document counts for somebody else by now.
 */
async function requireLooked(tx: Tx, ctx: Ctx, row: EvidenceRow, reviewed: Reviewed | null): Promise<void> {
  const { reason_code, proof } = row
  if (reason_code !== REVOCATION_UNKNOWN && reason_code !== SHOWN_FOR_ANOTHER && !reviewed?.differences_seen)
    throw invalidField(
      '/identity/differences_seen',
      'required',
      'The evidence names another person than was told. Say that you compared them.',
    )
  if ((await countsForAnother(tx, ctx, row)) && !reviewed?.other_holder_compared) throw await anotherHolder(tx, ctx, row)
  if (isUnchecked(proof) && !reviewed?.revocation_checked)
    throw invalidField(
      '/identity/revocation_checked',
      'required',
      'Nobody could tell whether its issuer revoked the certificate behind the evidence. Say that you found out, or refuse it.',
    )
}
