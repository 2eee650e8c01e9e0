import type { Ctx } from '#core/kernel/context.ts'
import { requireAdmin } from '../admin-only.ts'
import { write } from '../transaction.ts'
import { type AuditVerdict, verifyAudit } from './verify.ts'

/** Recomputes the whole log and says whether it is whole, and where it breaks. The check itself is audited. For admins. */
export async function verifyAuditLog({ ctx }: { ctx: Ctx }): Promise<AuditVerdict> {
  await requireAdmin(ctx, 'audit.read')
  const verdict = await verifyAudit(ctx.services)
  // no event: checking changes nothing.
  await write(ctx, async () => ({
    result: null,
    audit: {
      action: 'audit_verified',
      category: 'admin',
      status: verdict.whole ? 'success' : 'failure',
      details: { size: verdict.size, root: verdict.root, faults: verdict.faults.length },
    },
  }))
  return verdict
}
