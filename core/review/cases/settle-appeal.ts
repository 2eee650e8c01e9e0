import { and, desc, eq, gt } from 'drizzle-orm'
import { resumeClear } from '#core/identity/credentials/resume-clear.ts'
import { changeStatus, mirror } from '#core/identity/holders/status.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import { marketSubject } from '#core/identity/wallets/market-subject.ts'
import { releaseWallet } from '#core/identity/wallets/release.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { screenSubject } from '#core/screening/matching/screen-subject.ts'
import { tellInvestor } from '#core/securities/bookings/tell-investor.ts'
import { clearedFacts } from '#core/securities/investors/attempts.ts'
import { readStatus } from '#core/securities/investors/present.ts'
import type { Tx } from '#db/connect.ts'
import { decisions, investments, investors, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { APPEAL_KIND, type Appeal, appealEvent, appealOf, decisionOf, IDENTITY_APPEAL } from '../appeals/appeal.ts'
import { upholdSession } from '../appeals/of-session.ts'
import { openSubject } from './evidence.ts'

interface Settled {
  what: string
  audit: AuditInput[]
  events: EventInput[]
}

/**
 * Does what the answer to an appeal says. Upheld, the possible matches become exceptions that two people agreed on, so that
 * the same check allows and cites them, and what the refusal had ended goes on. The rules are not overruled: a listed address
 * throws `exception_not_possible`, and what they still refuse throws `conflict` until its facts are corrected.
 */
export async function settleAppeal(tx: Tx, ctx: Ctx, row: CaseRow, outcome: 'release' | 'refuse', release: Release): Promise<Settled> {
  const appeal = appealOf(row)!
  if (outcome === 'refuse') return { what: 'appeal refused', audit: [], events: [appealEvent('appeal.refused', row.id, appeal)] }
  if (row.kind === IDENTITY_APPEAL && row.subject_type === 'identity_session') return upholdSession(tx, ctx, row, appeal, release)
  if (row.kind === IDENTITY_APPEAL) return upholdIdentity(tx, ctx, row, appeal, release)
  const audit: AuditInput[] = []
  const events: EventInput[] = []
  const lifted = await lift(tx, ctx, row, appeal, release)
  events.push(...lifted)
  const resumed = await resumeCredentials(tx, ctx, row, appeal, release)
  audit.push(...resumed.audit)
  events.push(...resumed.events)
  const decision = await decisionOf(tx, ctx, row.decision_id)
  if (row.subject_type === 'wallet' || decision?.subject_type === 'wallet') {
    const verified = await verifyAgain(tx, ctx, appeal, release)
    audit.push(...verified.audit)
    events.push(...verified.events)
    if (decision?.check === 'wallet.verify' && verified.what === 'rejected') throw stillRefused()
  }
  if (row.kind === APPEAL_KIND && decision && decision.check !== 'wallet.verify' && !lifted.length)
    await requireAllowedSince(tx, ctx, decision)
  const ended = await endedBy(tx, ctx, row, decision)
  return { what: 'appeal upheld', audit, events: [...events, appealEvent('appeal.upheld', row.id, appeal, ended ? { ended } : {})] }
}

/**
 * The payment or investment that ended because of the refusal. Nothing of it is brought back: amounts, prices and places may be
 * others by now, so it is asked for anew, and whoever asks for it is told that the way is clear.
 */
async function endedBy(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  decision: typeof decisions.$inferSelect | null,
): Promise<{ type: string; id: string } | null> {
  const type = row.kind === APPEAL_KIND ? decision?.subject_type : row.subject_type
  const id = row.kind === APPEAL_KIND ? decision?.subject_id : row.subject_id
  if (!id || (type !== 'transaction' && type !== 'investment')) return null
  if (type === 'transaction') return { type, id }
  const investment = await findScoped(tx, investments, ctx, id)
  if (!investment) return null
  if (['rejected', 'cancelled'].includes(investment.status))
    await tellInvestor(tx, ctx, investment, {
      title: 'Your appeal was upheld',
      body: 'What had stopped your investment no longer does. It stays ended; you can invest anew while the offering is open.',
    })
  return { type, id }
}

/** Rejected → pending: the attempts begin anew, and the identity is verified as any other. Nothing is verified by this alone. */
async function upholdIdentity(tx: Tx, ctx: Ctx, row: CaseRow, appeal: Appeal, release: Release): Promise<Settled> {
  const investor = await lockScoped(tx, investors, ctx, row.subject_id)
  if (!investor) throw notFound()
  if (readStatus(investor.identity_status) !== 'rejected')
    throw new AppError('invalid_transition', `The identity is ${investor.identity_status} by now, so nothing is left to uphold. Refuse it.`)
  await tx
    .update(investors)
    .set({ facts: clearedFacts(investor.facts) })
    .where(inScope(investors, ctx, eq(investors.id, investor.id)))
  const told = await changeStatus(tx, ctx, investor, 'identity_status', 'pending', { reason: 'appeal_upheld' })
  if (investor.user_id && investor.external_id === SELF) {
    await mirror(tx, ctx, investor.user_id, null)
    await notify(tx, ctx, {
      userId: investor.user_id,
      title: 'Your appeal was upheld',
      body: 'Send your verification once more: it is looked at anew.',
      href: '/dashboard/verification',
    })
  }
  const people = { asked_by: release.author, countersigned_by: release.approver }
  return {
    what: 'appeal upheld',
    audit: [
      {
        action: 'identity_appeal_upheld',
        category: 'user',
        subject: { type: 'investor', id: investor.id },
        details: { case_id: row.id, ...people },
      },
    ],
    events: [...told.map((event) => ({ ...event, object: { ...event.object, ...people } })), appealEvent('appeal.upheld', row.id, appeal)],
  }
}

const stillRefused = () =>
  new AppError(
    'conflict',
    'The rules still refuse this. Correct the facts it rests on and check the wallet again: once that check allows, the appeal can be upheld.',
  )

/** The matches of what was screened, set aside for the subject as the same check asks for it. */
async function lift(tx: Tx, ctx: Ctx, row: CaseRow, appeal: Appeal, release: Release): Promise<EventInput[]> {
  const inMarket = row.details.market || ['transaction', 'investment'].includes(row.subject_type)
  if (inMarket && row.details.market !== 'platform') {
    const side = await marketSubject(tx, ctx, { canonical: appeal.wallet_address, family: appeal.family })
    return liftMatches(tx, ctx, side.asked, side.screened, release)
  }
  const { subject } = await openSubject({ ...ctx, db: tx as unknown as Ctx['db'] }, row)
  if (!subject) return []
  return liftMatches(tx, ctx, subject, await screenSubject(tx, ctx, subject), release)
}

/** Credentials that a match suspended are in use again, once nothing is found of their holder any more. */
async function resumeCredentials(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  appeal: Appeal,
  release: Release,
): Promise<Pick<Settled, 'audit' | 'events'>> {
  const wallet = await lockScoped(tx, wallets, ctx, appeal.wallet_id)
  if (!wallet?.person_id) return { audit: [], events: [] }
  return resumeClear(tx, ctx, wallet.person_id, ['sanctions_match'], {
    reasonCode: 'appeal_upheld',
    askedBy: release.author,
    countersignedBy: release.approver,
    caseId: row.id,
  })
}

/** A rejected wallet waits again (identity: rejected → appeal_upheld → pending), and is verified by the rules in force. */
async function verifyAgain(tx: Tx, ctx: Ctx, appeal: Appeal, release: Release): Promise<Settled> {
  const wallet = await lockScoped(tx, wallets, ctx, appeal.wallet_id)
  if (!wallet) throw notFound()
  if (wallet.verification_status !== 'rejected' || !wallet.person_id) return { what: wallet.verification_status, audit: [], events: [] }
  await tx
    .update(wallets)
    .set({ verification_status: 'pending', updated_at: new Date(ctx.now) })
    .where(inScope(wallets, ctx, eq(wallets.id, wallet.id)))
  return releaseWallet(tx, ctx, wallet.id, release)
}

/** What no exception can lift is upheld once the same check, asked again with corrected facts, has allowed. */
async function requireAllowedSince(tx: Tx, ctx: Ctx, refused: typeof decisions.$inferSelect): Promise<void> {
  const [newest] = await tx
    .select({ outcome: decisions.outcome })
    .from(decisions)
    .where(
      inScope(
        decisions,
        ctx,
        and(
          eq(decisions.wallet_address, refused.wallet_address!),
          eq(decisions.check, refused.check),
          gt(decisions.evaluated_at, refused.evaluated_at),
        ),
      ),
    )
    .orderBy(desc(decisions.evaluated_at))
    .limit(1)
  if (newest?.outcome !== 'allow') throw stillRefused()
}
