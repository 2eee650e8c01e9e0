import { and, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { summarise } from '#core/identity/credentials/live.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { writeDue } from '#core/record/write-due.ts'
import { credentials, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const DAY_MS = 86_400_000
const BATCH = 200
/** Days before the end at which a credential's owner is told; 0 is the end itself. */
const TELL = [30, 7, 1] as const

/** The warning that is due with this much time left: the nearest one, or 0 at the end, or null when it is too early. */
export function dueWarning(leftMs: number, days: readonly number[] = TELL): number | null {
  if (leftMs <= 0) return 0
  return days.toSorted((a, b) => a - b).find((day) => leftMs <= day * DAY_MS) ?? null
}

/** Tells once each of credentials that end in 30, 7 and 1 days, and of those that ended. Their state follows from the time. */
export async function tellExpiringCredentials(ctx: Ctx): Promise<number> {
  const at = (days: number) => new Date(ctx.now + days * DAY_MS)
  const untold = (days: number) =>
    and(lte(credentials.expires_at, at(days)), or(isNull(credentials.warned_days), sql`${credentials.warned_days} > ${days}`))
  const due = inScope(
    credentials,
    ctx,
    and(
      inArray(credentials.state, ['active', 'suspended']),
      or(isNull(credentials.warned_days), ne(credentials.warned_days, 0)),
      or(...[...TELL, 0].map(untold)),
    ),
  )
  const ids = (await ctx.db.select({ id: credentials.id }).from(credentials).where(due).orderBy(credentials.id).limit(BATCH)).map(
    (row) => row.id,
  )
  if (!ids.length) return 0
  return writeDue(ctx, async (tx) => {
    const rows = await tx
      .select({ credential: credentials, wallet: wallets })
      .from(credentials)
      .innerJoin(wallets, eq(wallets.id, credentials.wallet_id))
      .where(and(due, inArray(credentials.id, ids)))
      .orderBy(credentials.id)
      .for('update', { of: credentials })
    const told = rows.flatMap(({ credential, wallet }) => {
      const days = dueWarning(credential.expires_at.getTime() - ctx.now)
      return days === null ? [] : [{ credential, wallet, days }]
    })
    if (!told.length) return null
    for (const days of new Set(told.map((one) => one.days)))
      await tx
        .update(credentials)
        .set({ warned_days: days })
        .where(
          inScope(
            credentials,
            ctx,
            inArray(
              credentials.id,
              told.filter((one) => one.days === days).map((one) => one.credential.id),
            ),
          ),
        )
    return {
      result: told.length,
      audit: { action: 'credentials_expiring', category: 'system', details: { count: told.length } },
      events: told.map(({ credential, wallet, days }) => ({
        type: days === 0 ? ('credential.expired' as const) : ('credential.expiring' as const),
        resource: { type: 'credential', id: credential.id },
        object: { credential: summarise(credential, wallet, ctx.now, false), ...(days > 0 && { days_left: days }) },
      })),
    }
  })
}
