import { and, eq, gt, isNull } from 'drizzle-orm'
import type { TenantNow } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { timers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** Lets something happen by itself at a time of this tenant's clock. */
export async function setTimer(
  tx: Tx,
  ctx: TenantNow,
  timer: { id?: string; kind: string; subjectId: string; dueMs: number; done?: boolean },
) {
  await tx.insert(timers).values({
    id: timer.id ?? newId('timer', ctx.now),
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    kind: timer.kind,
    subject_id: timer.subjectId,
    due_at: new Date(timer.dueMs),
    done_at: timer.done ? new Date(ctx.now) : null,
    created_at: new Date(ctx.now),
  })
}

/** Whether something of this kind still lies ahead of a subject. */
export async function isTimerSet(db: Queryable, ctx: TenantNow, kind: string, subjectId: string): Promise<boolean> {
  const ahead = and(eq(timers.kind, kind), eq(timers.subject_id, subjectId), isNull(timers.done_at), gt(timers.due_at, new Date(ctx.now)))
  const [row] = await db
    .select({ id: timers.id })
    .from(timers)
    .where(inScope(timers, ctx, ahead))
    .limit(1)
  return row !== undefined
}
