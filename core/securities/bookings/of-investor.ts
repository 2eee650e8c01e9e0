import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { closeCases } from '#core/record/cases/close.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { investments, offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { lockInvestment } from './lock.ts'
import { viewOf } from './present.ts'
import { tellInvestor } from './tell-investor.ts'
import { unbookInvestment } from './unbook.ts'

/** An investor's investments that wait, in the order in which their offerings are locked. */
const waiting = (tx: Tx, ctx: Ctx, investorId: string, regulations?: (typeof offerings.$inferSelect)['regulation'][]) =>
  tx
    .select({ id: investments.id, decisionId: investments.decision_id })
    .from(investments)
    .innerJoin(offerings, eq(offerings.id, investments.offering_id))
    .where(
      inScope(
        investments,
        ctx,
        and(
          eq(investments.investor_id, investorId),
          eq(investments.status, 'pending'),
          regulations ? inArray(offerings.regulation, regulations) : undefined,
        ),
      ),
    )
    .orderBy(offerings.id, investments.id)

/** Ends what an investor has waiting, because of what became known of them. */
export async function rejectWaiting(
  tx: Tx,
  ctx: Ctx,
  investorId: string,
  refusal: string,
): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  const audit: AuditInput[] = []
  const events: EventInput[] = []
  for (const { id } of await waiting(tx, ctx, investorId)) {
    const locked = await lockInvestment(tx, ctx, id)
    if (locked?.row.status !== 'pending') continue
    const { row, offering } = locked
    await tx
      .update(investments)
      .set({ status: 'rejected', refusal, reserved_until: null, updated_at: new Date(ctx.now) })
      .where(inScope(investments, ctx, eq(investments.id, id)))
    await tellInvestor(tx, ctx, row, {
      title: 'An investment was rejected',
      body: `Your identity was rejected, so ${offering.name} cannot take it.`,
    })
    audit.push({
      action: 'investment_rejected',
      category: 'investment',
      subject: { type: 'investment', id },
      details: { offering_id: offering.id, refusal },
    })
    events.push(
      {
        type: 'investment.rejected',
        resource: { type: 'investment', id },
        object: { ...viewOf(row), status: 'rejected', market: 'securities', reason_code: refusal },
        previous: { status: 'pending' },
      },
      ...(await closeCases(tx, ctx, { subjectId: id, kind: 'investment_review', outcome: 'refuse', reasonCode: refusal })),
    )
  }
  return { audit, events }
}

/** Lets what an investor has waiting be decided again by itself, soon after its facts changed for the better. */
export async function judgeWaitingSoon(tx: Tx, ctx: Ctx, investorId: string): Promise<void> {
  const [row] = await waiting(tx, ctx, investorId).limit(1)
  if (row) await setTimer(tx, ctx, { kind: 'facts_updated', subjectId: investorId, dueMs: ctx.now })
}

/**
 * Takes what an investor was sold and has no tokens of yet out of the raise, because they turn out not to be eligible: it waits
 * for people, without an end, and nothing is issued meanwhile.
 */
export async function holdSold(
  tx: Tx,
  ctx: Ctx,
  investorId: string,
  reason: string,
): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  const sold = await tx
    .select({ id: investments.id, decisionId: investments.decision_id })
    .from(investments)
    .where(
      inScope(
        investments,
        ctx,
        and(eq(investments.investor_id, investorId), eq(investments.status, 'accepted'), eq(investments.issued_quantity, '0')),
      ),
    )
    .orderBy(investments.offering_id, investments.id)
  const audit: AuditInput[] = []
  const events: EventInput[] = []
  for (const { id, decisionId } of sold) {
    const locked = await lockInvestment(tx, ctx, id)
    if (locked?.row.status !== 'accepted' || locked.row.issued_quantity !== '0') continue
    const done = await unbookInvestment(tx, ctx, locked, 'found_ineligible')
    const opened = await openCase(tx, ctx, {
      kind: 'investment_review',
      subject: { type: 'investment', id },
      decisionId,
      priority: 80,
      summary: 'An investor turned out not to be eligible: is the sale rescinded? Ask counsel',
      details: { investor_id: investorId, reason_codes: [reason], possible_match: false },
    })
    audit.push(done.audit)
    events.push(...done.events, ...opened.events)
  }
  return { audit, events }
}

/** Brings what an investor has waiting under a regulation before people, because of what became known of them. */
export async function reviewWaiting(
  tx: Tx,
  ctx: Ctx,
  investorId: string,
  regulation: (typeof offerings.$inferSelect)['regulation'],
  reason: string,
): Promise<{ ids: string[]; events: EventInput[] }> {
  const rows = await waiting(tx, ctx, investorId, [regulation])
  const events: EventInput[] = []
  for (const { id, decisionId } of rows)
    events.push(
      ...(
        await openCase(tx, ctx, {
          kind: 'investment_review',
          subject: { type: 'investment', id },
          decisionId,
          priority: 70,
          summary: 'An investment waits: there is knowledge against the accreditation it rests on',
          details: { investor_id: investorId, reason_codes: [reason], possible_match: false },
        })
      ).events,
    )
  return { ids: rows.map((row) => row.id), events }
}
