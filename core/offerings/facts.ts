import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { type offerings, organizations } from '#db/schema.ts'
import type { Json } from '#engine/canonical.ts'
import type { Ctx } from '../context.ts'
import { establish, statedOf } from '../issuer/profile.ts'
import { rulesDay } from '../rules-day.ts'

export type OfferingRow = typeof offerings.$inferSelect

/** The engine's name of a regulation: `reg_a_plus` means Tier 2 unless Tier 1 is said. */
export const regulationOf = (regulation: string) => (regulation === 'reg_a_plus' ? 'reg_a_tier2' : regulation)

export const money = (amount: string, currency: string) => ({
  amount,
  currency: ['USDC', 'USDT'].includes(currency) ? 'USD' : currency === 'EURC' ? 'EUR' : currency,
})
const day = (at: Date | null) => (at ? rulesDay(at) : 'none')

/**
 * What the sandbox takes for granted of an issuer, so that calls are about the investor: domestic, papers in order. In production these
 * come from the organisation and the offering, and what nobody recorded stays unknown.
 */
const SANDBOX_ISSUER: Record<string, Json> = {
  domicile: 'US',
  principal_place: 'US',
  ica_status: 'operating',
  exchange_act_reporting: false,
  blank_check: false,
  bdc: false,
  fractional_mineral_interests: false,
  order_12j_at: 'none',
  reports_of_two_years_filed: true,
  tier2_reporting: false,
  other_offering_solicited: false,
  foreign_government: false,
  us_market: {
    largest_is_us: false,
    us_share_bps: 0,
    top_foreign_share_bps: 9_000,
    debt_us_holders: 0,
    debt_amount: { amount: '0', currency: 'USD' },
    debt_us_share_bps: 0,
  },
  reg_a_first_qualified_at: 'none',
  reg_a_sales: [],
  shell: 'never',
  reporting_since: 'none',
  reports_current: true,
  public_information: true,
  form10_info_at: 'none',
  investment_securities_bps: 0,
  holder_cap: 'none',
  nonaccredited_holder_cap: 'none',
  total_assets_fye: { amount: '4000000', currency: 'USD' },
  bank_holding: false,
  fye: '12-31',
  reg_a_relief: 'none',
  reg_a_reports_current: true,
  registered_transfer_agent: true,
  public_float: 'none',
  revenue: { amount: '0', currency: 'USD' },
  contributions_and_uncalled: { amount: '0', currency: 'USD' },
  fund_owners: [],
}

const sandboxOffering = (now: number, commenced: string): Record<string, Json> => ({
  units_offered: 'none',
  asset_backed: false,
  price_type: 'fixed',
  holder_resale: { amount: '0', currency: 'USD' },
  affiliate_resale: { amount: '0', currency: 'USD' },
  qualified_at: new Date(Date.parse(commenced) - 3_600_000).toISOString(),
  filed_at: commenced.slice(0, 10),
  new_statement_filed: false,
  listing_visibility: 'gated',
  general_solicitation: false,
  geo_gate: true,
  parallel_506c: false,
  covered_persons: [{ person_id: 'per_sandbox_officer', questionnaire_at: commenced.slice(0, 10) }],
  bad_actor_events: [],
  integration: [],
  state_clearances: [],
  listed_on_exchange: false,
  count_pending_as_nonaccredited: false,
  overseas_directed_or_foreign_plan: false,
  offering_restrictions_adopted: true,
  distributors_agreed: true,
  not_registered_statement: true,
  refusal_term: true,
  first_sale_in_state_at: 'none',
  form_1z_filed_at: 'none',
  form_d: { filed_at: 'none' },
  reg_s_category: 'none',
  minimum_each_time: false,
  documents_required: false,
  max_pct_per_person_bps: 'none',
  agreement_sha256: 'f'.repeat(64),
  fx: now,
})

/** Issuer facts of the caller's organisation: what it stated, and what is established about it. Throws `screening_unavailable`. */
export async function issuerFacts(db: Tx | Ctx['db'], ctx: Ctx): Promise<Record<string, Json>> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const stated = statedOf(organization, ctx)
  const year = new Date(ctx.now).getUTCFullYear()
  const assumed =
    ctx.environment === 'sandbox'
      ? {
          ...SANDBOX_ISSUER,
          last_fiscal_year_end: `${year - 1}-12-31`,
          form_1k_filed_at: `${year}-03-31`,
          last_half_year_end: `${year}-06-30`,
          form_1sa_filed_at: `${year}-08-31`,
        }
      : {}
  return { ...assumed, ...(await establish(db, ctx, stated)), ...stated.facts, id: ctx.organizationId }
}

