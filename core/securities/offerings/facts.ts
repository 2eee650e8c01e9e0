import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Said } from '#core/record/facts/sources.ts'
import { saidOf } from '#core/record/facts/statements.ts'
import { asRoom, FACTS, ordinaryOf, sayable, unsaidOf } from '#core/record/facts/table.ts'
import type { Tx } from '#db/connect.ts'
import { type offerings, organizations } from '#db/schema.ts'
import { exactRoom, type Room } from '#engine/facts/of-checks.ts'
import type { Regulation } from '#engine/facts/words.ts'
import { establish, statedOf } from '../issuer/profile.ts'
import { formDFiled } from './deadlines.ts'

export type OfferingRow = typeof offerings.$inferSelect

/** The engine's name of a regulation: `reg_a_plus` means Tier 2 unless Tier 1 is said. */
export const regulationOf = (regulation: OfferingRow['regulation'], tier?: unknown): Regulation =>
  regulation === 'reg_a_plus' ? (tier === '1' ? 'reg_a_tier1' : 'reg_a_tier2') : regulation

export const money = (amount: string, currency: string) => ({
  amount,
  currency: ['USDC', 'USDT'].includes(currency) ? 'USD' : currency === 'EURC' ? 'EUR' : currency,
})
const day = (at: Date | null) => (at ? rulesDay(at) : 'none')

/**
 * What the sandbox takes for granted of an offering beside what the table of facts does, so that calls are about the investor. In
 * production these are said, and what nobody said stays unknown.
 */
const sandboxOffering = (commenced: string, made: Date): Room<'offering'> => ({
  ...asRoom('offering', ordinaryOf(FACTS.offering)),
  qualified_at: new Date(Math.min(Date.parse(commenced), made.getTime()) - 3_600_000).toISOString(),
  filed_at: rulesDay(Math.min(Date.parse(commenced), made.getTime())),
  covered_persons: [{ person_id: 'per_sandbox_officer', questionnaire_at: rulesDay(Math.min(Date.parse(commenced), made.getTime())) }],
})

const earlier = (day: string, other: string): string => (day < other ? day : other)

/** Issuer facts of the caller's organisation: what it stated, and what is established about it. Throws `screening_unavailable`. */
export async function issuerFacts(db: Tx | Ctx['db'], ctx: Ctx): Promise<{ issuer: Room<'issuer'>; said: Said }> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const stated = statedOf(organization, ctx)
  const today = rulesDay(ctx.now)
  const year = Number(today.slice(0, 4))
  const half = today > `${year}-06-30` ? year : year - 1
  const assumed =
    ctx.environment === 'sandbox'
      ? {
          ...asRoom('issuer', ordinaryOf(FACTS.issuer)),
          last_fiscal_year_end: `${year - 1}-12-31`,
          form_1k_filed_at: earlier(`${year}-03-31`, today),
          last_half_year_end: `${half}-06-30`,
          form_1sa_filed_at: earlier(`${half}-08-31`, today),
        }
      : {}
  const facts = sayable(FACTS.issuer, stated.facts)
  return {
    issuer: exactRoom('issuer', {
      ...assumed,
      ...asRoom('issuer', facts),
      ...(await establish(db, ctx, stated)),
      id: ctx.organizationId,
    }),
    said: saidOf('issuer', facts, stated.stated),
  }
}

type Class = Room<'offering'>['security_class']
/** What is sold: known of equity and debt by their type, of other types said. */
const classOf = (ctx: Ctx, row: Pick<OfferingRow, 'type' | 'facts'>): Class =>
  row.type === 'debt' || row.type === 'equity'
    ? row.type
    : (asRoom('offering', row.facts).security_class ?? (ctx.environment === 'sandbox' ? 'equity' : 'none'))

/** Who said what of an offering. */
export function saidOfOffering({ facts, facts_stated }: Pick<OfferingRow, 'facts'> & Partial<Pick<OfferingRow, 'facts_stated'>>): Said {
  const said = saidOf('offering', sayable(FACTS.offering, facts), facts_stated)
  // The legends of a token are those said of its offering.
  return facts.legend_ids === undefined ? said : { ...said, 'token.legend_ids': said['offering.legend_ids'] ?? null }
}

/** The legends its tokens carry, as the issuer said; in the sandbox all three. Absent where nobody said. */
export const legendFacts = (ctx: Ctx, row: Pick<OfferingRow, 'facts'>): Pick<Room<'token'>, 'legend_ids'> => {
  const said = asRoom('token', { legend_ids: row.facts.legend_ids }).legend_ids
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
    | 'commercial_terms'
    | 'amount_raised'
    | 'fee_accrued'
    | 'first_sale_at'
    | 'created_at'
    | 'closed_at'
  >,
  sent: { regulation?: string | undefined; regulation_type?: string | undefined } = {},
): Room<'offering'> {
  const commenced = (row.opens_at ?? row.created_at).toISOString()
  return exactRoom('offering', {
    ...(ctx.environment === 'sandbox' ? sandboxOffering(commenced, row.created_at) : asRoom('offering', unsaidOf(FACTS.offering))),
    ...asRoom('offering', sayable(FACTS.offering, row.facts)),
    // What is not under Regulation S has none of its categories, whatever is said.
    ...(row.regulation !== 'reg_s'
      ? { reg_s_category: 'none' }
      : ctx.environment === 'sandbox' && { reg_s_category: asRoom('offering', row.facts).reg_s_category ?? '3' }),
    form_d: { filed_at: formDFiled(row.facts) ?? 'none' },
    regulation: regulationOf(row.regulation, row.facts.reg_a_tier),
    sent: { regulation: sent.regulation ?? 'none', regulation_type: sent.regulation_type ?? 'none' },
    type: row.type,
    security_class: classOf(ctx, row),
    price: money(row.price_per_token, row.currency),
    total_supply: row.total_supply,
    maximum_raise: money(row.maximum_raise, row.currency),
    minimum_investment: money(row.minimum_investment, row.currency),
    target_amount: money(row.target_amount ?? '0', row.currency),
    opens_at: row.opens_at?.toISOString() ?? 'none',
    closes_at: row.closes_at?.toISOString() ?? 'none',
    commenced_at: day(row.opens_at ?? row.created_at),
    starts_on: day(row.opens_at ?? row.created_at),
    terminated_at: day(row.closed_at),
    first_sale_at: day(row.first_sale_at),
    // What was closed closed then, whenever it was meant to.
    closing_at: day(row.closed_at ?? row.closes_at),
    commercial_terms_recorded: row.commercial_terms !== null,
    state: 'status' in row ? String(row.status) : 'open',
    reserved: money('0', row.currency),
    raised: money(row.amount_raised, row.currency),
    accrued_fee: money(row.fee_accrued, row.currency),
  })
}
