import { and, eq, inArray, lte } from 'drizzle-orm'
import { exclusionEvent } from '#core/identity/exclusions/present.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { writeDue } from '#core/record/write-due.ts'
import { selfExclusions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { SELF_EXCLUSION, transition } from '#engine/lifecycles/index.ts'

const BATCH = 200

/** Ends self-exclusions whose last day is over everywhere, and forgets by what identity they were found. */
export async function endExclusions(ctx: Ctx): Promise<number> {
  const due = inScope(selfExclusions, ctx, and(eq(selfExclusions.status, 'active'), lte(selfExclusions.ends_at, new Date(ctx.now))))
  const ids = (await ctx.db.select({ id: selfExclusions.id }).from(selfExclusions).where(due).limit(BATCH)).map((row) => row.id)
  if (!ids.length) return 0
  return writeDue(ctx, async (tx) => {
    const rows = await tx
      .update(selfExclusions)
      .set({
        status: transition(SELF_EXCLUSION, 'active', 'end'),
        person_key: null,
        ended_at: new Date(ctx.now),
        updated_at: new Date(ctx.now),
      })
      .where(and(due, inArray(selfExclusions.id, ids)))
      .returning()
    if (!rows.length) return null
    return {
      result: rows.length,
      audit: { action: 'self_exclusions_ended', category: 'system', details: { count: rows.length } },
      events: rows.map((row) => exclusionEvent('ended', row)),
    }
  })
}
