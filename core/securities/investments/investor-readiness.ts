import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { NO_STEP, readiness } from '#core/record/facts/readiness.ts'
import { tryOut } from '#core/record/try-out.ts'
import { defineVerb } from '#core/record/verb.ts'
import { homeOf, lockOffering, prepareFixture } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { investors, wallets } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { parseMicro } from '#engine/money.ts'
import { reservedOf } from '../bookings/reserve.ts'
import { grantedUnits, lockCaps } from '../holdings/of-record.ts'
import type { InvestorRow } from '../investors/create.ts'
import { readStatus } from '../investors/present.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { keptFrom } from '../offerings/standing-obstacles.ts'
import { createInvestmentInput } from './create.ts'
import { identityNeeds, joined } from './identity-needs.ts'
import { askedOfSale, readinessOfSale } from './readiness.ts'
import type { Judged } from './sale-facts.ts'

/**
 * All that an investor still needs, in one answer: the facts that a verification would ask for now, and with a regulation or an offering
 * those that a sale to them would ask of investor and sale; each with who supplies it how, and what stands in the way. A regulation alone
 * says nothing of issuer and offering. Nothing is decided or stored. Throws `not_found`, `screening_unavailable`.
 */
export const investorReadiness = defineVerb({
  name: 'investors.readiness',
  permission: 'investors.read',
  input: byId('Investor id, inv_…').extend({
    offering_id: z.string().max(100).optional().meta({ description: 'As if they bought the least that this offering sells' }),
    regulation: z
      .enum(['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s'])
      .optional()
      .meta({ description: 'As if they bought under it, of whatever offering' }),
  }),
  output: readiness,
  run: async ({ ctx: caller, input }) => {
    if (input.offering_id !== undefined && input.regulation !== undefined)
      throw invalidField('/regulation', 'conflicting_fields', 'An offering has its own regulation. Send one of the two.')
    const ctx = await homeOf(caller, input.id)
    await prepareFixture(ctx, input.offering_id)
    return tryOut(ctx, async (tx) => {
      if (input.offering_id !== undefined) await lockCaps(tx, ctx)
      const offering = input.offering_id === undefined ? null : await lockOffering(tx, ctx, input.offering_id)
      const investor = await findScoped(tx, investors, ctx, input.id)
      if (!investor || (input.offering_id !== undefined && !offering)) throw notFound()
      const wallet = investor.wallet_id ? await findScoped(tx, wallets, ctx, investor.wallet_id) : null
      const own = await identityNeeds(tx, ctx, investor, wallet)
      const sale = offering
        ? await readinessOfSale(tx, ctx, await leastOf(tx, ctx, offering, investor, wallet), NOTHING)
        : input.regulation !== undefined
          ? await needsUnder(tx, ctx, input.regulation, investor, wallet)
          : { missing: [], obstacles: [], ready_to: NO_STEP }
      const obstacles = [...own.obstacles, ...sale.obstacles]
      const verified = readStatus(investor.identity_status) === 'verified'
      return {
        success: true as const,
        object: 'readiness' as const,
        market: 'securities',
        offering_id: offering?.id ?? null,
        investment_id: null,
        investor_id: investor.id,
        regulation: offering?.regulation ?? input.regulation ?? null,
        ready_to: {
          ...sale.ready_to,
          verify: verified ? null : !keptFrom(own.obstacles).verify && !own.missing.some((one) => one.when === null),
        },
        missing: joined([...own.missing, ...sale.missing]),
        obstacles,
      }
    })
  },
})

/** What the identity lacks stands beside the sale already. */
const NOTHING = { missing: [], obstacles: [] }

/** A sale of the least that an offering sells, before anybody asked for it. */
async function leastOf(tx: Tx, ctx: Ctx, offering: OfferingRow, investor: InvestorRow, wallet: Judged['wallet']): Promise<Judged> {
  const price = parseMicro(offering.price_per_token) ?? 1n
  const least = parseMicro(offering.minimum_investment) ?? 0n
  const quantity = least > price ? (least + price - 1n) / price : 1n
  return {
    ...{ offering, investor, wallet, quantity, amount: quantity * price },
    reserved: await reservedOf(tx, ctx, offering),
    granted: await grantedUnits(tx, ctx, offering),
    input: createInvestmentInput.parse({ offering_id: offering.id, investor_id: investor.id, quantity: String(quantity) }),
  }
}

/** What any sale under a regulation asks of this investor and of itself. What it asks of an issuer and an offering is theirs to know. */
async function needsUnder(tx: Tx, ctx: Ctx, regulation: OfferingRow['regulation'], investor: InvestorRow, wallet: Judged['wallet']) {
  const { missing } = await askedOfSale(tx, ctx, await leastOf(tx, ctx, someOffering(ctx, regulation), investor, wallet))
  return { missing: missing.filter((one) => /^(investor|investment)\./.test(one.fact)), obstacles: [], ready_to: NO_STEP }
}

/** An offering under a regulation that nobody makes: only what is asked of its buyers is looked at. */
const someOffering = (ctx: Ctx, regulation: OfferingRow['regulation']): OfferingRow => ({
  ...{ id: 'off_none', organization_id: ctx.organizationId, environment: ctx.environment, name: 'None', type: 'equity', regulation },
  ...{ status: 'open', total_supply: '1000000', price_per_token: '1', minimum_investment: '1', maximum_raise: '1000000' },
  ...{ target_amount: null, currency: 'USD', description: null, chain: null, external_id: null, metadata: {} },
  ...{ opens_at: null, closes_at: null, allowed_countries: [], blocked_countries: [], max_holders: null, max_non_accredited: null },
  ...{ lockup_days: null, facts: {}, facts_stated: {}, commercial_terms: null, integration_apart: null, terms_case_id: null },
  ...{ amount_raised: '0', tokens_issued: '0', fee_accrued: '0', investor_count: 0, non_accredited_count: 0 },
  ...{ token_address: null, token_decimals: null, token_link: null, token_pause: null, token_end: null, fixed: true },
  ...{ first_sale_at: null, closed_at: null, cancellation_case_id: null, created_by: null },
  ...{ created_at: new Date(ctx.now), updated_at: new Date(ctx.now) },
})
