import { eq } from 'drizzle-orm'
import type { VerificationState } from '#core/access/accounts/read-account.ts'
import { suspendPerson } from '#core/identity/credentials/change-state.ts'
import { resumeClear } from '#core/identity/credentials/resume-clear.ts'
import { recordReview } from '#core/identity/evidence/carry.ts'
import { changeStatus } from '#core/identity/holders/status.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import { lockOwnInvestor } from '#core/identity/persons/own-investor.ts'
import { reviewPolicy } from '#core/identity/sessions/policy.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { recordEvents } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { rejectWaiting } from '#core/securities/bookings/of-investor.ts'
import { endFiles } from '#core/securities/investors/accreditation/end.ts'
import { clearedFacts } from '#core/securities/investors/attempts.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import { endReview } from '#core/securities/investors/end-review.ts'
import { readStatus } from '#core/securities/investors/present.ts'
import type { StatusField } from '#core/securities/investors/steps.ts'
import { setValidity } from '#core/securities/investors/validity.ts'
import { MATERIAL_CHANGE, NOT_VERIFIED } from '#core/securities/investors/verification-credentials.ts'
import { setWalletStatus } from '#core/securities/investors/wallet-status.ts'
import type { Tx } from '#db/connect.ts'
import { investors, persons } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'

const REASON = 'set_by_admin'
/** Nobody is accredited for longer than a letter would say. */
const ACCREDITED_MS = 90 * 86_400_000

/**
 * Lets what administrators set by hand count where it is relied on, in the person's own record: an identity that is not verified any
 * more takes its credentials out of use, one that is verified brings them back where their holder is screened clear, and a rejected
 * one rejects the investments that wait. Nothing happens before the person has a record. `tenant` is the person's own.
 */
export async function setOwnRecord(
  tx: Tx,
  tenant: Ctx,
  userId: string,
  changes: Partial<Record<StatusField, { to: VerificationState }>>,
  people: { author: string; approver: string },
): Promise<AuditInput[]> {
  const before = await lockOwnInvestor(tx, tenant, userId)
  if (!before) return []
  if (changes.accreditation_status?.to === 'verified') await requireEvidence(tx, tenant, before)
  const events = []
  const audit: AuditInput[] = []
  let row = before
  for (const [field, { to }] of Object.entries(changes) as [StatusField, { to: VerificationState }][]) {
    events.push(...(await changeStatus(tx, tenant, row, field, to, { reason: REASON })))
    if (field === 'accreditation_status') events.push(...(await endFiles(tx, tenant, row.id)))
    events.push(...(await endReview(tx, tenant, { investorId: row.id, check: checkOf(field), keepMatches: true })))
    row = (await lockScoped(tx, investors, tenant, row.id))!
  }
  const identity = changes.identity_status?.to
  if (identity) {
    if (identity === 'verified') {
      const shown = await shownByHand(tx, tenant, row, people)
      audit.push(...shown.audit)
      events.push(...shown.events)
    }
    await setWalletStatus(tx, tenant, row.wallet_id, identity)
    const moved =
      identity === 'verified'
        ? await resumeClear(tx, tenant, row.person_id, [MATERIAL_CHANGE, NOT_VERIFIED], { reasonCode: REASON })
        : await suspendPerson(tx, tenant, row.person_id, NOT_VERIFIED)
    const ended = identity === 'rejected' ? await rejectWaiting(tx, tenant, row.id, 'identity_rejected') : { audit: [], events: [] }
    if (identity !== 'rejected')
      await tx
        .update(investors)
        .set({ facts: clearedFacts(row.facts) })
        .where(inScope(investors, tenant, eq(investors.id, row.id)))
    audit.push(...moved.audit, ...ended.audit)
    events.push(...moved.events, ...ended.events)
  }
  const until = row.accreditation_expires_at?.getTime() ?? 0
  if (changes.accreditation_status?.to === 'verified' && until <= tenant.now)
    await tx
      .update(investors)
      .set({ accreditation_expires_at: new Date(tenant.now + ACCREDITED_MS) })
      .where(inScope(investors, tenant, eq(investors.id, row.id)))
  const statuses = (one: typeof row) => ({
    identity_status: readStatus(one.identity_status),
    accreditation_status: readStatus(one.accreditation_status),
    documents_status: readStatus(one.documents_status),
  })
  await setValidity(tx, tenant, row.id, {
    before: statuses(before),
    after: statuses(row),
    checked: (Object.keys(changes) as StatusField[]).map(checkOf),
    documentsEnd: null,
  })
  await recordEvents(tx, tenant, events)
  return audit
}

/** What two administrators set by hand is their word, of the lowest level: it is kept as what it is, with both their names. */
async function shownByHand(tx: Tx, ctx: Ctx, row: { id: string; person_id: string }, people: { author: string; approver: string }) {
  const person = (await findScoped(tx, persons, ctx, row.person_id))!
  const { full_name, date_of_birth } = await openPerson(tx, ctx, person)
  return recordReview(tx, ctx, person, {
    papers: [`${REASON}:${row.id}:${ctx.now}`],
    level: 'basic',
    read: { full_name, ...(date_of_birth && { date_of_birth }) },
    ...{ reviewer: people.author, second: people.approver, caseId: null, investorId: row.id },
    ...{ days: (await reviewPolicy(tx, ctx)).days, document: null },
  })
}

const checkOf = (field: StatusField) => field.replace('_status', '') as 'identity' | 'accreditation' | 'documents'

/** Nobody makes somebody accredited by hand: a file says on what ground, and a person reads its documents. Throws `conflict`. */
async function requireEvidence(tx: Tx, tenant: Ctx, row: InvestorRow): Promise<void> {
  if (tenant.world.accreditation.takesWord) return
  const { status } = await tenant.world.accreditation.of(tx, tenant, { personId: row.person_id, shownFor: row.id, played: null })
  if (status !== 'verified')
    throw new AppError('conflict', 'An accreditation is verified by a file whose documents somebody read, not by hand. Have the file sent.')
}
