import type { Ctx } from '#core/kernel/context.ts'
import type { offerings } from '#db/schema.ts'

type OfferingRow = typeof offerings.$inferSelect

export const PLAYED_ROWS = 500
const FIRST = Date.parse('2026-01-01T00:00:00Z')
const MINUTE = 60_000

/** 500 offerings that exist in no table, for trying out paging; the same ones every time, in the order asked for. */
export function playedOfferings(ctx: Ctx, sort: '-created_at' | 'created_at' | 'name', after: unknown[] | null): OfferingRow[] {
  const rows = Array.from({ length: PLAYED_ROWS }, (_, i) => playedOffering(ctx, i))
  if (sort === '-created_at') rows.reverse()
  const from = after ? rows.findIndex((row) => row.id === after[1]) + 1 : 0
  return rows.slice(from)
}

function playedOffering(ctx: Ctx, i: number): OfferingRow {
  const number = String(i + 1).padStart(3, '0')
  const at = new Date(FIRST + i * MINUTE)
  return {
    id: `off_sandbox_list_${number}`,
    organization_id: ctx.organizationId,
    environment: 'sandbox',
    name: `Paging Offering ${number}`,
    type: 'equity',
    regulation: 'reg_d_506c',
    status: 'open',
    total_supply: '1000',
    price_per_token: '10',
    minimum_investment: '0',
    maximum_raise: '10000',
    target_amount: null,
    currency: 'USD',
    description: null,
    chain: null,
    external_id: null,
    metadata: {},
    opens_at: null,
    closes_at: null,
    allowed_countries: [],
    blocked_countries: [],
    max_holders: null,
    max_non_accredited: 0,
    lockup_days: 365,
    facts: {},
    facts_stated: {},
    commercial_terms: null,
    integration_apart: null,
    terms_case_id: null,
    amount_raised: '0',
    tokens_issued: '0',
    fee_accrued: '0',
    investor_count: 0,
    non_accredited_count: 0,
    token_address: null,
    token_decimals: null,
    token_link: null,
    token_pause: null,
    token_end: null,
    fixed: true,
    cancellation_case_id: null,
    first_sale_at: null,
    closed_at: null,
    created_by: null,
    created_at: at,
    updated_at: at,
  }
}
