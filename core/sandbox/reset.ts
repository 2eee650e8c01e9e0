import { eq } from 'drizzle-orm'
import { listVersions, sandboxes } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { forgetOwnList } from '../lists/sandbox-list.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { forgetClock } from './clock.ts'
import { WORLD_TABLES } from './tables.ts'

/** Empties this sandbox and sets its clock to the real time. What happened stays in the audit log. */
export async function resetSandbox({ ctx }: { ctx: Ctx }) {
  requirePermission(ctx, 'sandbox.manage')
  const result = await write(ctx, async (tx) => {
    let removed = 0
    for (const table of WORLD_TABLES)
      removed +=
        (await tx.delete(table).where(inScope(table, { organizationId: ctx.organizationId, environment: 'sandbox' }))).rowCount ?? 0
    await tx.delete(listVersions).where(eq(listVersions.organization_id, ctx.organizationId))
    await tx.delete(sandboxes).where(eq(sandboxes.organization_id, ctx.organizationId))
    return {
      result: { success: true as const, object: 'sandbox_reset' as const, removed },
      audit: { action: 'sandbox_reset', category: 'system', details: { removed } },
      events: [{ type: 'sandbox.reset', resource: { type: 'sandbox', id: ctx.organizationId }, object: { removed } }],
    }
  })
  forgetClock(ctx.organizationId)
  forgetOwnList(ctx.organizationId)
  return result
}
