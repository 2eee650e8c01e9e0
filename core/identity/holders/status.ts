import { and, eq, inArray } from 'drizzle-orm'
import { type VerificationState, verificationState } from '#core/access/accounts/read-account.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { OwnVerification } from '#core/portal/holders/verification.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { appendAudit } from '#core/record/log/append.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import type { Tx } from '#db/connect.ts'
import { documents, investors, users, verificationStatus } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { nameExclusions } from '../exclusions/name.ts'
import { ownInvestor, statusRow } from '../persons/own-investor.ts'

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

/** Marks documents as accepted or refused. */
export async function judgeDocuments(tx: Tx, ids: string[], status: 'accepted' | 'refused'): Promise<void> {
  if (ids.length)
    await tx
      .update(documents)
      .set({ status })
      .where(and(inArray(documents.id, ids), eq(documents.status, 'uploaded')))
}
