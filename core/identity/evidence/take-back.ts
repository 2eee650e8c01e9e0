import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { evidence, timers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { suspendPerson } from '../credentials/change-state.ts'
import { evidenceEvent } from './present.ts'
import { EVIDENCE_CAME, EVIDENCE_WAITS } from './record.ts'
import { carriesCredentials, endResting } from './resting.ts'

/** The timer that tells of evidence taken back with others, and suspends what rested on it. */
export const EVIDENCE_TAKEN_BACK = 'evidence_taken_back'
/** A statement takes so many values. */
const PIECE = 1_000

/** Which evidence: of whoever vouches for it, signed under a certificate, or found in one way. */
type Which =
  | { voucherId: string }
  | { certificate: { issuer: string; serial: string } }
  | Partial<Pick<typeof evidence.$inferSelect, 'method' | 'level'>>

/**
 * Takes all such evidence of a tenant back at once: no decision reads it any more. What rested on it is suspended by a timer for each piece,
 * which also tells of it. Answers how much it was.
 */
export async function takeBackEvidence(tx: Tx, ctx: Ctx, which: Which, reasonCode: string): Promise<number> {
  const wanted: (SQL | undefined)[] =
    'voucherId' in which
      ? [sql`${evidence.voucher} ->> 'id' = ${which.voucherId}`]
      : 'certificate' in which
        ? [sql`${evidence.proof} @> ${JSON.stringify({ revocation: { certificates: [which.certificate] } })}::jsonb`]
        : [which.method && eq(evidence.method, which.method), which.level && eq(evidence.level, which.level)]
  const at = new Date(ctx.now)
  const rows = await tx
    .update(evidence)
    .set({ state: 'withdrawn', reason_code: reasonCode, ended_by: ctx.actor.id, ended_at: at })
    .where(inScope(evidence, ctx, ...wanted, sql`${evidence.state} in ('valid', 'conflicting')`))
    .returning({ id: evidence.id })
  for (let from = 0; from < rows.length; from += PIECE)
    await tx.insert(timers).values(
      rows.slice(from, from + PIECE).map((row) => ({
        ...{ id: newId('timer', ctx.now), organization_id: ctx.organizationId, environment: ctx.environment },
        ...{ kind: EVIDENCE_TAKEN_BACK, subject_id: row.id, due_at: at, created_at: at },
      })),
    )
  return rows.length
}

/** What follows for the person of evidence that was taken back with others: credentials suspended, and what waits judged anew. */
export async function tellTakenBack(
  tx: Tx,
  ctx: Ctx,
  evidenceId: string,
): Promise<{ audit: [AuditInput, ...AuditInput[]]; events: EventInput[] } | null> {
  const [row] = await tx
    .select()
    .from(evidence)
    .where(inScope(evidence, ctx, and(eq(evidence.id, evidenceId), eq(evidence.state, 'withdrawn'))))
    .limit(1)
  if (!row) return null
  const stopped = carriesCredentials(row) ? await suspendPerson(tx, ctx, row.person_id, 'evidence_withdrawn') : null
  const resting = await endResting(tx, ctx, row, row.reason_code ?? 'evidence_withdrawn')
  await setTimer(tx, ctx, { kind: EVIDENCE_CAME, subjectId: row.person_id, dueMs: ctx.now })
  await setTimer(tx, ctx, { kind: EVIDENCE_WAITS, subjectId: row.id, dueMs: ctx.now })
  return {
    audit: [
      {
        action: 'evidence_withdrawn',
        category: 'user',
        subject: { type: 'evidence', id: row.id },
        details: { person_id: row.person_id, reason_code: row.reason_code, suspended: stopped?.rows.map(({ id }) => id) ?? [] },
      },
      ...(stopped?.audit ?? []),
      ...resting.audit,
    ],
    events: [evidenceEvent('identity.evidence.withdrawn', row, ctx.now), ...(stopped?.events ?? []), ...resting.events],
  }
}
