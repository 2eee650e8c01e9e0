import { moneyFact } from '#core/chain/transactions/worth.ts'
import type { Keeper } from '#core/identity/acts/freezes.ts'
import { freezeFacts, freezesOn, partlyFrozen, pledgedUnits } from '#core/identity/acts/freezes.ts'
import { stateOfPerson } from '#core/identity/persons/places.ts'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import { type Sources, withSaid } from '#core/record/facts/sources.ts'
import { factsOf } from '#core/record/facts/stated-facts.ts'
import { asRoom, FACTS, unsaidOf } from '#core/record/facts/table.ts'
import {
  heldBy,
  heldSince,
  openBlockCases,
  outstandingUnits,
  sellerFacts,
  soldLately,
  stateFacts,
  usPersonFacts,
} from '#core/securities/holdings/holder-facts.ts'
import { type LotRow, lotFacts, units } from '#core/securities/holdings/lots.ts'
import { fundOwners, holderLimitFacts, holdersOfRecord, pendingUnits } from '#core/securities/holdings/of-record.ts'
import {
  issuerFacts,
  type OfferingRow,
  offeringFacts,
  regulationOf,
  saidOfOffering,
  saidOfToken,
} from '#core/securities/offerings/facts.ts'
import { tokenFacts, WHOLE_UNITS } from '#core/securities/token-state/state.ts'
import { venueFact } from '#core/securities/venues/venue.ts'
import type { Tx } from '#db/connect.ts'
import { exactFacts, type FactsOf, type Room } from '#engine/facts/of-checks.ts'
import type { Call } from './call.ts'
import type { CreateTransactionInput } from './create.ts'
import { isIssuerWallet } from './move-units.ts'

/** How the screening of a side stands: a listed owner counts as in a sale, whenever it came onto the list. */
const listed = (side: MarketSubject | null) => (side?.facts.blocked_owners.length ? 'hit' : (side?.screened.status ?? 'clear'))

const whole = (amount: string) => BigInt(amount.split('.')[0]!)
const room = (subject: MarketSubject | null): Room<'subject'> => subject?.facts ?? { kind: 'absent' }

/** What moves units without their holder: its ground, who stands for it, and the freeze it carries out. */
export interface Order {
  kind: NonNullable<Room<'transfer'>['kind']>
  legal_basis: string
  document_hash: string
  ordered_by: string
  second_person: string
  freeze_id: string | null
}

/** Units that are to move. */
interface Moved {
  id: string
  input: CreateTransactionInput
  call: Call
  from: MarketSubject | null
  to: MarketSubject | null
  offering: OfferingRow
  held: LotRow[]
  order: Order | null
  again: boolean
}

/** A securities transfer: holder and recipient, lots, routes, limits. */
export async function transferFacts(tx: Tx, ctx: Ctx, p: Moved): Promise<FactsOf<'transfer'>> {
  const { id, call, from, to, offering, input, order } = p
  // What is burnt or redeemed goes back to the issuer: it is acquired by nobody, so there is no recipient to judge.
  const back = call.type === 'burn' || ((call.type === 'redemption' || order?.kind === 'issuer_repurchase') && toIssuer(offering, call))
  const taker = back ? from : to
  const keepers = [from, to].flatMap((one) => (one ? [keeperOf(one)] : []))
  const spender: Keeper[] = input.spender_address ? [{ personId: 'none', walletAddress: input.spender_address.canonical }] : []
  // The freeze that an order carries out does not stand in its way; every other one does.
  const freezes = (await freezesOn(tx, ctx, offering.id, [...keepers, ...spender])).filter((freeze) => freeze.id !== order?.freeze_id)
  const lists = (from ?? to)!.screened.lists
  const { issuer, said: saidOfIssuer } = await issuerFacts(tx, ctx)
  const base = await baseFacts(ctx, 'transfer', lists, { market: 'securities' })
  const holders = await holdersOfRecord(tx, ctx, null, id)
  return exactFacts('transfer', {
    ...base,
    said: withSaid(base, { ...saidOfIssuer, ...saidOfOffering(offering) }),
    environment: ctx.environment,
    issuer: {
      ...issuer,
      outstanding_units: await outstandingUnits(tx, ctx, offering.id),
      holders,
      ...(await fundOwners(tx, ctx, issuer, holders)),
    },
    offering: {
      // Of whom an issuer says nothing: who buys what was sold to accredited investors alone is one while it is restricted.
      recipient_must_be_accredited: offering.regulation === 'reg_d_506c' ? 'during_hold' : 'never',
      ...offeringFacts(ctx, offering),
      ...(await holderLimitFacts(tx, ctx, offering, { personId: taker?.person?.id ?? 'none', atLimit: false, except: id })),
      lockup_days: offering.lockup_days ?? 'none',
      blocked_countries: offering.blocked_countries,
      allowed_countries: offering.allowed_countries.length ? offering.allowed_countries : 'none',
    },
    from: { ...(await sideFacts(tx, ctx, from, lists)), ...(await unitsOf(tx, ctx, p, freezes)) },
    to: {
      ...(await sideFacts(tx, ctx, taker, lists)),
      ...stateFacts(ctx, countryOfParty(taker), stateOfPerson(taker?.data ?? null)),
      residence: countryOfParty(taker) ?? 'none',
      birth_date: taker?.data?.date_of_birth ?? 'none',
      ...(back && { wallet: 'none' }),
      balance: taker ? await heldBy(tx, ctx, offering.id, taker.person?.id ?? taker.wallet.id) : '0',
      accreditation: { status: isAccredited(to) ? 'accredited' : 'not_accredited' },
      ...saidOfTaker(ctx, taker, input),
    },
    token: { ...(await tokenFacts(tx, ctx, offering)), ...saidOfToken(ctx, offering), divisible: !WHOLE_UNITS },
    freezes: freezeFacts(freezes),
    transfer: await movement(tx, ctx, p, back),
  })
}

