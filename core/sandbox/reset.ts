import { eq } from 'drizzle-orm'
import { sandboxes } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { putStated } from '../issuer/profile.ts'
import { forgetOwnList } from '../lists/sandbox-list.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { forgetClock } from './clock.ts'
import { inWorld, removeRows, WORLD_TABLES_REVERSED } from './tables.ts'

/** Empties this sandbox and sets its clock to the real time. What happened stays in the audit log. */
export async function resetSandbox({ ctx }: { ctx: Ctx }) {
  requirePermission(ctx, 'sandbox.manage')
  const result = await write(ctx, async (tx) => {
    let removed = 0
    for (const table of WORLD_TABLES_REVERSED) removed += await removeRows(tx, table, inWorld(table, ctx.organizationId))
    await tx.delete(sandboxes).where(eq(sandboxes.organization_id, ctx.organizationId))
    await putStated(tx, ctx.organizationId, 'sandbox', () => null)
    return {
      result: { success: true as const, object: 'sandbox_reset' as const, removed },
      audit: { action: 'sandbox_reset', category: 'system', details: { removed } },
      events: [
        {
          type: 'sandbox.reset',
          resource: { type: 'sandbox', id: ctx.organizationId },
          object: { removed, from: new Date(ctx.now).toISOString(), to: new Date().toISOString() },
        },
      ],
    }
  })
  forgetClock(ctx.organizationId)
  forgetOwnList(ctx.organizationId)
  return result
}
