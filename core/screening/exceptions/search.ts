import { count, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lookUpNames } from '#core/access/users/look-up-names.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { exceptions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { ExceptionRow } from '../matching/apply.ts'
import { presentException, type WireException } from './present.ts'

export const searchExceptionsInput = z.strictObject({
  /** `open`: proposed or in force. */
  status: z.enum(['open', 'proposed', 'active', 'refused', 'expired', 'voided', 'all']).default('open'),
  /** Part of the listed name, or an id: of the exception, the entry, the check, or a wallet address. */
  search: z.string().trim().max(120).optional(),
  page: z.number().int().min(1).max(1_000_000).default(1),
  per_page: z.number().int().min(1).max(1_000).default(25),
})

export interface ExceptionView extends WireException {
  organization: { id: string; name: string }
  environment: string
  /** Who proposed and who approved it, in words where they are people we know. */
  people: { author: string; approver: string | null }
  /** True when the caller proposed it, so another person has to decide. */
  own: boolean
}

/** False positives two people agreed on, and those that wait for the second: what waits first, then what is in force, the newest on top. For the pages. */
export const searchExceptions = definePageVerb({
  name: 'exceptions.search',
  permission: 'exceptions.write',
  input: searchExceptionsInput,
  run: async ({ ctx, input }): Promise<{ data: ExceptionView[]; total: number; counts: { proposed: number; active: number } }> => {
    const { status, search } = input
    const where = inScope(
      exceptions,
      ctx,
      status === 'all' ? undefined : status === 'open' ? inArray(exceptions.state, ['proposed', 'active']) : eq(exceptions.state, status),
      search
        ? sql`(${or(
            sql`strpos(lower(${exceptions.entity_name}), ${search.toLowerCase()}) > 0`,
            ...[exceptions.id, exceptions.entity_id, exceptions.check_id].map((column) => eq(column, search)),
            sql`lower(${exceptions.wallet_address}) = ${search.toLowerCase()}`,
          )})`
        : undefined,
    )
    const [rows, [found], [all]] = await Promise.all([
      ctx.db
        .select()
        .from(exceptions)
        .where(where)
        .orderBy(
          sql`${exceptions.state} = 'proposed' desc, ${exceptions.state} = 'active' desc`,
          desc(exceptions.created_at),
          desc(exceptions.id),
        )
        .limit(input.per_page)
        .offset((input.page - 1) * input.per_page),
      ctx.db.select({ total: count() }).from(exceptions).where(where),
      ctx.db
        .select({
          proposed: sql<number>`(count(*) filter (where ${exceptions.state} = 'proposed'))::int`,
          active: sql<number>`(count(*) filter (where ${exceptions.state} = 'active'))::int`,
        })
        .from(exceptions)
        .where(inScope(exceptions, ctx)),
    ])
    return { data: await withNames(ctx, rows), total: found!.total, counts: all! }
  },
})

async function withNames(ctx: Ctx, rows: ExceptionRow[]): Promise<ExceptionView[]> {
  const { nameOf, mailOf } = await lookUpNames(ctx, {
    organizations: rows.map((row) => row.organization_id),
    people: rows.flatMap((row) => [row.author, row.approved_by ?? row.author]),
  })
  return rows.map((row) => ({
    ...presentException(row),
    organization: { id: row.organization_id, name: nameOf.get(row.organization_id) ?? row.organization_id },
    environment: row.environment,
    people: { author: mailOf.get(row.author) ?? row.author, approver: row.approved_by && (mailOf.get(row.approved_by) ?? row.approved_by) },
    own: row.author === ctx.actor.id,
  }))
}
