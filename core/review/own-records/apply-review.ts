import { eq } from 'drizzle-orm'
import { verificationState } from '#core/access/accounts/read-account.ts'
import { changeStatus, judgeDocuments, mirror } from '#core/identity/holders/status.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import type { CaseOutcome, CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { judgeWaitingSoon, rejectWaiting } from '#core/securities/bookings/of-investor.ts'
import { withdrawAccreditation } from '#core/securities/investors/accreditation/end.ts'
import { accreditationFacts, confirmedMatch, identityFacts } from '#core/securities/investors/attempts.ts'
import type { VerifyInvestorInput } from '#core/securities/investors/verify-input.ts'
import { setWalletStatus } from '#core/securities/investors/wallet-status.ts'
import type { Tx } from '#db/connect.ts'
import { investors } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

export interface ReviewWord {
  outcome: CaseOutcome
  reason_code: string
  note?: string | undefined
  /** What the reviewer read in the letter; else what the investor stated. */
  dated?: string | undefined
  verifier?: NonNullable<VerifyInvestorInput['accreditation']>['verifier']
  /** Two people released the match: only then may a pending identity become verified. */
  released?: boolean
}

interface Outcome {
  audit: AuditInput[]
  events: EventInput[]
}

const FIELD = {
  verification_identity: 'identity_status',
  verification_accreditation: 'accreditation_status',
  verification_documents: 'documents_status',
} as const

/** What a decided case does to the investor it is about. */
export async function applyReview(tx: Tx, ctx: Ctx, row: CaseRow, input: ReviewWord): Promise<Outcome> {
  const [investor] = await tx
    .select()
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.id, row.subject_id)))
    .for('update')
  if (!investor) throw notFound()
  const field = FIELD[row.kind as keyof typeof FIELD]
  const to = verificationState({ release: 'verified', refuse: 'rejected', request_info: 'incomplete' }[input.outcome])
  const why = { reason: input.reason_code, note: input.note ?? null }
  const events: EventInput[] = []
  const audits: AuditInput[] = []
  // What is not waiting any more, because it was taken back or settled otherwise, is not touched by a late word.
  if (investor[field] !== 'pending' && !(input.released && investor[field] === to))
    return { audit: [ended(investor.id, field, investor[field])], events }
  let retryable = true
  const audit: AuditInput = {
    action: 'verification_reviewed',
    category: 'admin',
    subject: { type: 'investor', id: investor.id },
    details: { field, to },
  }
  if (field === 'accreditation_status' && row.details.contrary && to === 'verified') {
    // What was known against it proved wrong: it counts again for as long as it did.
    if (!investor.accreditation_expires_at || investor.accreditation_expires_at.getTime() <= ctx.now)
      throw new AppError('conflict', 'The evidence has run out meanwhile. Ask for a current one.')
    const { contrary: _, ...record } = investor.accreditation ?? {}
    await tx
      .update(investors)
      .set({ accreditation: record })
      .where(inScope(investors, ctx, eq(investors.id, investor.id)))
    events.push(...(await changeStatus(tx, ctx, investor, field, to, why)))
    await judgeWaitingSoon(tx, ctx, investor.id)
  } else if (field === 'accreditation_status' && to === 'verified') {
    throw new AppError(
      'conflict',
      'An accreditation is confirmed on its file, with the documents beside it. Have the file sent, and refuse this.',
    )
  } else {
    if (field === 'identity_status' && to === 'verified' && !input.released)
      throw new AppError('second_person_required', 'A possible match is released in the review queue, by two people.')
    if (field === 'documents_status' && to !== 'incomplete')
      await judgeDocuments(tx, (row.details.document_ids as string[]) ?? [], to === 'verified' ? 'accepted' : 'refused')
    events.push(...(await changeStatus(tx, ctx, investor, field, to, why)))
    if (field === 'identity_status') await setWalletStatus(tx, ctx, investor.wallet_id, to)
    if (field === 'identity_status' && to === 'rejected') {
      retryable = !(await confirmedMatch(tx, ctx, row.decision_id))
      await setFacts(tx, ctx, investor.id, identityFacts(investor.facts, to, { code: input.reason_code, retryable }))
      const waiting = await rejectWaiting(tx, ctx, investor.id, 'identity_rejected')
      audits.push(...waiting.audit)
      events.push(...waiting.events)
    }
    if (field === 'accreditation_status' && to === 'rejected') {
      await setFacts(tx, ctx, investor.id, accreditationFacts(investor.facts, to))
      const withdrawn = await withdrawAccreditation(tx, ctx, investor.person_id, input.reason_code)
      audits.push(...withdrawn.audit)
      events.push(...withdrawn.events)
    }
  }
  if (investor.external_id === SELF && investor.user_id) {
    await mirror(
      tx,
      ctx,
      investor.user_id,
      to === 'rejected' ? { code: input.reason_code, message: input.note ?? 'See the note of the reviewer.', retryable } : null,
    )
    const what = { identity_status: 'identity', accreditation_status: 'accreditation', documents_status: 'documents' }[field]
    const heading = { verified: 'was verified', rejected: 'was not accepted', incomplete: 'needs more', pending: 'is looked at' }[to]
    await notify(tx, ctx, {
      userId: investor.user_id,
      title: what === 'documents' ? `Your documents: review ended` : `Your ${what} ${heading}`,
      body: input.note ?? (to === 'verified' ? 'Nothing more to do.' : 'See what to do next.'),
      href: '/dashboard/verification',
    })
  }
  return { audit: [audit, ...audits], events }
}

const setFacts = (tx: Tx, ctx: Ctx, id: string, facts: Record<string, unknown>) =>
  tx
    .update(investors)
    .set({ facts })
    .where(inScope(investors, ctx, eq(investors.id, id)))

const ended = (id: string, field: string, state: string): AuditInput => ({
  action: 'verification_reviewed',
  category: 'admin',
  subject: { type: 'investor', id },
  details: { field, state, effect: 'none' },
})
