import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { identitySessions, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { rank } from '../credentials/live.ts'
import type { EvidenceRow } from '../evidence/present.ts'
import { type EvidenceFound, recordEvidence } from '../evidence/record.ts'
import { ensurePerson, type PersonRow } from '../persons/ensure.ts'
import { bindPerson } from '../wallets/starting-credential.ts'
import { isGoingOn, type SessionRow, sessionEvent } from './present.ts'

export interface Concluded {
  session: SessionRow
  evidence: EvidenceRow
  audit: AuditInput[]
  events: EventInput[]
}

/** The kind of case in which a person looks at evidence. */
const IDENTITY_EVIDENCE = 'identity_evidence'

/**
 * What a way found out, kept as evidence, and what becomes of the session: verified or rejected; in review where what was read is not
 * what was said; open as it was where the proof does not go as far as was asked. The session must be locked (`lockSession`).
 */
export async function concludeSession(tx: Tx, ctx: Ctx, session: SessionRow, found: EvidenceFound): Promise<Concluded> {
  const person = await personOfSession(tx, ctx, session, found)
  const { row, audit, events } = await recordEvidence(tx, ctx, person, { ...found, session_id: session.id })
  const status = statusAfter(session, row)
  const [now] = await tx
    .update(identitySessions)
    .set({
      status,
      method: row.method as SessionRow['method'],
      person_id: person.id,
      subject_key_id: person.subject_key_id,
      evidence_id: row.id,
      reason_code: row.reason_code,
      // What was kept between the steps is of no use any more.
      ...(status !== 'in_review' && { state_sealed: null }),
      updated_at: new Date(ctx.now),
    })
    .where(inScope(identitySessions, ctx, eq(identitySessions.id, session.id)))
    .returning()
  const opened = status === 'in_review' ? await openConflict(tx, ctx, session, row) : []
  const told = status === 'open' ? [] : [sessionEvent({ ...now!, status })]
  return { session: now!, evidence: row, audit: [audit], events: [...events, ...opened, ...told] }
}

/** Locks a session that can still go on. Throws `invalid_transition`. */
export async function lockSession(tx: Tx, ctx: Ctx, id: string): Promise<SessionRow> {
  const session = await lockScoped(tx, identitySessions, ctx, id)
  if (!session || !isGoingOn(session, ctx.now)) throw new AppError('invalid_transition', 'This session has ended. Ask for another one.')
  return session
}

function statusAfter(session: SessionRow, row: EvidenceRow): 'verified' | 'rejected' | 'in_review' | 'open' {
  if (row.state === 'rejected') return 'rejected'
  if (row.state === 'conflicting') return 'in_review'
  return rank(row.level) >= rank(session.level) ? 'verified' : 'open'
}

/** Whom the session is about. Where nobody was known, what was read makes the person, and the wallet is theirs. */
async function personOfSession(tx: Tx, ctx: Ctx, session: SessionRow, { read }: EvidenceFound): Promise<PersonRow> {
  const known = session.person_id ? await findScoped(tx, persons, ctx, session.person_id) : null
  if (known && !known.erased_at) return known
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
    summary: 'Evidence of an identity says something else than the person did',
    details: { evidence_id: row.id, session_id: session.id },
  })
  return events
}
