import { and, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { createdQuery, decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { decisions, screenings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { mayKnow, ownAmong, toldTo } from '../decisions/about-caller.ts'
import { presentDecision } from '../decisions/present.ts'
import { readAll } from '../decisions/result.ts'
import { readDecision } from '../decisions/shape.ts'
import { defineVerb } from '../verb.ts'
import { readView } from './get.ts'

const listDecisionsQuery = z.strictObject({
  ...pageQuery,
  check: z.string().max(100).optional().meta({ description: 'What was decided, such as sanctions.check or wallet.verify' }),
  outcome: z.enum(['allow', 'deny', 'review']).optional(),
  subject_id: z.string().max(100).optional().meta({
    description: 'Id of what it was about: a wallet, an investment, a transaction, a sanctions check',
  }),
  ...createdQuery,
})

/** The tenant's decisions, newest first, each as its call was answered: rules that pass are left out. */
export const listDecisions = defineVerb({
  name: 'decisions.list',
  permission: 'decisions.read',
  input: listDecisionsQuery,
  output: listOf(readDecision),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'decisions', input.cursor)
    const rows = await ctx.db
      .select()
      .from(decisions)
      .where(
        inScope(
          decisions,
          ctx,
          input.check ? eq(decisions.check, input.check) : undefined,
          // A caller is told "review" where the engine asks for more.
          input.outcome ? inArray(decisions.outcome, input.outcome === 'review' ? ['review', 'needs_info'] : [input.outcome]) : undefined,
          mayKnow(ctx),
          await aboutSubject(ctx, input.subject_id),
          input.created_after ? gte(decisions.evaluated_at, new Date(input.created_after)) : undefined,
          input.created_before ? lte(decisions.evaluated_at, new Date(input.created_before)) : undefined,
          after ? sql`(${decisions.evaluated_at}, ${decisions.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(decisions.evaluated_at), desc(decisions.id))
      .limit(input.limit + 1)
    const page = pageOf(
      ctx,
      'decisions',
      rows,
      input.limit,
      (row) => row,
      (row) => [row.evaluated_at.toISOString(), row.id],
    )
    const [results, own] = await Promise.all([readAll(ctx.db, page.data), ownAmong(ctx, page.data)])
    const told = await Promise.all(page.data.map((row, i) => toldTo(ctx, row, own.has(row.id), results[i]!)))
    const options = { publicUrl: ctx.services.config.publicUrl, receipt: null, oneOfMany: true }
    return {
      success: true as const,
      ...page,
      data: page.data.map((row, i) => readView(row, presentDecision(row, told[i]!, options))),
    }
  },
})

/** A sanctions check names its decision, so the index of subjects leaves those many out. */
async function aboutSubject(ctx: Ctx, id: string | undefined): Promise<SQL | undefined> {
  if (id === undefined) return undefined
  const check = await findScoped(ctx.db, screenings, ctx, id)
  if (check) return eq(decisions.id, check.decision_id ?? '')
  return and(eq(decisions.subject_id, id), sql`${decisions.subject_type} <> 'sanctions_check'`)
}
