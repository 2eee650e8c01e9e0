import { and, eq, inArray, lte } from 'drizzle-orm'
import { sessionEvent } from '#core/identity/sessions/present.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { writeDue } from '#core/record/write-due.ts'
import { identitySessions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const BATCH = 200

/** Ends the sessions whose time is over, and tells of each. */
export async function expireIdentitySessions(ctx: Ctx): Promise<number> {
  const due = inScope(identitySessions, ctx, and(eq(identitySessions.status, 'open'), lte(identitySessions.expires_at, new Date(ctx.now))))
  const ids = (
    await ctx.db.select({ id: identitySessions.id }).from(identitySessions).where(due).orderBy(identitySessions.id).limit(BATCH)
  ).map(({ id }) => id)
  if (!ids.length) return 0
  return writeDue(ctx, async (tx) => {
    const rows = await tx
      .update(identitySessions)
      .set({ status: 'expired', state_sealed: null, updated_at: new Date(ctx.now) })
      .where(and(due, inArray(identitySessions.id, ids)))
      .returning()
    if (!rows.length) return null
    return {
      result: rows.length,
      audit: { action: 'identity_sessions_expired', category: 'system', details: { count: rows.length } },
      events: rows.map((row) => sessionEvent({ ...row, status: 'expired' })),
    }
  })
}