/** One side of a transfer, as far as it is known to whoever stands there. */
async function sideFacts(tx: Tx, ctx: Ctx, s: MarketSubject | null, lists: readonly { current_at: string }[]) {
  const { us_person: _, ...known } = room(s)
  return {
    ...known,
    ...usPersonFacts(countryOfParty(s)),
    person_id: s?.person?.id ?? s?.wallet.id ?? 'none',
    wallet: s?.wallet.address ?? 'none',
    ...(s && { kind: s.person?.kind === 'entity' ? ('entity' as const) : ('natural' as const) }),
    sanctions: { status: listed(s), lists_loaded_at: lists.map((l) => l.current_at).sort()[0] ?? 'none' },
    open_block_cases: s ? await openBlockCases(tx, ctx, s.person?.id ?? null, s.wallet.id) : 0,
  }
}

/** Where it is from that a taker is accredited, or is not: from their credential, which is sealed on evidence wherever a word is none. */
export const takerFound = (ctx: Ctx): Sources => (ctx.world.accreditation.takesWord ? {} : { 'to.accreditation': 'established' })

const isAccredited = (s: MarketSubject | null) => s?.credential?.level === 'accredited' && s.state === 'active'

/** The units of who gives them: lots, and what of them cannot move. */
async function unitsOf(tx: Tx, ctx: Ctx, p: Moved, freezes: Awaited<ReturnType<typeof freezesOn>>) {
  const { id, from, offering, held, input, order } = p
  const locked = from?.persona?.effects.flags?.includes('locked_up')
  // Units are approved once. What was sent already was possible on its chain, and an order is not held up by what its holder asked for.
  const pending =
    from && !locked && !order
      ? await pendingUnits(tx, ctx, {
          offeringId: offering.id,
          walletAddress: from.wallet.address,
          except: id,
          sentOnly: input.transaction_hash !== undefined,
        })
      : '0'
  const pledged = from ? pledgedUnits(freezes, keeperOf(from)) : 0n
  return {
    ...(await sellerFacts(tx, ctx, from?.person?.id ?? null)),
    balance: String(locked ? whole(input.amount) : units(held)),
    lots: locked ? [lockedLot(ctx, input.amount, offering)] : await lotFacts(tx, ctx, held),
    frozen: String(from ? partlyFrozen(freezes, keeperOf(from)) - pledged : 0n),
    pledged: String(pledged),
    pending,
    ...(await soldLately(tx, ctx, { offering, personId: from?.person?.id ?? from?.wallet.id ?? 'none', except: id })),
  }
}

/** What was said of who takes the units. A natural person is known to be no institution and no fund. */
function saidOfTaker(ctx: Ctx, taker: MarketSubject | null, input: CreateTransactionInput): NonNullable<FactsOf<'transfer'>['to']> {
  const { qib, ...said } = factsOf(input.compliance_facts, 'to')
  return {
    ...ctx.world.statements.transferee,
    ...asRoom('to', { ...said, ...(qib !== undefined && { qib: withoutBasis(qib) }) }),
    ...(taker?.person?.kind !== 'entity' && { qib: 'none', fund_owner_count: 'none' }),
  }
}

