import { eq } from 'drizzle-orm'
import { personalEnvironment, tenantCtx } from '#core/access/accounts/personal.ts'
import { type VerificationState, verificationState } from '#core/access/accounts/read-account.ts'
import { askSecond, type SecondPerson } from '#core/access/second-person/ask-second.ts'
import { tellUserChanged } from '#core/access/users/tell.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { type EventInput, recordEvents } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import type { Tx } from '#db/connect.ts'
import { users, verificationStatus } from '#db/schema.ts'
import { setOwnRecord } from './set-own-record.ts'

export const PARTS = ['identity_status', 'accreditation_status', 'documents_status'] as const
type Part = (typeof PARTS)[number]
type User = typeof users.$inferSelect

/** What an administrator changes of the three states of somebody's verification. */
export interface VerificationChanges {
  identity_status?: { from: VerificationState; to: VerificationState }
  accreditation_status?: { from: VerificationState; to: VerificationState }
  documents_status?: { from: VerificationState; to: VerificationState }
}

const takesTwo = (from: VerificationState, to: VerificationState) => to === 'verified' || from === 'rejected'

/** Splits changes into what one administrator may do, and what takes two: to verified, and away from rejected. */
export function splitChanges(changes: VerificationChanges): { now: VerificationChanges; later: VerificationChanges } {
  const entries = Object.entries(changes)
  return {
    now: Object.fromEntries(entries.filter(([, { from, to }]) => !takesTwo(from, to))),
    later: Object.fromEntries(entries.filter(([, { from, to }]) => takesTwo(from, to))),
  }
}

/** Where somebody stands, with the rows locked. Throws `not_found`. */
export async function lockVerification(tx: Tx, id: string): Promise<{ user: User; states: Record<Part, VerificationState> }> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update').limit(1)
  if (!user) throw notFound()
  await tx.insert(verificationStatus).values({ user_id: id }).onConflictDoNothing()
  const [row] = await tx.select().from(verificationStatus).where(eq(verificationStatus.user_id, id)).for('update').limit(1)
  return { user, states: Object.fromEntries(PARTS.map((part) => [part, verificationState(row![part])])) as Record<Part, VerificationState> }
}

/** Writes the changes, to the person's own record too, and tells the person and their organisation. Returns what else is in the log. */
export async function applyChanges(
  tx: Tx,
  ctx: Ctx,
  user: User,
  changes: VerificationChanges,
  askedBy: string | null = null,
): Promise<AuditInput[]> {
  const parts = Object.entries(changes)
  if (!parts.length) return []
  await tx
    .update(verificationStatus)
    .set({ ...Object.fromEntries(parts.map(([part, { to }]) => [part, to])), updated_at: new Date() })
    .where(eq(verificationStatus.user_id, user.id))
  for (const [, { from, to }] of parts) await tellUserChanged(tx, ctx, 'user.verification_changed', user, { from, to }, askedBy)
  await notify(tx, ctx, {
    userId: user.id,
    title: 'Your verification was updated',
    body: parts.map(([part, { to }]) => `${part.replace('_status', '')}: ${to}`).join(' '),
    href: '/dashboard',
  })
  return setOwnRecord(tx, await tenantCtx(ctx, user.organization_id, personalEnvironment(ctx.services)), user.id, changes, {
    author: askedBy ?? ctx.actor.id,
    approver: ctx.actor.id,
  })
}

/** Asks another administrator to agree to changes. Throws `already_exists` when some wait for this person already. */
export async function askVerification(tx: Tx, ctx: Ctx, user: User, changes: VerificationChanges, note: string): Promise<SecondPerson> {
  const tenant = await tenantCtx(ctx, user.organization_id, personalEnvironment(ctx.services))
  const { waits, events } = await askSecond(tx, tenant, {
    kind: 'verification_set',
    subject: { type: 'user', id: user.id },
    summary: 'An administrator sets somebody’s verification by hand',
    word: { reason_code: 'set_by_admin', note },
    // Nobody decides about themselves.
    details: { changes: { ...changes }, user_id: user.id },
  })
  await recordEvents(tx, tenant, events)
  return waits
}

/** The second administrator's word on it, within the transaction that decides its case. */
export async function settleVerificationSet(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (word.outcome === 'refuse') return { what: 'as before', audit: [], events: [] }
  const changes = row.details.changes as VerificationChanges
  const { user, states } = await lockVerification(tx, row.subject_id)
  // What both people saw is what takes effect, or nothing does.
  if (Object.entries(changes).some(([part, { from }]) => states[part as Part] !== from))
    throw new AppError('conflict', 'The verification changed since this was asked for. Refuse it, and ask again if it is still wanted.')
  const more = await applyChanges(tx, ctx, user, changes, word.author)
  return {
    what: 'set',
    audit: [
      ...more,
      {
        action: 'update_verification_status',
        category: 'admin',
        userId: user.id,
        subject: { type: 'user', id: user.id },
        details: { ...changes, case_id: row.id, asked_by: word.author, countersigned_by: word.approver },
      },
    ],
    // The person's organisation was told where the change was made.
    events: [],
  }
}
