import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode } from '#core/kernel/fields.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { evidence } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { suspendPerson } from '../credentials/change-state.ts'
import { type EvidenceRow, evidenceEvent, presentEvidence } from './present.ts'
import { EVIDENCE_CAME, EVIDENCE_WAITS } from './record.ts'
import { carriesCredentials, endResting } from './resting.ts'
import { evidenceAnswer } from './shape.ts'

/** One piece of evidence, as it stands. Throws `not_found`. */
export const getEvidence = defineVerb({
  name: 'evidence.get',
  permission: 'identity.read',
  input: byId('Id of the evidence'),
  output: evidenceAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, evidence, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...presentEvidence(row, ctx.now) }
  },
})

/**
 * Takes evidence back that turned out to be worth nothing: nothing rests on it any more. Credentials of the person are suspended until
 * other evidence carries them. Throws `not_found`, `invalid_transition`.
 */
export const withdrawEvidence = defineVerb({
  name: 'evidence.withdraw',
  permission: 'identity.write',
  input: byId('Id of the evidence').extend({
    reason_code: reasonCode.meta({ description: 'Why, as a code of your own', examples: ['document_reported_stolen'] }),
  }),
  output: evidenceAnswer,
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => {
      const row = await lockScoped(tx, evidence, ctx, input.id)
      if (!row) throw notFound()
      if (row.state === 'withdrawn') throw new AppError('invalid_transition', 'This evidence was withdrawn already.')
      const { now, audit, events } = await endEvidence(tx, ctx, row, input.reason_code)
      return { result: { success: true as const, ...presentEvidence(now, ctx.now) }, audit, events }
    }),
})

/** Ends a piece of evidence, for a reason: credentials of the person are suspended, and what rested on it is judged anew. */
export async function endEvidence(
  tx: Tx,
  ctx: Ctx,
  row: EvidenceRow,
  reason: string,
): Promise<{ now: EvidenceRow; audit: [AuditInput, ...AuditInput[]]; events: EventInput[] }> {
  const [now] = await tx
    .update(evidence)
    .set({ state: 'withdrawn', reason_code: reason, ended_by: ctx.actor.id, ended_at: new Date(ctx.now) })
    .where(inScope(evidence, ctx, eq(evidence.id, row.id)))
    .returning()
  const stopped =
    row.state === 'valid' && carriesCredentials(row) ? await suspendPerson(tx, ctx, row.person_id, 'evidence_withdrawn') : null
  const resting = await endResting(tx, ctx, row, reason)
  await setTimer(tx, ctx, { kind: EVIDENCE_CAME, subjectId: row.person_id, dueMs: ctx.now })
  if (row.state === 'conflicting') await setTimer(tx, ctx, { kind: EVIDENCE_WAITS, subjectId: row.id, dueMs: ctx.now })
  return {
    now: now!,
    audit: [
      {
        action: 'evidence_withdrawn',
        category: 'user',
        subject: { type: 'evidence', id: row.id },
        details: { person_id: row.person_id, reason_code: reason, suspended: stopped?.rows.map(({ id }) => id) ?? [] },
      },
      ...(stopped?.audit ?? []),
      ...resting.audit,
    ],
    events: [evidenceEvent('identity.evidence.withdrawn', now!, ctx.now), ...(stopped?.events ?? []), ...resting.events],
  }
}