/** What a seller's belief rests on is kept with the call; the rules read the figure and its day. */
const withoutBasis = (qib: unknown): unknown => {
  if (typeof qib !== 'object' || qib === null) return qib
  const { basis: _, ...figures } = qib as Record<string, unknown>
  return figures
}

/** What moves, as the rules of transfers read it. */
type Movement = NonNullable<FactsOf<'transfer'>['transfer']>

/** The movement itself: what the call says of it, and what the parties say besides. */
async function movement(tx: Tx, ctx: Ctx, p: Moved, back: boolean): Promise<Movement> {
  const { to, offering, input, order } = p
  const assumed = ctx.world.statements.transfer({ now: ctx.now, place: countryOfParty(to) })
  const { broker, lot_ids: _, ...more } = factsOf(input.compliance_facts, 'transfer')
  const said = asRoom('transfer', more)
  const lots = namedLots(p)
  return {
    ...asRoom('transfer', unsaidOf(FACTS.transfer)),
    ...assumed,
    quantity: input.amount,
    // What goes back to the issuer does so also while the token is paused.
    kind: order?.kind ?? (back ? 'issuer_repurchase' : input.type === 'trade' ? 'trade' : 'transfer'),
    route: 'any',
    price: moneyFact(offering.price_per_token, offering.currency),
    legal_basis: order?.legal_basis ?? 'none',
    document_hash: order?.document_hash ?? 'none',
    second_person: order?.second_person ?? 'none',
    ...(order && { ordered_by: order.ordered_by }),
    venue: await venueFact(tx, ctx, input.venue_id ?? input.venue),
    spender: input.spender_address?.canonical ?? 'none',
    ...asRoom('transfer', { registration_effective_at: offering.facts.registration_effective_at ?? 'none' }),
    ...said,
    ...(typeof broker === 'object' && broker !== null && asRoom('transfer', { broker: (broker as { capacity: string }).capacity })),
    lot_ids: lots,
    ...passing(p),
    sec_4a7: {
      ...assumed.sec_4a7,
      ...asRoom('transfer', { sec_4a7: offering.facts.sec_4a7 }).sec_4a7,
      ...said.sec_4a7,
      class_outstanding_since: rulesDay((await heldSince(tx, ctx, offering.id)) ?? ctx.now),
    },
  }
}

/** Whether units pass from one owner without a sale (Rule 3c-6), where that is known: a trade is a sale, and the ground of an order says it. */
function passing({ input, order }: Moved): Pick<Movement, 'gift_or_estate_of_one_owner'> {
  if (order) return { gift_or_estate_of_one_owner: ['estate', 'death', 'divorce'].includes(order.kind) }
  return input.type === 'trade' ? { gift_or_estate_of_one_owner: false } : {}
}

/**
 * The lots that a call names. They have to be the sender's and to cover what moves: else nothing would be looked at of what they do not
 * cover. A call that was taken and whose lots went elsewhere since names none that count, and the rules ask again.
 */
function namedLots({ input, held, again, from }: Moved): Room<'transfer'>['lot_ids'] {
  const named = input.compliance_facts['transfer.lot_ids'] as string[] | 'none' | undefined
  if (!Array.isArray(named) || from?.persona?.effects.flags?.includes('locked_up')) return 'none'
  const own = held.filter((lot) => named.includes(lot.id))
  if (own.length === new Set(named).size && units(own) >= whole(input.amount)) return named
  if (again) return undefined
  throw invalidField(
    '/compliance_facts/transfer.lot_ids',
    'invalid_enum',
    'These are not open lots of the sender that cover the quantity. GET /v1/holdings lists them.',
  )
}

const toIssuer = (offering: OfferingRow, call: Call) => call.to === null || isIssuerWallet(offering, call.to.canonical)

/** Where somebody lives, or where the sandbox's persona has them live. */
export const countryOfParty = (side: MarketSubject | null): string | null => side?.persona?.effects.country ?? side?.data?.country ?? null

const keeperOf = (side: MarketSubject): Keeper => ({ personId: side.person?.id ?? side.wallet.id, walletAddress: side.wallet.address })

/** The sandbox holder of persona 3005: 90 days are left of a year. */
const lockedLot = (ctx: Ctx, amount: string, offering: OfferingRow): NonNullable<Room<'from'>['lots']>[number] => {
  const acquired = new Date(ctx.now - 275 * 86_400_000).toISOString().slice(0, 10)
  return {
    id: 'lot_sandbox',
    quantity: String(whole(amount)),
    acquired_at: acquired,
    paid_in_full_at: acquired,
    acquired_from: 'issuer',
    how: 'purchase',
    acquired_under: regulationOf(offering.regulation),
    tack_from: 'none',
  }
}
