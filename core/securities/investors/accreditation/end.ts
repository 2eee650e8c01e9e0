import { and, eq, inArray } from 'drizzle-orm'
import { evidenceEvent } from '#core/identity/evidence/present.ts'
import { EVIDENCE_CAME } from '#core/identity/evidence/record.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { decidedEvent } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { accreditationFiles, cases, evidence } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** Takes back what an accreditation rested on, because it was found to be untrue: nothing of it counts any more. */
export async function withdrawAccreditation(
  tx: Tx,
  ctx: Ctx,
  personId: string,
  reasonCode: string,
): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  const rows = await tx
    .update(evidence)
    .set({ state: 'withdrawn', reason_code: reasonCode, ended_by: ctx.actor.id, ended_at: new Date(ctx.now) })
    .where(
      inScope(
        evidence,
        ctx,
        and(eq(evidence.person_id, personId), eq(evidence.proves, 'accreditation'), inArray(evidence.state, ['valid', 'conflicting'])),
      ),
    )
    .returning()
  if (rows.length) await setTimer(tx, ctx, { kind: EVIDENCE_CAME, subjectId: personId, dueMs: ctx.now })
  return {
    audit: rows.map((row) => ({
      action: 'evidence_withdrawn',
      category: 'user',
      subject: { type: 'evidence', id: row.id },
      details: { person_id: personId, reason_code: reasonCode },
    })),
    events: rows.map((row) => evidenceEvent('identity.evidence.withdrawn', row, ctx.now)),
  }
}

/** Ends files that wait for a reviewer, and their cases: nobody decided in time, or it was settled otherwise. */
export async function endFiles(tx: Tx, ctx: Ctx, investorId: string): Promise<EventInput[]> {
  const ended = await tx
    .update(accreditationFiles)
    .set({ status: 'replaced', updated_at: new Date(ctx.now) })
    .where(
      inScope(accreditationFiles, ctx, and(eq(accreditationFiles.investor_id, investorId), eq(accreditationFiles.status, 'in_review'))),
    )
    .returning({ caseId: accreditationFiles.case_id })
  const ids = ended.flatMap(({ caseId }) => caseId ?? [])
  if (!ids.length) return []
  const closed = await tx
    .update(cases)
    .set({ status: 'decided', outcome: 'request_info', decided_at: new Date(ctx.now), second_approval: null })
    .where(inScope(cases, ctx, inArray(cases.id, ids)))
    .returning()
  return closed.map((row) => decidedEvent(row, 'request_info'))
}
