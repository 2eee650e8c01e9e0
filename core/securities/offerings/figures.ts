import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { feeEntries, investments, investors, issuances, lots, offerings, transactions } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { unminted } from '../token-state/minted.ts'
import { heldChange } from './change-case.ts'
import { deadlinesOf, formDFiled } from './deadlines.ts'
import { regulationOf } from './facts.ts'
import { presentOffering } from './present.ts'
import { raiseHistory } from './raise-history.ts'

const DAY_MS = 86_400_000

/**
 * Everything the page of an offering counts, in one round of queries; each is a sum over one index range. The `head` is what
 * every view shows: terms, statuses, countries and what is to issue; the rest stays empty.
 */
export const readOfferingFigures = definePageVerb({
  name: 'offerings.figures',
  permission: 'offerings.read',
  input: byId().extend({ part: z.literal('head').optional() }),
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, offerings, ctx, input.id)
    if (!row) throw notFound()
    const mine = inScope(investments, ctx, eq(investments.offering_id, row.id))
    const open = inScope(lots, ctx, eq(lots.offering_id, row.id), sql`${lots.closed_at} is null`)
    const now = new Date(ctx.now).toISOString()
    const whole = input.part !== 'head'
    const [statuses, countries, toIssue, toReport, holders, locked, transfers, history, purchasers, deadlines, change_case_id] =
      await Promise.all([
        ctx.db.execute<{ status: string; count: number; sum: string }>(sql`
      select status, count(*)::int as count, trim_scale(sum(amount))::text as sum from ${investments} where ${mine} group by status`),
        whole ? countriesOf(ctx, mine) : countryNames(ctx, mine),
        ctx.db.execute<{ count: number; units: string }>(sql`
      select count(*)::int as count, coalesce(trim_scale(sum(token_quantity - issued_quantity)), 0)::text as units
      from ${investments} where ${mine} and status = 'accepted' and issued_quantity < token_quantity`),
        ctx.db.execute<{ count: number }>(sql`
      select count(*)::int as count from ${issuances}
      where ${inScope(issuances, ctx, eq(issuances.offering_id, row.id))} and status = 'authorized'`),
        whole
          ? ctx.db.execute<{ holders: number; of_record: number }>(sql`
          select count(*) filter (where holds)::int as holders, count(*)::int as of_record
          from (select bool_or(not ${unminted()}) as holds from ${lots} where ${open} group by person_id) holder`)
          : { rows: [{ holders: 0, of_record: 0 }] },
        ctx.db.execute<{ units: string; next: string | null }>(sql`
      select coalesce(trim_scale(sum(quantity)), 0)::text as units, min(lockup_until) as next
      from ${lots} where ${open} and not ${unminted()} and ${lots.lockup_until} > ${now}::timestamptz`),
        ctx.db.execute<{ status: string; count: number }>(sql`
      select status, count(*)::int as count from ${transactions}
      where ${inScope(transactions, ctx, eq(transactions.offering_id, row.id))} group by status`),
        whole ? raiseHistory(ctx, eq(feeEntries.offering_id, row.id)) : [],
        whole ? nonAccreditedPurchasers(ctx) : 0,
        whole ? deadlinesOf(ctx, row.id) : [],
        heldChange(ctx.db, ctx, row.id),
      ])
    return {
      offering: presentOffering(row),
      /** The case about a change that waits for another person. */
      change_case_id,
      first_sale_at: row.first_sale_at?.toISOString() ?? null,
      form_d_filed_at: formDFiled(row.facts),
      statuses: Object.fromEntries(statuses.rows.map((each) => [each.status, { count: each.count, sum: each.sum }])),
      countries,
      to_issue: toIssue.rows[0]!,
      /** Mints that wait to be signed and reported. */
      to_report: toReport.rows[0]!.count,
      holders: holders.rows[0]!.holders,
      locked: { units: locked.rows[0]!.units, next: locked.rows[0]!.next ? new Date(locked.rows[0]!.next).toISOString() : null },
      transfers: Object.fromEntries(transfers.rows.map((each) => [each.status, each.count])),
      history,
      limits: whole ? limitsOf(row, { purchasers, holders: holders.rows[0]!.of_record }) : [],
      deadlines,
      now,
    }
  },
})

interface Country {
  country: string | null
  persons: number
  sum: string
}

/** Who bought, by country: persons and what they were accepted for. */
async function countriesOf(ctx: Ctx, mine: SQL | undefined): Promise<Country[]> {
  const { rows } = await ctx.db.execute<Country & Record<string, unknown>>(sql`
    select country, count(*)::int as persons, trim_scale(sum(amount))::text as sum from (
      select ${investors.country} as country, sum(${investments.amount}) as amount
      from ${investments} join ${investors} on ${investors.id} = ${investments.investor_id}
      where ${mine} and ${investments.status} = 'accepted'
      group by ${investors.country}, ${investments.person_id}
    ) person group by 1 order by 2 desc, 1 limit 250`)
  return rows
}

/** The countries alone, the most frequent first: what a filter offers. */
async function countryNames(ctx: Ctx, mine: SQL | undefined): Promise<Country[]> {
  const { rows } = await ctx.db.execute<{ country: string | null }>(sql`
    select ${investors.country} as country from ${investments} join ${investors} on ${investors.id} = ${investments.investor_id}
    where ${mine} and ${investments.status} = 'accepted' group by 1 order by count(*) desc, 1 limit 250`)
  return rows.map(({ country }) => ({ country, persons: 0, sum: '0' }))
}

export interface Limit {
  key: string
  label: string
  value: number
  limit: number | null
  rule: string | null
}

/** The counters that can stop a sale, each beside its limit and the rule that sets it. */
function limitsOf(row: typeof offerings.$inferSelect, counted: { purchasers: number; holders: number }): Limit[] {
  const limits: Limit[] = []
  if (row.regulation === 'reg_d_506b')
    limits.push({
      key: 'purchasers_90_days',
      label: 'Non-accredited purchasers in 90 days, all 506(b) offerings',
      value: counted.purchasers,
      limit: 35,
      rule: 'reg_d_506b_nonaccredited_limit',
    })
  if (row.max_non_accredited !== null && row.regulation === 'reg_d_506b')
    limits.push({
      key: 'non_accredited',
      label: 'Non-accredited investors of this offering',
      value: row.non_accredited_count,
      limit: row.max_non_accredited,
      rule: null,
    })
  limits.push({ key: 'investors', label: 'Investors of this offering', value: row.investor_count, limit: row.max_holders, rule: null })
  if (regulationOf(row.regulation) !== 'reg_s')
    limits.push({
      key: 'holders_of_record',
      label: 'Holders, against the registration threshold',
      value: counted.holders,
      limit: 2_000,
      rule: 'exchange_act_12g_holders',
    })
  return limits
}

/** Persons who were not accredited and bought under 506(b) from this issuer in the last 90 days. */
async function nonAccreditedPurchasers(ctx: Ctx): Promise<number> {
  const since = new Date(ctx.now - 90 * DAY_MS).toISOString()
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    select count(distinct ${investments.person_id})::int as count from ${investments}
    join ${offerings} on ${offerings.id} = ${investments.offering_id}
    where ${inScope(investments, ctx)} and ${offerings.regulation} = 'reg_d_506b' and not ${investments.accredited}
      and ${investments.status} in ('accepted', 'pending') and ${investments.created_at} > ${since}::timestamptz`)
  return rows[0]!.count
}
