import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { cases, evidence, persons } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { countsForAnother } from '../evidence/document-key.ts'
import { endEvidence } from '../evidence/manage.ts'
import { type EvidenceRow, evidenceEvent } from '../evidence/present.ts'
import { EVIDENCE_CAME } from '../evidence/record.ts'
import { checkAgain, isUnchecked, REVOCATION_UNKNOWN } from '../revocations/check.ts'
import { knownCertificates } from '../revocations/manage.ts'
import { IDENTITY_EVIDENCE } from '../sessions/conclude.ts'
import { settleSessions, waitingOn } from './follow.ts'

type Told = { audit: [AuditInput, ...AuditInput[]]; events: EventInput[] }

/** Why a case was closed by nobody: a list came that does not name the certificate it was about. */
const NOT_ON_LIST = 'certificate_not_revoked'

/**
 * Looks again at evidence that waits. Where nobody could tell whether a certificate behind it was revoked and a list says so now, it counts
 * or is taken back by that. Sessions that wait on it go on, and their cases are closed, in either case. What a person has decided, or has
 * proposed to a second one, stays theirs; and so does a document that counts for somebody else by now.
 */
export async function settleWaiting(tx: Tx, ctx: Ctx, evidenceId: string): Promise<Told | null> {
  // In the order of who decides a case: the session first.
  const sessions = await waitingOn(tx, ctx, evidenceId).for('update')
  const row = await lockScoped(tx, evidence, ctx, evidenceId)
  if (!row) return null
  if (row.state === 'withdrawn') return followed(row, await settleSessions(tx, ctx, row, row.reason_code ?? undefined))
  if (row.state !== 'conflicting' || !isUnchecked(row.proof)) return null
  const revocation = await checkAgain(tx, ctx, row.proof, await knownCertificates(tx, ctx))
  if (!revocation || revocation.state === 'unknown') return null
  if (revocation.state === 'revoked') {
    const { now, audit, events } = await endEvidence(tx, ctx, row, 'issuer_certificate_revoked')
    return { audit, events: [...events, ...(await settleSessions(tx, ctx, now, 'issuer_certificate_revoked'))] }
  }
  const counts =
    row.reason_code === REVOCATION_UNKNOWN &&
    (await isAsThen(tx, ctx, row)) &&
    !(await isProposed(tx, ctx, sessions)) &&
    !(await countsForAnother(tx, ctx, row))
  const [now] = await tx
    .update(evidence)
    .set({ proof: { ...row.proof, revocation }, ...(counts && { state: 'valid', reason_code: null }) })
    .where(inScope(evidence, ctx, eq(evidence.id, row.id)))
    .returning()
  const audit: Told['audit'] = [
    {
      action: 'evidence_checked_again',
      category: 'system',
      subject: { type: 'evidence', id: row.id },
      details: { state: now!.state, revocation: revocation.state },
    },
  ]
  if (!counts) return { audit, events: [] }
  await setTimer(tx, ctx, { kind: EVIDENCE_CAME, subjectId: row.person_id, dueMs: ctx.now })
  return {
    audit,
    events: [evidenceEvent('identity.evidence.recorded', now!, ctx.now), ...(await settleSessions(tx, ctx, now!, NOT_ON_LIST))],
  }
}

function followed({ id, state, reason_code }: EvidenceRow, events: EventInput[]): Told | null {
  if (!events.length) return null
  const subject = { type: 'evidence', id }
  return { audit: [{ action: 'evidence_followed', category: 'system', subject, details: { state, reason_code } }], events }
}

/** Whether the person is who they were when it was shown: of anybody else a person judges. */
async function isAsThen(tx: Tx, ctx: Ctx, { person_id, person_key }: EvidenceRow): Promise<boolean> {
  const person = await findScoped(tx, persons, ctx, person_id)
  return !!person && !person.erased_at && person.person_key === person_key
}

/** Whether one of two reviewers has said what they think already. */
async function isProposed(tx: Tx, ctx: Ctx, sessions: readonly { id: string }[]): Promise<boolean> {
  const ids = sessions.map(({ id }) => id)
  const open = and(inArray(cases.subject_id, ids), eq(cases.kind, IDENTITY_EVIDENCE), eq(cases.status, 'awaiting_second'))
  const [row] = ids.length
    ? await tx
        .select({ id: cases.id })
        .from(cases)
        .where(inScope(cases, ctx, open))
        .limit(1)
    : []
  return row !== undefined
}
