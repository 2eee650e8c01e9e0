import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { putStated } from '#core/securities/issuer/profile.ts'
import { forgetClock } from '#core/sources/clock/sandbox.ts'
import { forgetOwnList } from '#core/sources/lists/own.ts'
import { sandboxes, statedFacts } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { inWorld, removeRows, WORLD_TABLES_REVERSED } from './tables.ts'

/** Empties this sandbox and sets its clock to the real time. What happened stays in the audit log. */
export const resetSandbox = defineVerb({
  name: 'sandbox.reset',
  permission: 'sandbox.manage',
  output: z.object({ success: z.literal(true), object: z.literal('sandbox_reset'), removed: z.number().int() }),
  run: async ({ ctx }) => {
    const result = await write(ctx, async (tx) => {
      let removed = 0
      for (const table of WORLD_TABLES_REVERSED) removed += await removeRows(tx, table, inWorld(table, ctx.organizationId))
      await tx.delete(sandboxes).where(eq(sandboxes.organization_id, ctx.organizationId))
      await putStated(tx, ctx.organizationId, 'sandbox', () => null)
      await tx.delete(statedFacts).where(inScope(statedFacts, { organizationId: ctx.organizationId, environment: 'sandbox' }))
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
  },
})
