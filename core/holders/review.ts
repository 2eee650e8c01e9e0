import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import type { EventInput } from '../events.ts'
import { newId } from '../ids.ts'

export type ReviewedCheck = 'identity' | 'accreditation' | 'documents'

const DAY_MS = 86_400_000
const SUMMARY: Record<ReviewedCheck, string> = {
  identity: 'An investor’s identity needs a person’s look',
  accreditation: 'Evidence of accreditation waits to be read',
  documents: 'Documents of an investor wait to be read',
}
/** A possible match waits for nobody; a letter may wait a little. */
const PRIORITY: Record<ReviewedCheck, number> = { identity: 80, accreditation: 40, documents: 30 }

/** Puts a check into the review queue, once. What the reviewer needs stands in `details`, without anything personal. */
export async function openReview(
  tx: Tx,
  ctx: Ctx,
  review: { investorId: string; check: ReviewedCheck; decisionId: string | null; details: Record<string, unknown> },
): Promise<EventInput[]> {
  const kind = `verification_${review.check}`
  const [open] = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.subject_id, review.investorId), eq(cases.kind, kind), ne(cases.status, 'decided'))))
    .limit(1)
  if (open) {
    await tx
      .update(cases)
      .set({ details: review.details, decision_id: review.decisionId })
      .where(inScope(cases, ctx, eq(cases.id, open.id)))
    return []
  }
  const id = newId('case', ctx.now)
  await tx.insert(cases).values({
    id,
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    kind,
    subject_type: 'investor',
    subject_id: review.investorId,
    decision_id: review.decisionId,
    priority: PRIORITY[review.check],
    summary: SUMMARY[review.check],
    details: review.details,
    deadline: new Date(ctx.now + 3 * DAY_MS),
    created_at: new Date(ctx.now),
  })
  return [
    {
      type: 'case.opened',
      resource: { type: 'case', id },
      object: { id, kind, subject: { type: 'investor', id: review.investorId }, priority: PRIORITY[review.check] },
    },
  ]
}
