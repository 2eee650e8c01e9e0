import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond } from '#core/access/second-person/ask-second.ts'
import { secondPerson } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode } from '#core/kernel/fields.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { offerings } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { mayOpen } from './change-status.ts'
import type { OfferingRow } from './facts.ts'
import { openFacts } from './open-facts.ts'
import { presentOffering } from './present.ts'

const reopenOfferingInput = z.strictObject({
  reason_code: reasonCode.meta({ description: 'Why, as a short code such as closed_by_mistake' }),
  note: z.string().trim().min(10, 'Say why in a sentence').max(2_000),
})

/** How long a closed offering can be opened again (rulebook, life of an offering); after that it is a new one. */
const REOPEN_MS = 30 * 86_400_000

/**
 * Asks to open a closed offering again, at most 30 days after it closed and while no later one of the issuer has begun. Another person
 * agrees, and every rule of an opening decides then. Throws `invalid_transition`, `already_exists` when it waits already,
 * `step_up_required`.
 */
export const reopenOffering = defineVerb({
  name: 'offerings.reopen',
  permission: 'offerings.write',
  input: byId('Offering id, off_…').extend(reopenOfferingInput.shape),
  output: z.object({
    success: z.literal(true),
    object: z.literal('offering_reopening'),
    offering_id: z.string(),
    second_person: secondPerson,
  }),
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, offerings, ctx, input.id)
      if (!row) throw notFound()
      await refuseReopening(tx, ctx, row)
      const asked = await askSecond(tx, ctx, {
        kind: 'offering_reopening',
        subject: { type: 'offering', id: row.id },
        summary: `An issuer asks to open a closed offering again: ${row.name}`,
        word: input,
      })
      return {
        result: { success: true as const, object: 'offering_reopening' as const, offering_id: row.id, second_person: asked.waits },
        audit: {
          action: 'offering_reopening_asked',
          category: 'investment',
          subject: { type: 'offering', id: row.id },
          details: { reason_code: input.reason_code, case_id: asked.waits.case_id },
        },
        events: asked.events,
      }
    })
  },
})

/** The second person's word on it, within the transaction that decides its case. */
export async function settleReopening(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (word.outcome === 'refuse') return { what: 'stays closed', audit: [], events: [] }
  const offering = await lockScoped(tx, offerings, ctx, row.subject_id)
  if (!offering) throw notFound()
  await refuseReopening(tx, ctx, offering)
  const facts = await openFacts(tx, ctx, offering, { draft: false })
  const decided = await recordDecision(tx, ctx, {
    facts,
    market: 'securities',
    subject: { type: 'offering', id: offering.id },
    category: 'investment',
  })
  const lifted = mayOpen(ctx, offering, facts, decided)
  // The case stays open, and nothing of its decision is kept.
  if (lifted instanceof AppError) throw lifted
  const [stored] = await tx
    .update(offerings)
    .set({ status: 'open', closed_at: null, updated_at: new Date(ctx.now) })
    .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
    .returning()
  const people = { asked_by: word.author, countersigned_by: word.approver }
  return {
    what: 'open',
    audit: [
      {
        ...decided.audit,
        action: 'offering_reopened',
        details: { ...decided.audit.details, ...lifted, ...people, case_id: row.id, reason_code: row.details.reason_code as Json },
        standing: [`offering:${offering.id}`],
      },
    ],
    events: [
      {
        type: 'offering.opened',
        resource: { type: 'offering', id: offering.id },
        object: presentOffering(stored!) as unknown as Record<string, Json>,
        previous: { status: 'closed' },
      },
    ],
  }
}

async function refuseReopening(db: Queryable, ctx: Ctx, row: OfferingRow): Promise<void> {
  const refuse = (why: string) => new AppError('invalid_transition', why)
  if (row.fixed) throw refuse('This offering belongs to the sandbox and stays as it is.')
  if (row.status !== 'closed') throw refuse(`An offering that is ${row.status.replace('_', ' ')} cannot be opened again.`)
  if (row.token_end) throw refuse('Its token is deactivated, for good. Make a new offering.')
  const closed = row.closed_at ?? row.updated_at
  if (ctx.now - closed.getTime() > REOPEN_MS) throw refuse('It closed more than 30 days ago. Make a new offering.')
  const [later] = await db
    .select({ id: offerings.id })
    .from(offerings)
    .where(
      inScope(
        offerings,
        ctx,
        and(
          ne(offerings.id, row.id),
          sql`${offerings.status} in ('open', 'paused', 'closed')`,
          gt(sql`coalesce(${offerings.opens_at}, ${offerings.created_at})`, closed.toISOString()),
        ),
      ),
    )
    .limit(1)
  if (later) throw refuse('A later offering of yours has begun since. Make a new one.')
}
