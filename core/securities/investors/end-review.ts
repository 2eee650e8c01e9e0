import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { decidedEvent } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'
import { cases, timers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { confirmedMatch } from './attempts.ts'

type Check = 'identity' | 'accreditation' | 'documents'

/**
 * Closes what people have before them about a check that ended without their word. With `keepMatches`, a possible match with a list
 * stays for them: it is theirs to judge, whatever became of the check.
 */
export async function endReview(tx: Tx, ctx: Ctx, p: { investorId: string; check: Check; keepMatches?: boolean }): Promise<EventInput[]> {
  const open = await tx
    .select()
    .from(cases)
    .where(
      inScope(cases, ctx, and(eq(cases.subject_id, p.investorId), eq(cases.kind, `verification_${p.check}`), ne(cases.status, 'decided'))),
    )
    .for('update')
  const events: EventInput[] = []
  for (const row of open) {
    if (p.keepMatches && (await confirmedMatch(tx, ctx, row.decision_id))) continue
    const [closed] = await tx
      .update(cases)
      .set({ status: 'decided', outcome: 'request_info', decided_at: new Date(ctx.now), second_approval: null })
      .where(inScope(cases, ctx, eq(cases.id, row.id)))
      .returning()
    events.push(decidedEvent(closed!, 'request_info'))
  }
  // Nor does the provider's answer count any more.
  if (p.check === 'identity')
    await tx
      .update(timers)
      .set({ done_at: new Date(ctx.now) })
      .where(inScope(timers, ctx, and(eq(timers.subject_id, p.investorId), eq(timers.kind, 'investor_identity'), isNull(timers.done_at))))
  return events
}
