import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { accreditationFiles, evidence } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type EvidenceRow, evidenceEvent } from './present.ts'

/** Whether credentials of the person are suspended with it: an age carries none, and neither does what another issuer said of an accreditation. */
export const carriesCredentials = ({ proves, method }: Pick<EvidenceRow, 'proves' | 'method'>): boolean =>
  proves !== 'age' && !(proves === 'accreditation' && method === 'foreign_credential')

/** Takes back what people accepted because of another piece of evidence, once that one counts no more: the file that cites it goes with it. */
export async function endResting(
  tx: Tx,
  ctx: Ctx,
  { id, proves, method }: Pick<EvidenceRow, 'id' | 'proves' | 'method'>,
  reason: string,
): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  if (proves !== 'accreditation' || method !== 'foreign_credential') return { audit: [], events: [] }
  const files = await tx
    .select({ evidence_id: accreditationFiles.evidence_id })
    .from(accreditationFiles)
    .where(inScope(accreditationFiles, ctx, eq(accreditationFiles.cites, id)))
  const ids = files.flatMap(({ evidence_id }) => evidence_id ?? [])
  if (!ids.length) return { audit: [], events: [] }
  const rows = await tx
    .update(evidence)
    .set({ state: 'withdrawn', reason_code: reason, ended_by: ctx.actor.id, ended_at: new Date(ctx.now) })
    .where(inScope(evidence, ctx, and(inArray(evidence.id, ids), sql`${evidence.state} in ('valid', 'conflicting')`)))
    .returning()
  return {
    audit: rows.map((row) => ({
      action: 'evidence_withdrawn',
      category: 'user',
      subject: { type: 'evidence', id: row.id },
      details: { person_id: row.person_id, reason_code: reason, rested_on: id },
    })),
    events: rows.map((row) => evidenceEvent('identity.evidence.withdrawn', row, ctx.now)),
  }
}
