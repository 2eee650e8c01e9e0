import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { cases, documents, investors } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { verificationState } from '../accounts/read-account.ts'
import type { AuditInput } from '../audit/append.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { runVerification, verifyFields } from '../investors/verify.ts'
import { notify } from '../notifications/notify.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { SELF } from './own-investor.ts'
import { tenantCtx } from './personal.ts'
import { changeStatus, judgeDocuments, mirror } from './verification.ts'

export const decideReviewInput = z.strictObject({
  case_id: z.string().max(100),
  outcome: z.enum(['approve', 'reject', 'request_info']),
  reason_code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,60}$/)
    .default('reviewed'),
  note: z.string().trim().max(2_000).optional(),
  /** What the reviewer read in the letter; else what the investor stated. */
  dated: z.iso.date().optional(),
  verifier: verifyFields.accreditation.unwrap().shape.verifier,
})

type CaseRow = typeof cases.$inferSelect
interface Outcome {
  audit: AuditInput
  events: EventInput[]
}

/**
 * A reviewer's word on a person's evidence: accreditation, documents, or an identity that is no possible match. A possible match
 * with a sanctions list is released in the review queue by two people, never here. Throws `not_found`, `conflict`, `second_person_required`.
 */
export async function decideVerificationReview({ ctx, input }: { ctx: Ctx; input: z.output<typeof decideReviewInput> }) {
  requirePermission(ctx, 'users.write')
  const [found] = await ctx.db.select().from(cases).where(eq(cases.id, input.case_id)).limit(1)
  if (!found?.kind.startsWith('verification_')) throw notFound()
  const tenant = await tenantCtx(ctx, found.organization_id, found.environment as Ctx['environment'])
  return write(tenant, async (tx) => {
    const [row] = await tx
      .select()
      .from(cases)
      .where(inScope(cases, tenant, eq(cases.id, found.id)))
      .for('update')
    if (row!.status === 'decided') throw new AppError('conflict', 'This case is decided already.')
    if (row!.details.user_id === ctx.actor.id) throw new AppError('second_person_required', 'Nobody decides about their own verification.')
    const { audit, events } = await applyReview(tx, tenant, row!, input)
    await tx
      .update(cases)
      .set({
        status: 'decided',
        outcome: input.outcome,
        decided_at: new Date(tenant.now),
        first_approval: { by: ctx.actor.id, at: new Date(tenant.now).toISOString(), note: input.note ?? null },
      })
      .where(inScope(cases, tenant, eq(cases.id, row!.id)))
    return {
      result: { success: true as const, case_id: row!.id, outcome: input.outcome },
      audit: [
        {
          action: 'update_verification_status',
          category: 'admin' as const,
          subject: { type: 'case', id: row!.id },
          details: { kind: row!.kind, outcome: input.outcome, reason_code: input.reason_code, investor_id: row!.subject_id },
        },
        audit,
      ],
      events: [
        ...events,
        {
          type: 'case.decided' as const,
          resource: { type: 'case', id: row!.id },
          object: { id: row!.id, kind: row!.kind, outcome: input.outcome },
        },
      ],
    }
  })
}

const FIELD = {
  verification_identity: 'identity_status',
  verification_accreditation: 'accreditation_status',
  verification_documents: 'documents_status',
} as const

/** What a decided case does to the investor it is about. */
export async function applyReview(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  input: Pick<z.output<typeof decideReviewInput>, 'outcome' | 'reason_code' | 'note' | 'dated' | 'verifier'> & {
    /** Two people released the match: only then may a pending identity become verified. */
    released?: boolean
  },
): Promise<Outcome> {
  const [investor] = await tx
    .select()
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.id, row.subject_id)))
    .for('update')
  if (!investor) throw notFound()
  const field = FIELD[row.kind as keyof typeof FIELD]
  const to = verificationState({ approve: 'verified', reject: 'rejected', request_info: 'incomplete' }[input.outcome])
  const why = { reason: input.reason_code, note: input.note ?? null }
  const events: EventInput[] = []
  let audit: AuditInput = {
    action: 'verification_reviewed',
    category: 'admin',
    subject: { type: 'investor', id: investor.id },
    details: { field, to },
  }
  if (field === 'accreditation_status' && to === 'verified') {
    const d = row.details
    const [evidence] = await tx
      .select({ sha256: documents.sha256 })
      .from(documents)
      .where(eq(documents.id, String(d.document_id)))
      .limit(1)
    const dated = input.dated ?? (typeof d.dated === 'string' ? d.dated : new Date(ctx.now).toISOString().slice(0, 10))
    const verifier = input.verifier ?? (d.verifier as typeof input.verifier) ?? undefined
    const done = await runVerification(tx, ctx, investor, {
      checks: ['accreditation'],
      accreditation: {
        type: d.type as 'income',
        method: d.method as 'third_party_letter',
        ...(evidence && { evidence_sha256: evidence.sha256 }),
        ...(verifier && { verifier }),
        dated,
      },
      force: false,
    })
    audit = done.audit
    events.push(...done.events)
    if (done.result.verification.accreditation_status !== 'verified')
      throw new AppError('conflict', 'The letter is older than 90 days, so it cannot be approved. Ask for a current one.')
    await judgeDocuments(tx, [String(d.document_id)], 'accepted')
  } else {
    if (field === 'identity_status' && to === 'verified' && !input.released)
      throw new AppError('second_person_required', 'A possible match is released in the review queue, by two people.')
    if (field === 'documents_status' && to !== 'incomplete')
      await judgeDocuments(tx, (row.details.document_ids as string[]) ?? [], to === 'verified' ? 'accepted' : 'refused')
    events.push(...(await changeStatus(tx, ctx, investor, field, to, why)))
  }
  if (investor.external_id === SELF && investor.user_id) {
    await mirror(
      tx,
      ctx,
      investor.user_id,
      to === 'rejected' ? { code: input.reason_code, message: input.note ?? 'See the note of the reviewer.', retryable: true } : null,
    )
    const what = { identity_status: 'identity', accreditation_status: 'accreditation', documents_status: 'documents' }[field]
    const heading = { verified: 'was verified', rejected: 'was not accepted', incomplete: 'needs more', pending: 'is looked at' }[to]
    await notify(tx, {
      userId: investor.user_id,
      title: what === 'documents' ? `Your documents: review ended` : `Your ${what} ${heading}`,
      body: input.note ?? (to === 'verified' ? 'Nothing more to do.' : 'See what to do next.'),
      href: '/dashboard/verification',
    })
  }
  return { audit, events }
}

/** Open cases about a person's own verification, of all people, oldest first: the reviewers' list. */
export async function listVerificationReviews({ ctx, input }: { ctx: Ctx; input: { limit: number } }) {
  requirePermission(ctx, 'users.read')
  const rows = await ctx.db
    .select()
    .from(cases)
    .where(and(inArray(cases.kind, Object.keys(FIELD)), inArray(cases.status, ['open', 'assigned', 'awaiting_second'])))
    .orderBy(cases.deadline, cases.id)
    .limit(Math.min(200, input.limit))
  return {
    data: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      summary: row.summary,
      subject_id: row.subject_id,
      environment: row.environment,
      details: row.details,
      deadline: row.deadline.toISOString(),
      created_at: row.created_at.toISOString(),
    })),
  }
}
