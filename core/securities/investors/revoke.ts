import { and, eq, gte, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond, type SecondPerson } from '#core/access/second-person/ask-second.ts'
import { changeState, personCredentials, suspendPerson } from '#core/identity/credentials/change-state.ts'
import { resumeClear } from '#core/identity/credentials/resume-clear.ts'
import { changeStatus, mirror } from '#core/identity/holders/status.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode } from '#core/kernel/fields.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { type EventInput, recordEvents } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { credentialUses, investors, wallets } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { holdSold, rejectWaiting } from '../bookings/of-investor.ts'
import type { InvestorRow } from './create.ts'
import { investorDoubtAnswer, readStatus, readStatuses } from './present.ts'

/** Why something that was verified is doubted. The note may name nobody: it is kept with the case. */
export const doubtInput = z.strictObject({
  reason_code: reasonCode.meta({ description: 'Why, as a short code such as identity_fraud' }),
  note: z.string().trim().min(10, 'Say why in a sentence').max(2_000),
  document_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .meta({ description: 'SHA-256 of what it rests on; the paper stays with you' }),
})

/** An investor after a doubt was recorded. */
export const doubtAnswer = (row: InvestorRow, now: number, waits: SecondPerson | null) => ({
  success: true as const,
  object: 'investor_doubt' as const,
  investor_id: row.id,
  ...readStatuses(row, null, now),
  second_person: waits,
})

/** The investor of a call, locked, while the status in question is `verified`. Throws `not_found`, `invalid_transition`. */
export async function lockVerified(
  tx: Tx,
  ctx: Ctx,
  id: string,
  field: 'identity_status' | 'accreditation_status' | 'documents_status',
): Promise<InvestorRow> {
  const row = await lockScoped(tx, investors, ctx, id)
  if (!row) throw notFound()
  const state = readStatus(row[field])
  if (state !== 'verified')
    throw new AppError('invalid_transition', `Only what is verified can be doubted; ${field.replace('_status', '')} is ${state}.`)
  return row
}

const SUSPENDED = 'identity_doubted'
const RELIED_MS = 180 * 86_400_000

/**
 * Asks to take a verified identity back for fraud or a confirmed match: the person's credentials are suspended at once; when
 * another person agrees, the identity is rejected and cannot be tried again. Throws `not_found`, `invalid_transition`,
 * `already_exists` when it waits already, `step_up_required`.
 */
export const revokeIdentity = defineVerb({
  name: 'investors.revoke',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend(doubtInput.shape),
  output: investorDoubtAnswer,
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write(ctx, async (tx) => {
      const row = await lockVerified(tx, ctx, input.id, 'identity_status')
      const asked = await askSecond(tx, ctx, {
        kind: 'identity_revocation',
        subject: { type: 'investor', id: row.id },
        summary: 'A verified identity is to be revoked',
        word: input,
        // Whose it is never decides it.
        details: { ...(row.user_id && { user_id: row.user_id }) },
      })
      const stopped = await suspendPerson(tx, ctx, row.person_id, SUSPENDED)
      return {
        result: doubtAnswer(row, ctx.now, asked.waits),
        audit: [
          {
            action: 'identity_revocation_asked',
            category: 'user' as const,
            subject: { type: 'investor', id: row.id },
            details: { reason_code: input.reason_code, case_id: asked.waits.case_id, document_sha256: input.document_sha256 ?? null },
          },
          ...stopped.audit,
        ],
        events: [...asked.events, ...stopped.events],
      }
    })
  },
})

/** The second person's word on it, within the transaction that decides its case. */
export async function settleIdentityRevocation(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const investor = await lockScoped(tx, investors, ctx, row.subject_id)
  if (!investor) throw notFound()
  if (word.outcome === 'refuse') {
    const back = await resumeClear(tx, ctx, investor.person_id, [SUSPENDED], { reasonCode: 'revocation_declined', caseId: row.id })
    return { what: 'stays verified', ...back }
  }
  if (readStatus(investor.identity_status) !== 'verified')
    throw new AppError('invalid_transition', `The identity is ${investor.identity_status} by now: there is nothing to revoke. Refuse this.`)
  const reason = typeof row.details.reason_code === 'string' ? row.details.reason_code : 'documents_false'
  const people = { asked_by: word.author, countersigned_by: word.approver }
  const [told, ...rest] = await changeStatus(tx, ctx, investor, 'identity_status', 'rejected', { reason })
  await tx
    .update(investors)
    .set({ facts: { ...investor.facts, identity_revoked: { reason_code: reason, case_id: row.id } } })
    .where(inScope(investors, ctx, eq(investors.id, investor.id)))
  await tx
    .update(wallets)
    .set({ verification_status: 'rejected', verified_at: null, updated_at: new Date(ctx.now) })
    .where(inScope(wallets, ctx, eq(wallets.person_id, investor.person_id)))
  const held = await personCredentials(tx, ctx, investor.person_id, ['active', 'suspended'])
  const ended = await changeState(tx, ctx, held, 'revoked', {
    reasonCode: reason,
    askedBy: word.author,
    countersignedBy: word.approver,
    caseId: row.id,
  })
  for (const credential of held) await openAtRelying(tx, ctx, credential.id, reason)
  const investments = await rejectWaiting(tx, ctx, investor.id, 'identity_revoked')
  const sold = await holdSold(tx, ctx, investor.id, 'identity_revoked')
  if (investor.user_id && investor.external_id === SELF) {
    await mirror(tx, ctx, investor.user_id, {
      code: reason,
      message: 'Your verified identity was revoked by two people. You can appeal within 30 days.',
      retryable: false,
    })
    await notify(tx, ctx, {
      userId: investor.user_id,
      title: 'Your verified identity was revoked',
      body: 'Two people looked at it. See why, and how to appeal.',
      href: '/dashboard/verification',
    })
  }
  return {
    what: 'rejected',
    audit: [
      {
        action: 'identity_revoked',
        category: 'user',
        subject: { type: 'investor', id: investor.id },
        details: { reason_code: reason, case_id: row.id, ...people },
      },
      ...ended.audit,
      ...investments.audit,
      ...sold.audit,
    ],
    events: [
      ...(told ? [{ ...told, object: { ...told.object, ...people } }] : []),
      ...rest,
      ...ended.events,
      ...investments.events,
      ...sold.events,
    ],
  }
}

/** Opens a case with every other tenant that relied on the credential in the last 180 days: what rests on it is theirs to look at. */
async function openAtRelying(tx: Tx, ctx: Ctx, credentialId: string, reason: string): Promise<void> {
  const uses = await tx
    .selectDistinct({ organization: credentialUses.organization_id, environment: credentialUses.environment })
    .from(credentialUses)
    .where(
      and(
        eq(credentialUses.credential_id, credentialId),
        or(ne(credentialUses.organization_id, ctx.organizationId), ne(credentialUses.environment, ctx.environment)),
        gte(credentialUses.used_at, new Date(ctx.now - RELIED_MS)),
      ),
    )
  for (const { organization, environment } of uses) {
    // By their own clock: a sandbox may be ahead.
    const tenant = await tenantCtx(ctx, organization, environment as Environment)
    const { events } = await openCase(tx, tenant, {
      kind: 'relied_credential',
      subject: { type: 'credential', id: credentialId },
      priority: 60,
      summary: 'A credential you relied on was revoked: look at what rests on it',
      details: { reason_code: reason },
    })
    await recordEvents(tx, tenant, events)
  }
}
