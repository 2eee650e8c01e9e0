import { inArray, sql } from 'drizzle-orm'
import { definePageVerb } from '#core/record/verb.ts'
import { decisions, investments, investors, lots, offerings, transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { unminted } from '../token-state/minted.ts'
import { deadlinesOf } from './deadlines.ts'
import { raiseHistory } from './raise-history.ts'

const DAY_MS = 86_400_000

/** What an issuer's dashboard opens with: sums over the whole organisation in one environment, never a list of people. */
export const issuerOverview = definePageVerb({
  name: 'offerings.overview',
  permission: 'offerings.read',
  run: async ({ ctx }) => {
    const month = new Date(ctx.now - 30 * DAY_MS).toISOString()
    const [byStatus, people, countries, pending, transfers, holders, outcomes, history, deadlines] = await Promise.all([
      ctx.db.execute<{ status: string; currency: string; count: number; raised: string; maximum: string; fee: string }>(sql`
      select status, currency, count(*)::int as count, trim_scale(sum(amount_raised))::text as raised,
        trim_scale(sum(maximum_raise))::text as maximum, trim_scale(sum(fee_accrued))::text as fee
      from ${offerings} where ${inScope(offerings, ctx)} group by 1, 2`),
      ctx.db.execute<{ status: string; count: number }>(sql`
      select status, count(*)::int as count from ${investors} where ${inScope(investors, ctx)} group by 1`),
      ctx.db.execute<{ country: string | null; count: number }>(sql`
      select country, count(*)::int as count from ${investors} where ${inScope(investors, ctx)} group by 1 order by 2 desc, 1`),
      ctx.db.execute<{ count: number }>(sql`
      select count(*)::int as count from ${investments} where ${inScope(investments, ctx)} and status = 'pending'`),
      ctx.db.execute<{ count: number }>(sql`
      select count(*)::int as count from ${transactions} where ${inScope(transactions, ctx)} and offering_id is not null
        and status in ('review', 'approved', 'submitted', 'awaiting_counterparty')`),
      ctx.db.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select 1 from ${lots} where ${inScope(lots, ctx)} and closed_at is null and not ${unminted()} group by person_id) holder`),
      ctx.db.execute<{ day: string; allow: number; review: number; deny: number }>(sql`
      select to_char(evaluated_at at time zone 'UTC', 'YYYY-MM-DD') as day,
        count(*) filter (where outcome = 'allow')::int as allow,
        count(*) filter (where outcome in ('review', 'needs_info'))::int as review,
        count(*) filter (where outcome = 'deny')::int as deny
      from ${decisions} where ${inScope(decisions, ctx)} and evaluated_at > ${month}::timestamptz group by 1 order by 1`),
      raiseHistory(ctx, inArray(investments.currency, ['USD', 'USDC', 'USDT'])),
      deadlinesOf(ctx),
    ])
    return {
      offerings: byStatus.rows,
      investors: Object.fromEntries(people.rows.map((each) => [each.status, each.count])) as Record<string, number>,
      countries: countries.rows,
      pending: pending.rows[0]!.count,
      transfers_waiting: transfers.rows[0]!.count,
      holders: holders.rows[0]!.count,
      outcomes: outcomes.rows,
      history,
      deadlines,
      now: new Date(ctx.now).toISOString(),
    }
  },
})
