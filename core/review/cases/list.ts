import { and, count, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { answeredByPlatform, ofPlatform } from '#core/access/second-person/scope.ts'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { queryBoolean } from '#core/kernel/query-fields.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { clocksOf } from '#core/sources/clock/rows.ts'
import { cases } from '#db/schema.ts'
import { clockOfCase, inQueue, type NamedCase, nameCases, onDesk, presentCase, queueOrder } from './case.ts'
import { caseShape } from './shape.ts'

const filters = {
  status: z
    .enum(['waiting', 'open', 'assigned', 'awaiting_info', 'awaiting_second', 'decided', 'all'])
    .default('waiting')
    .meta({ description: '`waiting` is everything not decided' }),
  kind: z.string().max(60).optional(),
  subject_id: z.string().max(100).optional(),
  assigned_to: z.string().max(60).optional().meta({ description: 'An actor’s id, `me` or `nobody`' }),
  overdue: queryBoolean.optional(),
}

const listCasesQuery = z.strictObject({
  ...pageQuery,
  ...filters,
  sort: z
    .enum(['rank', '-created_at'])
    .default('rank')
    .meta({ description: '`rank`: priority, then deadline, then id: a total order, the same for everybody' }),
})

export const searchCasesInput = z.strictObject({
  ...filters,
  overdue: z.boolean().optional(),
  environment: z.enum(['sandbox', 'production']).optional(),
  /** An id: of the case, its subject, its organisation or its decision. */
  id: z.string().max(100).optional(),
  page: z.number().int().min(1).max(1_000_000).default(1),
  per_page: z.number().int().min(1).max(1_000).default(25),
})
type Filter = Partial<z.output<typeof searchCasesInput>>

function matching(ctx: Ctx, input: Filter): SQL | undefined {
  const waiting = ne(cases.status, 'decided')
  return and(
    input.status === 'all' ? undefined : input.status === 'waiting' ? waiting : eq(cases.status, input.status!),
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
        ? and(waiting, sql`${cases.deadline} < ${clockOfCase}`)
        : or(eq(cases.status, 'decided'), sql`${cases.deadline} >= ${clockOfCase}`),
    input.environment ? eq(cases.environment, input.environment) : undefined,
    input.id
      ? or(eq(cases.id, input.id), eq(cases.subject_id, input.id), eq(cases.organization_id, input.id), eq(cases.decision_id, input.id))
      : undefined,
  )
}

/** The review queue, page after page by a cursor, most urgent first. */
export const listCases = defineVerb({
  name: 'cases.list',
  permission: 'cases.read',
  input: listCasesQuery,
  output: listOf(caseShape),
  run: async ({ ctx, input }) => {
    const byRank = input.sort === 'rank'
    const list = `cases:${input.sort}`
    const after = decodeCursor(ctx, list, input.cursor) as Position | null
    const rows = await ctx.db
      .select()
      .from(cases)
      .where(inQueue(ctx, matching(ctx, input), after ? beyond(after) : undefined))
      .orderBy(...(byRank ? [queueOrder] : [desc(cases.created_at), desc(cases.id)]))
      .limit(input.limit + 1)
    const clockOf = await clocksOf(ctx.db, rows)
    const present = (row: CaseRow) => presentCase(row, clockOf(row))
    const position = (row: CaseRow): Position =>
      byRank ? [row.priority, scoreOf(row), row.deadline.toISOString(), row.id] : [row.created_at.toISOString(), row.id]
    return { success: true as const, ...pageOf(ctx, list, rows, input.limit, present, position) }
  },
})

export interface CasePage {
  /** `open`: whether the reader may open it; `theirs`: whether somebody else than the people of this desk answers it. */
  data: (NamedCase & { open: boolean; theirs: boolean })[]
  total: number
  counts: { waiting: number; overdue: number; awaiting_second: number }
}

/** The same queue by numbered pages, with names and what waits in all; decided cases newest first. */
export const searchCases = definePageVerb({
  name: 'cases.search',
  permission: 'cases.read',
  input: searchCasesInput.omit({ environment: true }),
  run: async ({ ctx, input }): Promise<CasePage> => {
    const { rows, ...figures } = await searched(ctx, input, inQueue(ctx, matching(ctx, input)), onDesk(ctx, 'own'))
    const theirs = await among(ctx, rows, answeredByPlatform(ctx.world))
    return { ...figures, data: (await named(ctx, rows)).map((row) => ({ ...row, open: true, theirs: theirs.has(row.id) })) }
  },
})

/**
 * The cases of all organisations, for the platform's administrators: in full where the platform decides, and of every other one only
 * whose it is, its kind, its state and its times. Nobody is found by what they may not read: ids but the case's own are looked for in
 * the platform's own alone.
 */
export const searchPlatformCases = definePageVerb({
  name: 'cases.search_platform',
  permission: 'desks.read',
  admin: true,
  input: searchCasesInput.omit({ subject_id: true }).extend({ own: z.boolean().default(true) }),
  run: async ({ ctx, input: { own, ...input } }): Promise<CasePage> => {
    const id = input.id ?? null
    const found = and(
      id === null || own ? undefined : or(ofPlatform, eq(cases.id, id), eq(cases.organization_id, id)),
      own ? ofPlatform : input.assigned_to ? ofPlatform : undefined,
      matching(ctx, input),
    )
    const { rows, ...figures } = await searched(ctx, input, found, ofPlatform)
    const mine = await among(ctx, rows, ofPlatform)
    const data = (await named(ctx, rows)).map((row) => (mine.has(row.id) ? { ...row, open: true, theirs: false } : bare(row)))
    return { ...figures, data }
  },
})

/** Those of the cases of which a condition holds, by id. */
async function among(ctx: Ctx, rows: readonly CaseRow[], condition: SQL): Promise<Set<string>> {
  if (!rows.length) return new Set()
  const ids = rows.map((row) => row.id)
  const found = await ctx.db
    .select({ id: cases.id })
    .from(cases)
    .where(and(inArray(cases.id, ids), condition))
  return new Set(found.map(({ id }) => id))
}

/** Whose it is, what kind, how it stands and since when: what the platform sees of a case that is its organisation's. */
const bare = (row: NamedCase): CasePage['data'][number] => ({
  ...row,
  ...{
    open: false,
    theirs: true,
    subject: { type: 'hidden', id: '' },
    decision_id: null,
    summary: '',
    details: {},
    notes: [],
    question: null,
  },
  ...{ assigned_to: null, assigned_email: null, proposal: null, decided_by: [] },
  appeal: { possible_until: null, opened_at: null, status: null, statement: null },
})

async function named(ctx: Ctx, rows: readonly CaseRow[]): Promise<NamedCase[]> {
  const clockOf = await clocksOf(ctx.db, rows)
  const shown = rows.map((row) => presentCase(row, clockOf(row)))
  return (await nameCases(ctx, shown)).data
}

async function searched(ctx: Ctx, input: z.output<typeof searchCasesInput>, where: SQL | undefined, all: SQL) {
  const waiting = sql`${cases.status} <> 'decided'`
  const [rows, [found], [counts]] = await Promise.all([
    ctx.db
      .select()
      .from(cases)
      .where(where)
      .orderBy(input.status === 'decided' ? sql`${cases.decided_at} desc, ${cases.id}` : sql`${cases.status} = 'decided', ${queueOrder}`)
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
      .where(all),
  ])
  return { rows, total: found!.total, counts: counts! }
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
