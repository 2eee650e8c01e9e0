import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { baseFacts, partyFacts } from '#core/record/decisions/party-facts.ts'
import { type Asked, askedBesides, askedOf } from '#core/record/facts/asked.ts'
import { neededOf, obstaclesOf, type Step } from '#core/record/facts/need.ts'
import { ordinaryAnswer } from '#core/record/facts/ordinary.ts'
import { NO_STEP, type Readiness, readiness } from '#core/record/facts/readiness.ts'
import { factAt } from '#core/record/facts/table.ts'
import { defineVerb } from '#core/record/verb.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import { offerings } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { exactFacts, type FactsOf } from '#engine/facts/of-checks.ts'
import { sales506bElsewhere } from './derived.ts'
import type { OfferingRow } from './facts.ts'
import { offeringRooms, openFacts } from './open-facts.ts'
import { liftedApart } from './stand-apart.ts'
import { keptFrom, standingObstacles } from './standing-obstacles.ts'

const AGREEMENT = 'f'.repeat(64)
/** Somebody who buys, of whom everything is known that our records and a verification say. Only what is asked besides is looked at. */
type Buyer = 'accredited' | 'not accredited' | 'an entity'

/**
 * All that is missing for an offering under its regulation, in one answer: what the rules of an opening ask, what every sale asks of
 * issuer and offering, and what a sale will ask of its parties; each with what it means, its type, and who supplies it how; and what
 * keeps it from opening, selling, issuing, being transferred or traded though nothing is missing. Nothing is decided or stored. Throws `not_found`, `screening_unavailable`.
 */
export const offeringReadiness = defineVerb({
  name: 'offerings.readiness',
  permission: 'offerings.read',
  input: byId('Offering id, off_…'),
  output: readiness,
  run: gatherReadiness,
})

