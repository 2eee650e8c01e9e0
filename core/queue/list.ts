import { and, desc, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { appealOf, readStatement } from '../appeals/appeal.ts'
import { type CaseRow, clockOfCase, clocksOf, queueOrder } from '../cases/case.ts'
import { readAnswer, shownQuestion } from '../cases/question.ts'
import type { Ctx } from '../context.ts'
import { decodeCursor, type Page, pageOf, pageQuery } from '../pagination.ts'
import { requirePermission } from '../permissions.ts'
import { type CaseView, presentCase } from './present.ts'
import { caseCtx, seesAll } from './scope.ts'

export const listCasesQuery = z.strictObject({
  ...pageQuery,
  status: z
    .enum(['waiting', 'open', 'assigned', 'awaiting_info', 'awaiting_second', 'decided', 'all'])
    .default('waiting')
    .meta({ description: '`waiting` is everything not decided' }),
  kind: z.string().max(60).optional(),
  subject_id: z.string().max(100).optional(),
  assigned_to: z.string().max(60).optional().meta({ description: 'An actor’s id, `me` or `nobody`' }),
  overdue: z.stringbool().optional(),
  sort: z
    .enum(['rank', '-created_at'])
    .default('rank')
    .meta({ description: '`rank`: priority, then deadline, then id: a total order, the same for everybody' }),
})
export type ListCasesQuery = z.output<typeof listCasesQuery>

/** The review queue: what waits for a person, most urgent first. Admins see that of every tenant. */
export async function listCases({
  ctx,
  input,
}: {
  ctx: Ctx
  input: ListCasesQuery & { environment?: string | undefined }
}): Promise<{ success: true } & Page<CaseView>> {
  requirePermission(ctx, 'cases.read')
  const all = seesAll(ctx)
  const byRank = input.sort === 'rank'
  const after = decodeCursor(ctx, `cases:${input.sort}`, input.cursor) as Position | null
  const filter = and(
    input.status === 'waiting' ? ne(cases.status, 'decided') : input.status === 'all' ? undefined : eq(cases.status, input.status),
    input.kind ? eq(cases.kind, input.kind) : undefined,
    input.subject_id ? eq(cases.subject_id, input.subject_id) : undefined,
    input.assigned_to === 'nobody'
      ? isNull(cases.assigned_to)
      : input.assigned_to
        ? eq(cases.assigned_to, input.assigned_to === 'me' ? ctx.actor.id : input.assigned_to)
        : undefined,
    input.overdue === undefined
      ? undefined
      : input.overdue
        ? and(ne(cases.status, 'decided'), sql`${cases.deadline} < ${clockOfCase}`)
        : or(eq(cases.status, 'decided'), sql`${cases.deadline} >= ${clockOfCase}`),
    all && input.environment ? eq(cases.environment, input.environment) : undefined,
    after ? beyond(after) : undefined,
  )
  const rows = await ctx.db
    .select()
    .from(cases)
    .where(all ? filter : inScope(cases, ctx, filter))
    .orderBy(...(byRank ? [queueOrder] : [desc(cases.created_at), desc(cases.id)]))
    .limit(input.limit + 1)
  const clockOf = await clocksOf(ctx.db, rows)
  const page = pageOf(
    ctx,
    `cases:${input.sort}`,
    rows,
    input.limit,
    (row) => presentCase(row, clockOf(row)),
    (row) => (byRank ? [row.priority, scoreOf(row), row.deadline.toISOString(), row.id] : [row.created_at.toISOString(), row.id]),
  )
  return { success: true, ...page }
}

type Position = [number, number, string, string] | [string, string]

/** As in `queueOrder`: where no score is, it comes after every score. */
const scoreOf = (row: CaseRow): number => (typeof row.details.score === 'number' ? row.details.score : -1)

function beyond(after: Position): SQL {
  if (after.length === 2)
    return or(lt(cases.created_at, new Date(after[0])), and(eq(cases.created_at, new Date(after[0])), lt(cases.id, after[1])))!
  const [priority, score, deadline, id] = after
  const own = sql`coalesce((${cases.details} ->> 'score')::numeric, -1)`
  return sql`(-${cases.priority}, -${own}, ${cases.deadline}, ${cases.id}) > (${-priority}::int, ${-score}::numeric, ${deadline}::timestamptz, ${id})`
}

/** One case. Throws `not_found` outside the caller's tenant. */
export async function getCase({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<{ success: true } & CaseView> {
  requirePermission(ctx, 'cases.read')
  const tenant = await caseCtx(ctx, input.id)
  const [row] = await ctx.db
    .select()
    .from(cases)
    .where(inScope(cases, tenant, eq(cases.id, input.id)))
    .limit(1)
  const shown = presentCase(row!, tenant.now)
  const appeal = appealOf(row!)
  const question = shownQuestion(row!, await readAnswer(ctx, row!))
  return { success: true, ...shown, question, ...(appeal && { appeal: { ...shown.appeal, statement: await readStatement(ctx, appeal) } }) }
}
