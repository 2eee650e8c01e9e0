import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { MOST_PROCESSING_DAYS } from '#core/identity/sessions/policy.ts'
import { sessionEvent } from '#core/identity/sessions/present.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { writeDue } from '#core/record/write-due.ts'
import { identitySessions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const BATCH = 200

/** Ends the sessions whose time is over, and those that a provider leaves without a result, and tells of each. */
export async function expireIdentitySessions(ctx: Ctx): Promise<number> {
  const t = identitySessions
  const silentSince = new Date(ctx.now - MOST_PROCESSING_DAYS * 86_400_000)
  const due = inScope(
    t,
    ctx,
    or(and(eq(t.status, 'open'), lte(t.expires_at, new Date(ctx.now))), and(eq(t.status, 'processing'), lte(t.updated_at, silentSince))),
  )
  const ids = (
    await ctx.db.select({ id: identitySessions.id }).from(identitySessions).where(due).orderBy(identitySessions.id).limit(BATCH)
  ).map(({ id }) => id)
  if (!ids.length) return 0
  return writeDue(ctx, async (tx) => {
    const rows = await tx
      .update(identitySessions)
      .set({
        ...{ status: 'expired', state_sealed: null, updated_at: new Date(ctx.now) },
        reason_code: sql`case when ${t.status} = 'processing' then coalesce(${t.reason_code}, 'provider_silent') else ${t.reason_code} end`,
      })
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
