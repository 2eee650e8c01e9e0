import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { feeEntries, investments } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const POINTS = 60

/**
 * What was raised by the end of each day on which it changed; at most 60 points, the last one always there. An investment enters the
 * fee ledger once and, when it is taken back, a second time: what goes out again counts no longer.
 */
export async function raiseHistory(ctx: Ctx, which: SQL): Promise<{ day: string; raised: string }[]> {
  const { rows } = await ctx.db.execute<{ day: string; raised: string }>(sql`
    with moves as (
      select ${feeEntries.created_at} as at, case when row_number() over (partition by ${feeEntries.investment_id} order by ${feeEntries.id}) % 2 = 1
        then ${investments.amount} else -${investments.amount} end as moved
      from ${feeEntries} join ${investments} on ${investments.id} = ${feeEntries.investment_id}
      where ${inScope(feeEntries, ctx, which)}
    ), days as (
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(moved) as moved from moves group by 1
    ), running as (
      select day, sum(moved) over (order by day) as raised, row_number() over (order by day desc) as n, count(*) over () as total from days
    )
    select day, trim_scale(raised)::text as raised from running
    where (n - 1) % greatest(1, ceil(total / ${POINTS}::numeric)::int) = 0 order by day`)
  return rows
}
