import { and, desc, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId, dateTime } from '#core/kernel/fields.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { queryInteger } from '#core/kernel/query-fields.ts'
import type { Services } from '#core/kernel/services.ts'
import { decisions, requestLogs } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { namesHiddenCase } from './cases/hidden.ts'
import { mayKnow } from './decisions/about-caller.ts'
import { loggedFor } from './logged-for.ts'
import { definePageVerb, defineVerb } from './verb.ts'

const requestLogsQuery = z.strictObject({
  ...pageQuery,
  status: queryInteger(100, 599).optional(),
  failed: z.enum(['true', 'false']).optional().meta({ description: 'Only those answered with 400 or more, or only the others' }),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  operation: z.string().max(100).optional(),
  wallet_address: z.string().max(100).optional(),
  decision_id: z.string().max(100).optional(),
  error_code: z.string().max(100).optional(),
  created_after: dateTime.optional(),
  created_before: dateTime.optional(),
  q: z.string().max(100).optional().meta({ description: 'Part of path, id or wallet address' }),
})

const requestLog = z.object({
  id: z.string(),
  object: z.literal('request_log'),
  method: z.string(),
  path: z.string(),
  operation: z.string().nullable(),
  status: z.number().int(),
  duration_ms: z.number().int(),
  error_code: z.string().nullable(),
  decision_id: z.string().nullable(),
  wallet_address: z.string().nullable(),
  api_key_id: z.string().nullable(),
  created_at: z.string(),
  request_body: z.any().optional(),
  response_body: z.any().optional(),
})

const present = (row: typeof requestLogs.$inferSelect) => ({
  id: row.id,
  object: 'request_log' as const,
  method: row.method,
  path: row.path,
  operation: row.operation,
  status: row.status,
  duration_ms: row.duration_ms,
  error_code: row.error_code,
  decision_id: row.decision_id,
  wallet_address: row.wallet_address,
  api_key_id: row.api_key_id,
  created_at: row.created_at.toISOString(),
})

/**
 * Requests that the caller may know of, a condition on `request_logs`: not those for a case that is hidden from them, nor for what monitoring
 * thought of them (31 USC 5318(g)(2)).
 */
const mayHear = (ctx: Ctx): SQL => sql`(not ${namesHiddenCase(ctx, sql`substring(${requestLogs.path} from 'cas_[0-9a-z]{26}')`)}
  and (select ${mayKnow(ctx)} from ${decisions} where ${decisions.id} = substring(${requestLogs.path} from 'dec_[0-9a-z]{26}')) is not false)`

/** Requests of this tenant, newest first, without personal data. */
export const listRequestLogs = defineVerb({
  name: 'request_logs.list',
  permission: 'request_logs.read',
  input: requestLogsQuery,
  output: listOf(requestLog),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'request-logs', input.cursor)
    const like = input.q ? `%${input.q.replace(/[%_\\]/g, '\\$&')}%` : null
    const rows = await ctx.db
      .select()
      .from(requestLogs)
      .where(
        inScope(
          requestLogs,
          ctx,
          and(
            mayHear(ctx),
            after ? sql`(${requestLogs.created_at}, ${requestLogs.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined,
            input.status ? eq(requestLogs.status, input.status) : undefined,
            input.failed ? (input.failed === 'true' ? gte(requestLogs.status, 400) : lt(requestLogs.status, 400)) : undefined,
            input.method ? eq(requestLogs.method, input.method) : undefined,
            input.operation ? eq(requestLogs.operation, input.operation) : undefined,
            input.wallet_address ? eq(requestLogs.wallet_address, input.wallet_address) : undefined,
            input.decision_id ? eq(requestLogs.decision_id, input.decision_id) : undefined,
            input.error_code ? eq(requestLogs.error_code, input.error_code) : undefined,
            input.created_after ? gte(requestLogs.created_at, new Date(input.created_after)) : undefined,
            input.created_before ? lte(requestLogs.created_at, new Date(input.created_before)) : undefined,
            like
              ? sql`(${requestLogs.path} ilike ${like} or ${requestLogs.id} ilike ${like} or ${requestLogs.wallet_address} ilike ${like})`
              : undefined,
          ),
        ),
      )
      .orderBy(desc(requestLogs.created_at), desc(requestLogs.id))
      .limit(input.limit + 1)
    return { success: true as const, ...pageOf(ctx, 'request-logs', rows, input.limit, present, (r) => [r.created_at.toISOString(), r.id]) }
  },
})

/** One request with its redacted bodies. */
export const getRequestLog = defineVerb({
  name: 'request_logs.get',
  permission: 'request_logs.read',
  input: byId(),
  output: z.object({ success: z.literal(true), ...requestLog.shape }),
  run: async ({ ctx, input }) => {
    const [row] = await ctx.db
      .select()
      .from(requestLogs)
      .where(inScope(requestLogs, ctx, eq(requestLogs.id, input.id), mayHear(ctx)))
      .limit(1)
    if (!row) throw notFound()
    const response_body: unknown = row.response_text === null ? row.response_body : JSON.parse(row.response_text)
    return { success: true as const, ...present(row), request_body: row.request_body, response_body: await loggedFor(ctx, response_body) }
  },
})

/** As `listRequestLogs`, each with the outcome of its decision. */
export const listRequestLogsWithOutcomes = definePageVerb({
  name: 'request_logs.list_with_outcomes',
  permission: 'request_logs.read',
  input: requestLogsQuery,
  run: async ({ ctx, input }) => {
    const page = await listRequestLogs.run({ ctx, input })
    const outcomes = await outcomesOf(
      ctx,
      page.data.flatMap((log) => log.decision_id ?? []),
    )
    return { ...page, data: page.data.map((log) => ({ ...log, outcome: outcomes.get(log.decision_id ?? '') ?? null })) }
  },
})

/** How the decisions behind some requests came out, by decision id. */
async function outcomesOf(ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  requirePermission(ctx, 'decisions.read')
  if (!ids.length) return new Map()
  const rows = await ctx.db
    .select({ id: decisions.id, outcome: decisions.outcome })
    .from(decisions)
    .where(inScope(decisions, ctx, inArray(decisions.id, ids)))
  return new Map(rows.map((row) => [row.id, row.outcome]))
}

/** Logs are kept 30 days in the sandbox and 90 in production. */
export async function forgetOldRequestLogs(services: Services): Promise<void> {
  const { db } = services.connection
  await db
    .delete(requestLogs)
    .where(and(eq(requestLogs.environment, 'sandbox'), lt(requestLogs.created_at, sql`now() - interval '30 days'`)))
  await db.delete(requestLogs).where(lt(requestLogs.created_at, sql`now() - interval '90 days'`))
}
