import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Said } from '#core/record/facts/sources.ts'
import { saidOf } from '#core/record/facts/statements.ts'
import { asRoom, FACTS, sayable, unsaidOf } from '#core/record/facts/table.ts'
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

/** Issuer facts of the caller's organisation: what it stated, and what is established about it. Throws `screening_unavailable`. */
export async function issuerFacts(db: Tx | Ctx['db'], ctx: Ctx): Promise<{ issuer: Room<'issuer'>; said: Said }> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const stated = statedOf(organization, ctx)
  const facts = sayable(FACTS.issuer, stated.facts)
  const agent = (await ctx.world.tenant.forDecision(ctx)).find(({ fact }) => fact === 'transfer_agent')
  return {
    issuer: exactRoom('issuer', {
      ...ctx.world.statements.issuer(ctx.now),
      ...asRoom('issuer', facts),
      // The stricter of two words counts.
      ...(typeof agent?.value === 'boolean' && { registered_transfer_agent: agent.value && facts.registered_transfer_agent !== false }),
      ...(await establish(db, ctx, stated)),
      id: ctx.organizationId,
    }),
    said: saidOf('issuer', facts, stated.stated),
  }
}

type Class = Room<'offering'>['security_class']
/** What is sold: known of equity and debt by their type, of other types said. */
const classOf = (row: Pick<OfferingRow, 'type' | 'facts'>, assumed: Room<'offering'>): Class =>
  row.type === 'debt' || row.type === 'equity'
    ? row.type
    : (asRoom('offering', row.facts).security_class ?? assumed.security_class ?? 'none')

/** Who said what of an offering. */
export function saidOfOffering({ facts, facts_stated }: Pick<OfferingRow, 'facts'> & Partial<Pick<OfferingRow, 'facts_stated'>>): Said {
  const said = saidOf('offering', sayable(FACTS.offering, facts), facts_stated)
  // What is read of a token, or of a transfer of it, was said of its offering.
  const elsewhere = ['token.legend_ids', 'token.fungible_with_listed', 'transfer.registration_effective_at'].flatMap((path) => {
    const named = `offering.${path.split('.')[1]}`
    return named in said ? [[path, said[named] ?? null] as const] : []
  })
  return { ...said, ...Object.fromEntries(elsewhere) }
}

/** What the issuer said of its tokens: their legends, and whether their class is listed. Absent where nobody said it. */
export const saidOfToken = (
  ctx: Ctx,
  { facts }: Pick<OfferingRow, 'facts'>,
): Pick<Room<'token'>, 'legend_ids' | 'fungible_with_listed'> => {
  const said = Object.fromEntries(['legend_ids', 'fungible_with_listed'].flatMap((name) => (name in facts ? [[name, facts[name]]] : [])))
  return { ...ctx.world.statements.token, ...asRoom('token', said) }
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
  const assumed = ctx.world.statements.offering(row)
  return exactRoom('offering', {
    ...asRoom('offering', unsaidOf(FACTS.offering)),
    ...assumed,
    ...asRoom('offering', sayable(FACTS.offering, row.facts)),
    // What is not under Regulation S has none of its categories, whatever is said.
    ...(row.regulation !== 'reg_s' && { reg_s_category: 'none' }),
    form_d: { filed_at: formDFiled(row.facts) ?? 'none' },
    regulation: regulationOf(row.regulation, row.facts.reg_a_tier),
    sent: { regulation: sent.regulation ?? 'none', regulation_type: sent.regulation_type ?? 'none' },
    type: row.type,
    security_class: classOf(row, assumed),
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
