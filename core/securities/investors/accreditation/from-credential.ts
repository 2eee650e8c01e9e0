import { and, eq, notExists, sql } from 'drizzle-orm'
import { readContext, type Shown } from '#core/identity/evidence/record.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { accreditationFiles, evidence, evidenceSubjects, investors } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { fileAccreditation } from './file.ts'
import { fileInput } from './input.ts'

/**
 * Files what another issuer’s credential said of the accreditation of a person, for the investor that it was shown for. It waits for a person
 * of the tenant, as every file does: whether somebody else’s verification is enough is theirs to decide.
 */
export async function fileFromCredentials(tx: Tx, ctx: Ctx, personId: string): Promise<{ audit: AuditInput[]; events: EventInput[] }[]> {
  const cited = tx.select({ one: sql`1` }).from(accreditationFiles).where(eq(accreditationFiles.cites, evidence.id))
  const about = and(eq(evidence.person_id, personId), eq(evidence.proves, 'accreditation'), eq(evidence.method, 'foreign_credential'))
  const rows = await tx
    .select({ row: evidence, investor_id: evidenceSubjects.subject_id })
    .from(evidence)
    .innerJoin(evidenceSubjects, eq(evidenceSubjects.evidence_id, evidence.id))
    .where(inScope(evidence, ctx, about, eq(evidence.state, 'valid'), notExists(cited)))
    .limit(10)
  const out = []
  for (const { row, investor_id } of rows) {
    const investor = await lockScoped(tx, investors, ctx, investor_id)
    if (!investor || !row.expires_at || row.expires_at.getTime() <= ctx.now) continue
    const { basis } = await ctx.services.keyring.open<Shown>(tx, row.subject_key_id, readContext(row.id), row.read_sealed)
    try {
      const input = fileInput.parse({ basis, method: 'principles_based', evidence_id: row.id })
      const { audit, events } = await fileAccreditation(tx, ctx, investor, input)
      out.push({ audit: [audit], events })
    } catch (error) {
      // Somebody looks at another file, or tried too often: the evidence stays, for whoever files by it.
      if (!(error instanceof AppError)) throw error
    }
  }
  return out
}
