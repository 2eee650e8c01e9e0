import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { closeCases } from '#core/record/cases/close.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { identitySessions, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { rank } from '../credentials/live.ts'
import { SHOWN_FOR_ANOTHER } from '../evidence/document-key.ts'
import type { EvidenceRow } from '../evidence/present.ts'
import { type EvidenceFound, recordEvidence } from '../evidence/record.ts'
import { ensurePerson, namelessPerson, type PersonRow } from '../persons/ensure.ts'
import { REVOCATION_UNKNOWN } from '../revocations/check.ts'
import { bindPerson } from '../wallets/starting-credential.ts'
import { deciders } from './policy.ts'
import { isGoingOn, type SessionRow, sessionEvent } from './present.ts'
import { carryState } from './state.ts'

export interface Concluded {
  session: SessionRow
  evidence: EvidenceRow
  audit: AuditInput[]
  events: EventInput[]
}

/** The kind of case in which a person looks at evidence that says something else than was said. */
export const IDENTITY_EVIDENCE = 'identity_evidence'
/** The kind of case in which a person looks at the documents of somebody. */
export const IDENTITY_REVIEW = 'identity_review'

/**
 * What a way found out, kept as evidence, and what becomes of the session: verified or rejected; in review where what was read is not
 * what was said, or something could not be checked; open as it was where the proof does not go as far as was asked. The session must be locked (`lockSession`).
 */
export async function concludeSession(tx: Tx, ctx: Ctx, session: SessionRow, found: EvidenceFound): Promise<Concluded> {
  const person = await personOfSession(tx, ctx, session, found)
  const { row, audit, events } = await recordEvidence(tx, ctx, person, { ...found, session_id: session.id }, shownFor(session))
  requireCounts(ctx, person, row)
  const status = statusAfter(session, row)
  const method = row.method as SessionRow['method']
  const goesOn = status === 'open' || status === 'in_review'
  const [now] = await tx
    .update(identitySessions)
    .set({
      status,
      method,
      person_id: person.id,
      subject_key_id: person.subject_key_id,
      evidence_id: row.id,
      reason_code: row.reason_code,
      // Whom it is about may only be known now: what the other ways go on with is theirs from here on.
      state_sealed: goesOn ? await carryState(tx, ctx, session, { without: method, keyId: person.subject_key_id }) : null,
      updated_at: new Date(ctx.now),
    })
    .where(inScope(identitySessions, ctx, eq(identitySessions.id, session.id)))
    .returning()
  const opened = row.state === 'conflicting' ? await openConflict(tx, ctx, session, row) : []
  // What another way has settled no reviewer has to look at; a case that settles it is decided where it is decided.
  const closed = status === 'verified' && !found.case_id ? await closeReview(tx, ctx, session, 'release', 'settled_elsewhere') : []
  const told = status === session.status ? [] : [sessionEvent({ ...now!, status })]
  return { session: now!, evidence: row, audit: [audit], events: [...events, ...opened, ...closed, ...told] }
}

/** For whom a session is: the investor and by them their wallet, or the wallet. Of one that names only a person no wallet is proven. */
const shownFor = ({ investor_id, wallet_id }: SessionRow): string[] => [investor_id ?? wallet_id].filter((id) => id !== null)

/**
 * Ends a session that came to nothing, for a reason that says nothing of the person: no evidence is kept. The session must be locked
 * (`lockSession`).
 */
export async function failSession(
  tx: Tx,
  ctx: Ctx,
  session: SessionRow,
  why: { method: NonNullable<SessionRow['method']>; reason_code: string },
): Promise<{ session: SessionRow; audit: AuditInput[]; events: EventInput[] }> {
  const [now] = await tx
    .update(identitySessions)
    .set({ ...why, status: 'rejected', state_sealed: null, updated_at: new Date(ctx.now) })
    .where(inScope(identitySessions, ctx, eq(identitySessions.id, session.id)))
    .returning()
  return {
    session: now!,
    audit: [
      { action: 'identity_session_rejected', category: 'user', subject: { type: 'identity_session', id: session.id }, details: { ...why } },
    ],
    events: [sessionEvent({ ...now!, status: 'rejected' })],
  }
}

