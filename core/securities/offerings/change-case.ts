import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { closeCases } from '#core/record/cases/close.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** A case of the review queue about a change of a running offering that the rules leave to a person. */
export const CHANGE = 'offering_change'

/** The case about a change of this offering that waits, or null. */
export async function heldChange(db: Queryable, ctx: Ctx, offeringId: string): Promise<string | null> {
  const [waiting] = await db
    .select({ id: cases.id })
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.kind, CHANGE), eq(cases.subject_id, offeringId), isNull(cases.decided_at))))
    .limit(1)
  return waiting?.id ?? null
}

/** An offering is not opened around a change that waits for a person. Throws `conflict` with its case. */
export async function refuseWhileHeld(db: Queryable, ctx: Ctx, offeringId: string): Promise<void> {
  const case_id = await heldChange(db, ctx, offeringId)
  if (case_id)
    throw new AppError('conflict', 'A change of this offering waits for another person. It opens again when that is decided.', {
      extra: { case_id },
    })
}

/** Ends the case about a change of an offering that is over. Returns its events. */
export const dropHeldChange = (tx: Tx, ctx: Ctx, offeringId: string): Promise<EventInput[]> =>
  closeCases(tx, ctx, { subjectId: offeringId, kind: CHANGE, outcome: 'refuse', reasonCode: 'not_needed' })
