import { eq } from 'drizzle-orm'
import { decisions, logEntries } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { treeSize } from '../audit/read-nodes.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import { presentDecision, type WireDecision } from './present.ts'
import { readResult } from './result.ts'

/** One decision with all its rules and its place in the log. */
export async function getDecision({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string }
}): Promise<WireDecision & { object: 'decision'; check: string; subject: { type: string; id: string } | null; environment: string }> {
  requirePermission(ctx, 'decisions.read')
  const row = await findScoped(ctx.db, decisions, ctx, input.id)
  if (!row) throw notFound()
  const [entry] = await ctx.db.select().from(logEntries).where(eq(logEntries.audit_id, row.audit_id)).limit(1)
  const receipt = entry
    ? {
        log_index: entry.leaf_index,
        tree_size: await treeSize(ctx.db),
        url: `${ctx.services.config.publicUrl}/api/v1/decisions/${row.id}/receipt`,
      }
    : null
  return {
    object: 'decision',
    ...presentDecision(row, await readResult(ctx.db, row), { publicUrl: ctx.services.config.publicUrl, receipt, allRules: true }),
    check: row.check,
    subject: row.subject_id ? { type: row.subject_type!, id: row.subject_id } : null,
    environment: row.environment,
  }
}