/** Closes the case of a session that nobody has to look at any more. */
export const closeReview = (tx: Tx, ctx: Ctx, { id }: Pick<SessionRow, 'id'>, outcome: 'release' | 'refuse', reasonCode: string) =>
  closeCases(tx, ctx, { subjectId: id, kind: IDENTITY_REVIEW, outcome, reasonCode })

/** Locks a session that can still go on. Throws `invalid_transition`. */
export async function lockSession(tx: Tx, ctx: Ctx, id: string): Promise<SessionRow> {
  const session = await lockScoped(tx, identitySessions, ctx, id)
  if (!session || !isGoingOn(session, ctx.now)) throw new AppError('invalid_transition', 'This session has ended. Ask for another one.')
  return session
}

/**
 * What was shown before is kept once, as it was judged then. Where it counts no more, showing it again proves nothing. Throws `conflict`.
 */
function requireCounts(ctx: Ctx, person: PersonRow, { state, expires_at, person_key }: EvidenceRow): void {
  if (state === 'withdrawn')
    throw new AppError('conflict', 'What was shown was withdrawn before, so it proves nothing any more. Show something else.')
  if (state !== 'valid') return
  if (person_key !== person.person_key)
    throw new AppError('conflict', 'What was shown is about the name and birth date from before they were changed. Show something newer.')
  if (expires_at !== null && expires_at.getTime() <= ctx.now)
    throw new AppError('conflict', 'What was shown counts no more: its time is over. Show something newer.')
}

function statusAfter(session: SessionRow, row: EvidenceRow): 'verified' | 'rejected' | 'in_review' | 'open' {
  if (row.state === 'rejected') return 'rejected'
  if (row.state === 'conflicting') return 'in_review'
  if (rank(row.level) >= rank(session.level)) return 'verified'
  // What does not go far enough takes nothing from whoever has documents before them.
  return session.status === 'in_review' ? 'in_review' : 'open'
}

/** Whom the session is about. Where nobody was known, what was read makes the person, and the wallet is theirs. */
async function personOfSession(tx: Tx, ctx: Ctx, session: SessionRow, { read }: EvidenceFound): Promise<PersonRow> {
  const known = session.person_id ? await findScoped(tx, persons, ctx, session.person_id) : null
  if (known && !known.erased_at) return known
  // An age names nobody: whoever showed it is known by nothing, and no wallet is made theirs.
  if (!known && session.claims) return namelessPerson(tx, ctx)
  if (known || !read.full_name || !read.date_of_birth)
    throw new AppError('invalid_transition', 'This session is about nobody who is known. Ask for another one.')
  const { person } = await ensurePerson(tx, ctx, { ...read, full_name: read.full_name })
  const wallet = session.wallet_id ? await findScoped(tx, wallets, ctx, session.wallet_id) : null
  if (wallet) await bindPerson(tx, ctx, wallet, person)
  return person
}

async function openConflict(tx: Tx, ctx: Ctx, session: SessionRow, row: EvidenceRow): Promise<EventInput[]> {
  const { events } = await openCase(tx, ctx, {
    kind: IDENTITY_EVIDENCE,
    subject: { type: 'identity_session', id: session.id },
    priority: 80,
    summary:
      row.reason_code === REVOCATION_UNKNOWN
        ? 'Nobody could tell whether a certificate behind evidence of an identity was revoked'
        : row.reason_code === SHOWN_FOR_ANOTHER
          ? 'A document that shows an identity was shown for somebody else before'
          : 'Evidence of an identity says something else than the person did',
    details: { ...(await deciders(tx, ctx, session)), evidence_id: row.id, session_id: session.id },
  })
  return events
}
