import { count, eq, lt, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { cases } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { requireAdmin } from '../users/admin-only.ts'
import { type CaseView, clockOfCase, presentCases, queueOrder, visibleTo } from './case.ts'

export const listCasesInput = z.strictObject({
  /** `waiting`: everything not decided. */
  status: z.enum(['waiting', 'open', 'assigned', 'awaiting_info', 'awaiting_second', 'decided', 'all']).default('waiting'),
  kind: z.string().max(60).optional(),
  environment: z.enum(['sandbox', 'production']).optional(),
  overdue: z.boolean().optional(),
  mine: z.boolean().optional(),
  /** An id: of the case, its subject, its organisation or its decision. */
  id: z.string().max(100).optional(),
  page: z.number().int().min(1).max(1_000_000).default(1),
  per_page: z.number().int().min(1).max(1_000).default(25),
})

export interface CasePage {
  data: CaseView[]
  total: number
  counts: { waiting: number; overdue: number; awaiting_second: number }
}

/** The review queue in its total order; decided cases newest first. Admins see every organisation's, others their own. */
export async function listCases({ ctx, input }: { ctx: Ctx; input: z.output<typeof listCasesInput> }): Promise<CasePage> {
  await requireAdmin(ctx, 'cases.read')
  const decided = eq(cases.status, 'decided')
  const where = visibleTo(
    ctx,
    input.status === 'all' ? undefined : input.status === 'waiting' ? ne(cases.status, 'decided') : eq(cases.status, input.status),
    input.kind ? eq(cases.kind, input.kind) : undefined,
    input.environment ? eq(cases.environment, input.environment) : undefined,
    input.overdue ? sql`(${ne(cases.status, 'decided')} and ${lt(cases.deadline, clockOfCase)})` : undefined,
    input.mine ? eq(cases.assigned_to, ctx.actor.id) : undefined,
    input.id
      ? sql`(${or(eq(cases.id, input.id), eq(cases.subject_id, input.id), eq(cases.organization_id, input.id), eq(cases.decision_id, input.id))})`
      : undefined,
  )
  const waiting = sql`${cases.status} <> 'decided'`
  const [rows, [found], [all]] = await Promise.all([
    ctx.db
      .select()
      .from(cases)
      .where(where)
      .orderBy(input.status === 'decided' ? sql`${cases.decided_at} desc, ${cases.id}` : sql`${decided}, ${queueOrder}`)
      .limit(input.per_page)
      .offset((input.page - 1) * input.per_page),
    ctx.db.select({ total: count() }).from(cases).where(where),
    ctx.db
      .select({
        waiting: sql<number>`(count(*) filter (where ${waiting}))::int`,
        overdue: sql<number>`(count(*) filter (where ${waiting} and ${cases.deadline} < ${clockOfCase}))::int`,
        awaiting_second: sql<number>`(count(*) filter (where ${cases.status} = 'awaiting_second'))::int`,
      })
      .from(cases)
      .where(visibleTo(ctx)),
  ])
  return { data: await presentCases(ctx, rows), total: found!.total, counts: all! }
}
