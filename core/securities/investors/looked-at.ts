import { and, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { isTimerSet } from '#core/record/timers/set-timer.ts'
import type { Queryable } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { InvestorRow } from './create.ts'
import { readStatus } from './present.ts'

/** Whether an identity is being looked at, by people or by the provider: until their word, or until it is taken back, it stays as sent. */
export async function isLookedAt(db: Queryable, ctx: Ctx, row: InvestorRow): Promise<boolean> {
  if (readStatus(row.identity_status) !== 'pending') return false
  const [open] = await db
    .select({ id: cases.id })
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.subject_id, row.id), eq(cases.kind, 'verification_identity'), ne(cases.status, 'decided'))))
    .limit(1)
  return open !== undefined || isTimerSet(db, ctx, 'investor_identity', row.id)
}
