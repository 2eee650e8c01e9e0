import { and, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { writeDue } from '#core/record/write-due.ts'
import { investors } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { dueWarning } from './credentials.ts'

const DAY_MS = 86_400_000
const BATCH = 200
const TELL = [30, 7] as const

/** Tells once each that the proof of an investor's accreditation ends in 30 and 7 days, and that it ended. */
export async function tellExpiringAccreditations(ctx: Ctx): Promise<number> {
  const untold = (days: number) =>
    and(
      lte(investors.accreditation_expires_at, new Date(ctx.now + days * DAY_MS)),
      or(isNull(investors.accreditation_warned_days), sql`${investors.accreditation_warned_days} > ${days}`),
    )
  const due = inScope(
    investors,
    ctx,
    and(eq(investors.accreditation_status, 'verified'), isNotNull(investors.accreditation_expires_at), or(...[...TELL, 0].map(untold))),
  )
  const ids = (await ctx.db.select({ id: investors.id }).from(investors).where(due).orderBy(investors.id).limit(BATCH)).map((row) => row.id)
  if (!ids.length) return 0
  return writeDue(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(investors)
      .where(and(due, inArray(investors.id, ids)))
      .orderBy(investors.id)
      .for('update')
    if (!rows.length) return null
    for (const row of rows)
      await tx
        .update(investors)
        .set({ accreditation_warned_days: dueWarning(row.accreditation_expires_at!.getTime() - ctx.now, TELL) })
        .where(inScope(investors, ctx, eq(investors.id, row.id)))
    return {
      result: rows.length,
      audit: { action: 'accreditations_expiring', category: 'system', details: { count: rows.length } },
      events: rows.map((row) => {
        const days = dueWarning(row.accreditation_expires_at!.getTime() - ctx.now, TELL)!
        return {
          type: days === 0 ? ('investor.accreditation.expired' as const) : ('investor.accreditation.expiring' as const),
          resource: { type: 'investor', id: row.id },
          object: {
            investor_id: row.id,
            accreditation: { type: row.accreditation?.type ?? null, expires_at: row.accreditation_expires_at!.toISOString() },
            ...(days > 0 && { days_left: days }),
          },
        }
      }),
    }
  })
}
