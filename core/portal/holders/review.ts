import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

type ReviewedCheck = 'identity' | 'documents'

const DAY_MS = 86_400_000
const SUMMARY: Record<ReviewedCheck, string> = {
  identity: 'An investor’s identity needs a person’s look',
  documents: 'Documents of an investor wait to be read',
}
/** A possible match waits for nobody; papers may wait a little. */
const PRIORITY: Record<ReviewedCheck, number> = { identity: 80, documents: 30 }

/** Puts a check into the review queue, once. What the reviewer needs stands in `details`, without anything personal. */
export async function openReview(
  tx: Tx,
  ctx: Ctx,
  review: { investorId: string; check: ReviewedCheck; decisionId: string | null; details: Record<string, unknown> },
): Promise<EventInput[]> {
  const { id, opened, events } = await openCase(tx, ctx, {
    kind: `verification_${review.check}`,
    subject: { type: 'investor', id: review.investorId },
    decisionId: review.decisionId,
    priority: PRIORITY[review.check],
    summary: SUMMARY[review.check],
    details: review.details,
    deadlineMs: 3 * DAY_MS,
  })
  // What was sent since is what the reviewer reads.
  if (!opened)
    await tx
      .update(cases)
      .set({ details: review.details, decision_id: review.decisionId })
      .where(inScope(cases, ctx, eq(cases.id, id)))
  return events
}
