import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { askedBesides, askedOf } from '#core/record/facts/asked.ts'
import { type Needed, neededOf, type Obstacle, obstaclesOf } from '#core/record/facts/need.ts'
import { ACCREDITED_BY } from '#core/record/facts/of-sale.ts'
import { ordinaryAnswer } from '#core/record/facts/ordinary.ts'
import { NO_STEP, type Readiness, readiness } from '#core/record/facts/readiness.ts'
import { tryOut } from '#core/record/try-out.ts'
import { defineVerb } from '#core/record/verb.ts'
import { lockOffering, prepareFixture } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { investments } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import { lockInvestment } from '../bookings/lock.ts'
import { reservedOf } from '../bookings/reserve.ts'
import { grantedUnits, lockCaps } from '../holdings/of-record.ts'
import { keptFrom, standingObstacles } from '../offerings/standing-obstacles.ts'
import { createInvestmentInput } from './create.ts'
import { findInvestor } from './find-investor.ts'
import { identityNeeds, joined } from './identity-needs.ts'
import { saleOf } from './judge-again.ts'
import { gatherSale, type Judged } from './sale-facts.ts'
import { amounts } from './terms-of-sale.ts'

/**
 * All that one investment still needs before it can be accepted, in one answer: the facts that its decision would ask for now, each with
 * who supplies it how, and what stands in the way besides. Nothing is decided or stored. Throws `not_found`, `screening_unavailable`.
 */
export const investmentReadiness = defineVerb({
  name: 'investments.readiness',
  permission: 'investments.read',
  input: byId('Investment id, ivs_…'),
  output: readiness,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, investments, ctx, input.id)
    if (!row) throw notFound()
    // The counts behind it are read as a sale would read them, under the offering's lock.
    return tryOut(ctx, async (tx) => {
      const locked = await lockInvestment(tx, ctx, row.id)
      if (!locked) throw notFound()
      const found = await readinessOfSale(tx, ctx, await saleOf(tx, ctx, locked))
      return { ...found, investment_id: row.id, ready_to: { ...found.ready_to, ...(row.status !== 'pending' && { accept: null }) } }
    })
  },
})

/**
 * The same of a sale before it is asked for: it is sent as to `investments.create`, and answered without a refusal of the rules. Throws
 * `not_found`, `amount_mismatch`, `currency_mismatch`, `screening_unavailable`.
 */
export const saleReadiness = defineVerb({
  name: 'investments.readiness_before',
  permission: 'investments.read',
  input: createInvestmentInput,
  output: readiness,
  run: async ({ ctx, input }) => {
    await ctx.world.faults.meet(ctx, input.wallet_address?.canonical ?? null)
    await prepareFixture(ctx, input.offering_id)
    return tryOut(ctx, async (tx) => {
      await lockCaps(tx, ctx)
      const offering = await lockOffering(tx, ctx, input.offering_id)
      if (!offering) throw notFound()
      const { investor, wallet } = await findInvestor(tx, ctx, input)
      return readinessOfSale(tx, ctx, {
        ...amounts(input, offering),
        ...{ offering, investor, wallet, input },
        reserved: await reservedOf(tx, ctx, offering),
        granted: await grantedUnits(tx, ctx, offering),
      })
    })
  },
})

/** Who settles what the rules hold or refuse of a sale. */
const settledBy = (rule: RuleOutcome): Pick<Obstacle, 'from' | 'how'> =>
  ['REG_D_506C_ACCREDITED_ONLY', 'REG_D_506B_ACCREDITED_BELIEF'].includes(rule.code)
    ? { from: 'investor', how: ACCREDITED_BY }
    : rule.result === 'review'
      ? { from: 'tenant', how: 'POST /v1/investments, then two people of yours: POST /v1/investments/{id}/approve' }
      : { from: 'investor', how: 'Another amount, or somebody else: what the rule refuses of this sale no word changes' }

/** Facts that the decision of a sale would ask for now, and the rules that would hold or refuse it with all of them there. */
export async function askedOfSale(tx: Tx, ctx: Ctx, sale: Judged): Promise<{ missing: Needed[]; ruled: Obstacle[] }> {
  const { facts: known, subject, found } = await gatherSale(tx, ctx, sale)
  const place = subject.place ?? (sale.offering.regulation === 'reg_s' ? 'DE' : 'US')
  const facts = subject.place ? known : livingIn(known, place)
  const ordinary = ordinaryAnswer(ctx.now, {
    personId: sale.investor.person_id,
    place,
    agreement: String((facts.offering as { agreement_sha256?: unknown }).agreement_sha256 ?? 'f'.repeat(64)),
  })
  const now = askedOf(facts, ordinary, found)
  const missing = neededOf([
    { step: 'accept', asked: now.asked },
    { step: 'accept', asked: askedBesides(now, ordinary, found) },
  ])
  return {
    missing: subject.place ? missing : missing.map((one) => (one.fact === 'investor.us_state' ? { ...one, when: RESIDENT } : one)),
    ruled: obstaclesOf(now.left, ['accept'], settledBy),
  }
}

const RESIDENT = 'investor.residence is US'

/** Of somebody whose country nobody gave: the residence is asked for, and what depends on it is looked at as for those whom the offering is for. */
const livingIn = <F extends { investor?: object }>(facts: F, place: string): F => ({
  ...facts,
  investor: {
    ...facts.investor,
    places: [{ source: 'residence', country: place, region: 'none', proven: false }],
    ...(place !== 'US' && { us_state: 'none' }),
  },
})

/** All that a sale needs, with what its buyer's identity still lacks, and what keeps its offering from selling and its units from being issued. */
export async function readinessOfSale(
  tx: Tx,
  ctx: Ctx,
  sale: Judged,
  identity?: Awaited<ReturnType<typeof identityNeeds>>,
): Promise<Readiness> {
  const { offering, investor, wallet } = sale
  const own = identity ?? (await identityNeeds(tx, ctx, investor, wallet))
  const sold = await askedOfSale(tx, ctx, sale)
  const missing = joined([...own.missing.map((one) => ({ ...one, needed_to: ['accept' as const] })), ...sold.missing])
  const ruled = [...own.obstacles.map((one) => ({ ...one, keeps_from: ['accept' as const] })), ...sold.ruled]
  const standing = [...(await standingObstacles(tx, ctx, offering)), ...(wallet ? [] : [NO_WALLET])]
  const obstacles: Obstacle[] = [...ruled, ...standing.filter((one) => !ruled.some(({ code }) => code === one.code))]
  const kept = keptFrom(obstacles)
  return {
    success: true,
    object: 'readiness',
    market: 'securities',
    offering_id: offering.id,
    investment_id: null,
    investor_id: investor.id,
    regulation: offering.regulation,
    ready_to: {
      ...NO_STEP,
      sell: !kept.sell && offering.status === 'open',
      accept: !kept.accept && !missing.some((one) => one.when === null),
      issue: !kept.issue,
      transfer: !kept.transfer,
      trade: !kept.trade,
    },
    missing,
    obstacles,
  }
}

/** Units go to a wallet: without one they are sold and cannot be issued. */
const NO_WALLET: Obstacle = {
  code: 'wallet_required',
  detail: 'The investor has no wallet yet, so nothing can be issued to them.',
  from: 'investor',
  how: 'PATCH /v1/investors/{id} with wallet_address and its signature',
  keeps_from: ['issue'],
}
