import type { TenantNow } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { evidenceSubjects } from '#db/schema.ts'

/** Lets evidence count for wallets and investors: for those it was shown for, and for those that follow from these. */
export async function countFor(tx: Queryable, ctx: TenantNow, evidenceId: string, subjectIds: readonly string[]): Promise<void> {
  if (!subjectIds.length) return
  const { organizationId: organization_id, environment } = ctx
  const created_at = new Date(ctx.now)
  await tx
    .insert(evidenceSubjects)
    .values(subjectIds.map((subject_id) => ({ organization_id, environment, evidence_id: evidenceId, subject_id, created_at })))
    .onConflictDoNothing()
}