/**
 * What the issuer sold in other offerings under Regulation A, for the limit over all of them in twelve months: what it said itself of
 * sales elsewhere, and the sales recorded here, by day.
 */
export async function regASales(
  db: Tx | Ctx['db'],
  ctx: Ctx,
  row: Pick<OfferingRow, 'regulation'> & { id?: string },
): Promise<{ reg_a_sales?: Json }> {
  if (row.regulation !== 'reg_a_plus') return {}
  const said = (await issuerFacts(db, ctx)).reg_a_sales
  const { rows } = await db.execute<{ day: string; currency: string; amount: string }>(sql`
    select to_char(coalesce(i.accepted_at, i.created_at) at time zone 'America/New_York', 'YYYY-MM-DD') as day, i.currency,
      trim_scale(sum(i.amount))::text as amount
    from investments i join offerings o on o.id = i.offering_id and o.regulation = 'reg_a_plus'
    where i.organization_id = ${ctx.organizationId} and i.environment = ${ctx.environment} and i.status = 'accepted'
      and i.offering_id <> ${row.id ?? ''} group by 1, 2`)
  const sold = rows.map(({ day: date, currency, amount }) => ({ tier: '2', date, amount: money(amount, currency) }))
  // What it said is a list, or nothing, and then the rule asks.
  return Array.isArray(said) ? { reg_a_sales: [...said, ...sold] } : {}
}

/** The legends its tokens carry, as the issuer said; in the sandbox all three. Absent where nobody said. */
export const legendFacts = (ctx: Ctx, row: Pick<OfferingRow, 'facts'>): { legend_ids?: Json } => {
  const said = row.facts.legend_ids as Json | undefined
  return said !== undefined ? { legend_ids: said } : ctx.environment === 'sandbox' ? { legend_ids: ['L1', 'L2', 'L3'] } : {}
}

/** An offering, stored or about to be, as the engine's facts. */
export function offeringFacts(
  ctx: Ctx,
  row: Pick<
    OfferingRow,
    | 'type'
    | 'regulation'
    | 'price_per_token'
    | 'total_supply'
    | 'maximum_raise'
    | 'minimum_investment'
    | 'target_amount'
    | 'currency'
    | 'opens_at'
    | 'closes_at'
    | 'facts'
    | 'amount_raised'
    | 'fee_accrued'
    | 'first_sale_at'
    | 'created_at'
    | 'closed_at'
  >,
  sent: { regulation?: string | undefined; regulation_type?: string | undefined } = {},
): Record<string, Json> {
  const commenced = (row.opens_at ?? row.created_at).toISOString()
  const assumed = ctx.environment === 'sandbox' ? sandboxOffering(ctx.now, commenced) : {}
  const { fx: _, ...rest } = assumed
  return {
    ...rest,
    ...(row.facts as Record<string, Json>),
    ...(row.regulation === 'reg_s' && ctx.environment === 'sandbox' && { reg_s_category: '3' }),
    regulation: regulationOf(row.regulation),
    sent: { regulation: sent.regulation ?? 'none', regulation_type: sent.regulation_type ?? 'none' },
    type: row.type,
    security_class:
      (row.facts.security_class as Json | undefined) ??
      (row.type === 'debt' ? 'debt' : row.type === 'equity' || ctx.environment === 'sandbox' ? 'equity' : 'none'),
    price: money(row.price_per_token, row.currency),
    total_supply: row.total_supply,
    maximum_raise: money(row.maximum_raise, row.currency),
    minimum_investment: money(row.minimum_investment, row.currency),
    target_amount: money(row.target_amount ?? '0', row.currency),
    opens_at: row.opens_at?.toISOString() ?? 'none',
    closes_at: row.closes_at?.toISOString() ?? 'none',
    commenced_at: day(row.opens_at ?? row.created_at),
    starts_on: day(row.opens_at ?? row.created_at),
    terminated_at: 'none',
    first_sale_at: day(row.first_sale_at),
    // What was closed closed then, whenever it was meant to.
    closing_at: day(row.closed_at ?? row.closes_at),
    commercial_terms_recorded: (row.facts.commercial_terms_recorded as Json | undefined) ?? false,
    state: 'status' in row ? String(row.status) : 'open',
    reserved: money('0', row.currency),
    raised: money(row.amount_raised, row.currency),
    accrued_fee: money(row.fee_accrued, row.currency),
  }
}