async function gatherReadiness({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<Readiness> {
  const row = await findScoped(ctx.db, offerings, ctx, input.id)
  if (!row) throw notFound()
  const place = row.regulation === 'reg_s' ? 'DE' : 'US'
  const ordinary = ordinaryAnswer(ctx.now, { personId: 'per_investor', place, agreement: AGREEMENT })
  const opening = await openFacts(ctx.db, ctx, row, { draft: false })
  const open = askedOf(opening, ordinary)
  const sale = await saleFacts(ctx, row, place)
  const bought = { accredited: askedOf(asBuyer(sale, 'accredited'), ordinary) }
  const asked = [...bought.accredited.asked, ...askedBesides(bought.accredited, ordinary)]
  const known = new Set(asked.filter((one) => one.when === null).map((one) => one.path))
  for (const buyer of ['not accredited', 'an entity'] as const) {
    if (buyer === 'not accredited' && row.regulation === 'reg_d_506c') continue
    for (const one of askedOf(asBuyer(sale, buyer), ordinary).asked)
      if (!known.has(one.path)) asked.push({ ...one, when: `the investor is ${buyer}` })
  }
  const missing = neededOf([{ step: 'open', asked: open.asked }, { step: 'open', asked: askedBesides(open, ordinary) }, ...bySteps(asked)])
  const always = missing.filter((one) => one.when === null)
  const lifted = liftedApart(row, opening)
  const left = open.left.filter((rule) => rule.result !== 'review' || !lifted.includes(rule.code))
  const obstacles = [...obstaclesOf(left, ['open', 'sell']), ...(await standingObstacles(ctx.db, ctx, row))]
  const kept = keptFrom(obstacles)
  const free = (step: Step) => !always.some((one) => one.needed_to.includes(step))
  return {
    success: true,
    object: 'readiness',
    market: 'securities',
    offering_id: row.id,
    investment_id: null,
    investor_id: null,
    regulation: row.regulation,
    ready_to: {
      ...NO_STEP,
      open: ['draft', 'needs_contact', 'paused'].includes(row.status) ? free('open') && !kept.open : null,
      sell: free('open') && free('sell') && !kept.sell,
      issue: !kept.issue,
      transfer: !kept.transfer,
      trade: !kept.trade,
    },
    missing,
    obstacles,
  }
}

/** What every sale asks of issuer and offering keeps it from selling; the rest is asked of each sale. */
function bySteps(asked: readonly Asked[]): { step: Step; asked: Asked[] }[] {
  const ofIssuer = (one: Asked) => /^(issuer|offering|token)\./.test(factAt(one.path)?.path ?? one.path)
  return [
    { step: 'sell', asked: asked.filter(ofIssuer) },
    { step: 'accept', asked: asked.filter((one) => !ofIssuer(one) && !fromRecords(one.path)) },
  ]
}

/** Asked of an investor's own record: a real one is asked for it when they are verified, and is in the readiness of their investment. */
const fromRecords = (path: string) => path.startsWith('investor.') && factAt(path)?.fact.source !== 'stated'

/** A sale to somebody who is not there, as far as issuer, offering and place go. */
async function saleFacts(ctx: Ctx, row: OfferingRow, place: string): Promise<FactsOf<'investment.accept'>> {
  const rooms = await offeringRooms(ctx.db, ctx, row)
  const base = await baseFacts(ctx, 'investment.accept', [], { market: 'securities' })
  return exactFacts('investment.accept', {
    ...base,
    // Nobody is screened yet: how old lists may be is asked at the sale.
    tenant: { ...base.tenant, data_budgets: [] },
    fx: await rateFacts(ctx),
    issuer: { ...rooms.issuer, outstanding_units: row.total_supply, holders: [], sales_506b: sales506bElsewhere(ctx, rooms.issuer) },
    offering: {
      ...rooms.offering,
      state: 'open',
      holders: [],
      first_sale_in_state_at: 'none',
      max_holders: row.max_holders ?? 'none',
      max_non_accredited: row.max_non_accredited ?? 'none',
      non_accredited_count: row.non_accredited_count,
      lockup_days: row.lockup_days ?? 'none',
      units_left: row.total_supply,
      blocked_countries: [],
      allowed_countries: 'none',
    },
    investor: {
      ...partyFacts({
        kind: 'natural',
        personId: 'per_investor',
        address: null,
        fullName: 'Somebody',
        places: [{ source: 'residence', country: place, proven: false }],
        screened: null,
      }),
      residence: place,
      us_state: place === 'US' ? 'TX' : 'none',
      us_person: place === 'US',
      birth_date: '1980-01-01',
      consent_withdrawn: false,
      balance: '0',
      holds_offering: false,
      bought_in_offering: { amount: '0', currency: 'USD' },
      identity_status: 'verified',
      documents_status: 'verified',
      custodial_account: false,
      excluded_501e: false,
      affiliate_of_issuer: false,
      sanctions: { status: 'clear', owners_status: 'clear', wallet_status: 'clear', lists_loaded_at: new Date(ctx.now).toISOString() },
      credential: { state: 'active', expires_at: new Date(ctx.now + 86_400_000).toISOString() },
    },
    from: { person_id: 'none' },
    investment: {
      amount: { amount: row.price_per_token, currency: 'USD' },
      quantity: '1',
      paid_in_full_at: rulesDay(ctx.now),
      gift_or_estate_of_one_owner: false,
    },
    token: { offering_id: row.id, linked_offering_ids: [row.id], ...rooms.token },
    environment: ctx.environment,
  })
}

/** The same sale to one kind of buyer. */
function asBuyer(sale: FactsOf<'investment.accept'>, buyer: Buyer): FactsOf<'investment.accept'> {
  const entity = buyer === 'an entity'
  return exactFacts('investment.accept', {
    ...sale,
    investor: {
      ...sale.investor,
      kind: entity ? 'entity' : 'natural',
      accreditation: {
        status: buyer === 'not accredited' ? 'not_accredited' : 'accredited',
        contrary_knowledge: false,
        self_certified_at: rulesDay(Date.parse(sale.as_of)),
        method: 'third_party_letter',
        basis: 'net_worth',
        letter: { verifier: 'attorney', good_standing: true, dated: rulesDay(Date.parse(sale.as_of)) },
      },
      ...(!entity && { control_persons_verified: true, fund_owner_count: 'none', formed_for_purchase: false, owners: [] }),
    },
  })
}
