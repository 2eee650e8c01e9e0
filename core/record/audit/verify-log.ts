import { write } from '../transaction.ts'
import { definePageVerb } from '../verb.ts'
import { type AuditVerdict, verifyAudit } from './verify.ts'

/** Recomputes the whole log and says whether it is whole, and where it breaks. The check itself is audited. For admins. */
export const verifyAuditLog = definePageVerb({
  name: 'audit.verify',
  permission: 'audit.read',
  admin: true,
  run: async ({ ctx }): Promise<AuditVerdict> => {
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
  },
})
