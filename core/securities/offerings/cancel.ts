import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { investments, lots, offerings } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { parseMicro } from '#engine/money.ts'
import { dropHeldChange } from './change-case.ts'
import { TERMS } from './commercial-terms.ts'
import type { OfferingRow } from './facts.ts'
import { offeringAnswer, presentOffering } from './present.ts'

const cancelOfferingInput = z.strictObject({
  id: z.string().max(100),
  note: z.string().trim().min(10, 'Say why, in at least 10 characters').max(500).meta({ description: 'Why. Kept in the log, so no names' }),
})

/** A case of the review queue in which another person of the issuer is asked to agree to a cancellation. */
export const CANCELLATION = 'offering_cancellation'

/**
 * Cancels an offering for good. A draft, or one that waits for its terms, at once. One that is open or paused takes two: this
 * call is the first word, and another person of the issuer agrees at its desk. Throws `conflict` with what stands in the way.
 */
export const cancelOffering = defineVerb({
  name: 'offerings.cancel',
  permission: 'offerings.write',
  input: cancelOfferingInput.extend(byId('Offering id, off_…').shape),
  output: offeringAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, offerings, ctx, input.id)
      if (!row) throw notFound()
      requireCancellable(row)
      await refuseStanding(tx, ctx, row)
      if (['draft', 'needs_contact'].includes(row.status)) {
        const { view, audit, events } = await endOffering(tx, ctx, row)
        return { result: view, audit: { ...audit, details: { ...audit.details, note: input.note } }, events }
      }
      if (row.cancellation_case_id)
        throw new AppError('conflict', 'Another person of your organisation was asked already and has not answered yet.', {
          extra: { case_id: row.cancellation_case_id },
        })
      const person = ctx.actor.type === 'user' ? ctx.actor : null
      const opened = await openCase(tx, ctx, {
        kind: CANCELLATION,
        subject: { type: 'offering', id: row.id },
        priority: 60,
        summary: `An issuer asks to cancel an offering: ${row.name}`,
        details: {
          offering_id: row.id,
          asked_by: ctx.actor.id,
          ...(person && { user_id: person.id }),
          history: [{ at: new Date(ctx.now).toISOString(), by: ctx.actor.id, what: 'asked to cancel', note: input.note }],
        },
      })
      const [stored] = await tx
        .update(offerings)
        .set({ cancellation_case_id: opened.id, updated_at: new Date(ctx.now) })
        .where(inScope(offerings, ctx, eq(offerings.id, row.id)))
        .returning()
      return {
        result: presentOffering(stored!),
        audit: {
          action: 'offering_cancellation_asked',
          category: 'investment',
          subject: { type: 'offering', id: row.id },
          details: { case_id: opened.id, status: row.status, note: input.note },
        },
        events: opened.events,
      }
    })
  },
})

/** The second person's word on a cancellation that was asked for, within the transaction that decides its case. */
export async function answerCancellation(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  agreed: boolean,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const offering = await lockScoped(tx, offerings, ctx, row.subject_id)
  if (!offering) throw notFound()
  if (!agreed) {
    await tx
      .update(offerings)
      .set({ cancellation_case_id: null, updated_at: new Date(ctx.now) })
      .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
    return { what: 'goes on', audit: [], events: [] }
  }
  requireCancellable(offering)
  await refuseStanding(tx, ctx, offering)
  const { audit, events } = await endOffering(tx, ctx, offering)
  return { what: 'cancelled', audit: [{ ...audit, details: { ...audit.details, case_id: row.id } }], events }
}

function requireCancellable(row: OfferingRow): void {
  if (row.fixed) throw new AppError('invalid_transition', 'This offering belongs to the sandbox and stays as it is.')
  if (!['draft', 'needs_contact', 'open', 'paused'].includes(row.status))
    throw new AppError('invalid_transition', `An offering that is ${row.status} cannot be cancelled.`)
}

/** What is left in an offering: investments neither refunded, cancelled nor rejected, and tokens somebody holds. */
async function standingIn(db: Queryable, ctx: Ctx, row: OfferingRow): Promise<{ investments: number; tokens_held: string }> {
  const [standing] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(investments)
    .where(inScope(investments, ctx, and(eq(investments.offering_id, row.id), inArray(investments.status, ['accepted', 'pending']))))
  const [held] = await db
    .select({ units: sql<string>`trim_scale(coalesce(sum(${lots.quantity}), 0))::text` })
    .from(lots)
    .where(inScope(lots, ctx, and(eq(lots.offering_id, row.id), isNull(lots.closed_at))))
  return { investments: standing!.count, tokens_held: held!.units }
}

/** Nobody may be left in it, and nothing raised. */
async function refuseStanding(tx: Tx, ctx: Ctx, row: OfferingRow): Promise<void> {
  const { investments: count, tokens_held } = await standingIn(tx, ctx, row)
  const ways = [
    count > 0 && `${count} ${count === 1 ? 'investment is' : 'investments are'} neither refunded nor cancelled`,
    (parseMicro(row.amount_raised) ?? 0n) > 0n && `${row.amount_raised} ${row.currency} count as raised`,
    tokens_held !== '0' && `${tokens_held} tokens are held`,
  ].filter((way) => way !== false)
  if (ways.length)
    throw new AppError('conflict', `The offering cannot be cancelled yet: ${ways.join(', ')}.`, {
      extra: { investments: count, amount_raised: row.amount_raised, tokens_held },
    })
}

/** What whoever decides sees of an offering whose end or whose terms they are asked to agree to; null in other cases. */
export async function offeringAskedAbout(ctx: Ctx, row: CaseRow) {
  const offering = row.kind === CANCELLATION || row.kind === TERMS ? await findScoped(ctx.db, offerings, ctx, row.subject_id) : null
  if (!offering) return null
  const { name, status, regulation, currency, amount_raised, maximum_raise } = offering
  return { name, status, regulation, currency, amount_raised, maximum_raise, ...(await standingIn(ctx.db, ctx, offering)) }
}

async function endOffering(tx: Tx, ctx: Ctx, row: OfferingRow) {
  const at = new Date(ctx.now)
  // What ran was offered, though nothing was sold: until when counts beside the offerings after it.
  const ran = !['draft', 'needs_contact'].includes(row.status)
  const [stored] = await tx
    .update(offerings)
    .set({ status: 'cancelled', cancellation_case_id: null, ...(ran && { closed_at: at }), updated_at: at })
    .where(inScope(offerings, ctx, eq(offerings.id, row.id)))
    .returning()
  const dropped = await dropHeldChange(tx, ctx, row.id)
  const view = presentOffering(stored!)
  return {
    view,
    audit: {
      action: 'offering_cancelled',
      category: 'investment' as const,
      subject: { type: 'offering', id: row.id },
      details: { from: row.status, to: 'cancelled' },
      standing: [`offering:${row.id}` as const],
    },
    events: [
      {
        type: 'offering.closed' as const,
        resource: { type: 'offering', id: row.id },
        object: view as unknown as Record<string, Json>,
        previous: { status: row.status },
      },
      ...dropped,
    ],
  }
}
