import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { micro } from '#engine/money.ts'
import { openCase } from '../cases/open.ts'
import type { Ctx } from '../context.ts'
import { type Decided, recordDecision } from '../decisions/decide.ts'
import { baseFacts } from '../decisions/party-facts.ts'
import { AppError, invalidField, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { currency, metadata, positiveDecimal, walletAddress } from '../fields.ts'
import { freezeFacts, freezesOn, type Keeper, partlyFrozen } from '../holdings/freezes.ts'
import {
  heldBy,
  heldSince,
  openBlockCases,
  outstandingUnits,
  sellerFacts,
  soldLately,
  stateFacts,
  usPersonFacts,
} from '../holdings/holder-facts.ts'
import { lotFacts, openLots, units } from '../holdings/lots.ts'
import { fundOwners, holdersOfRecord, pendingUnits } from '../holdings/of-record.ts'
import { newId } from '../ids.ts'
import { isMadeUp } from '../nfts/buyer.ts'
import { creatorOfCollection, recheckCreator } from '../nfts/creator.ts'
import { issuerFacts, legendFacts, type OfferingRow, offeringFacts } from '../offerings/facts.ts'
import { requirePermission } from '../permissions.ts'
import { rateFacts } from '../rates/store.ts'
import { rulesDay } from '../rules-day.ts'
import { failIfScenarioSays } from '../sandbox/failures.ts'
import { lockOffering, prepareFixture } from '../sandbox/fixtures.ts'
import { factsOf, transferFactsField } from '../stated-facts.ts'
import { tokenFacts } from '../tokens/state.ts'
import { write } from '../transaction.ts'
import { ensureWallet } from '../wallets/find.ts'
import { type MarketSubject, marketSubject, noteUse } from '../wallets/market-subject.ts'
import { proveControl } from '../wallets/prove-control.ts'
import { APPROVAL_SECONDS, authorizeTransfer } from './authorization.ts'
import { awaitsChain, chainOf, refuseHash } from './chain.ts'
import { beneficiaryOf, linkedSales, type PaymentHistory, paymentHistory } from './history.ts'
import { moveUnits } from './move-units.ts'
import { proofIn, refuseUnreadableParty } from './party.ts'
import { presentTransaction, type TransactionView } from './present.ts'
import { restrictionOf } from './restrictions.ts'
import { travelRule } from './travel-rule.ts'
import { isStablecoin, moneyFact, worth } from './worth.ts'

const party = z.looseObject({})
const address = walletAddress

export const createTransactionInput = z
  .strictObject({
    type: z.enum(['transfer', 'payment', 'trade', 'mint', 'burn', 'redemption', 'sale']).optional(),
    transaction_type: z.enum(['transfer', 'payment', 'trade', 'mint', 'burn', 'redemption', 'sale']).optional(),
    market: z
      .enum(['securities', 'stablecoins', 'nfts', 'defi', 'gaming'])
      .optional()
      .meta({ description: 'On whose behalf; what moves decides the rules: a stablecoin is judged as a payment in every market' }),
    from_address: address.optional(),
    from: address.optional(),
    wallet_address: address.optional().meta({ description: 'Alias of from_address' }),
    to_address: address.optional(),
    to: address.optional(),
    amount: positiveDecimal,
    spender_address: address
      .optional()
      .meta({ description: 'Who moves the units under an allowance of the sender, when that is another wallet' }),
    offering_id: z.string().max(100).optional(),
    asset: z
      .strictObject({ chain: z.enum(['ethereum', 'polygon', 'solana']), contract: address, token_id: z.string().max(100).optional() })
      .optional(),
    currency: currency.optional(),
    transaction_hash: z
      .string()
      .regex(/^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/, 'This is not a transaction hash')
      .optional(),
    originator: party.optional(),
    beneficiary: party.optional(),
    venue: z.string().max(100).optional(),
    metadata: metadata.default({}),
    compliance_facts: transferFactsField.default({}),
    dry_run: z.boolean().default(false),
  })
  .meta({ description: 'A transfer, payment, sale, mint or burn to check before it is made, or to record after' })
export type CreateTransactionInput = z.output<typeof createTransactionInput>

/** How long a counterparty has to answer for the travel rule. */
const ANSWER_MS = 48 * 3_600_000

/** Until when a transaction may stay as it is. */
export const deadlineOf = (ctx: Ctx, status: string): Date | null =>
  status === 'awaiting_counterparty'
    ? new Date(ctx.now + ANSWER_MS)
    : status === 'approved'
      ? new Date(ctx.now + APPROVAL_SECONDS * 1000)
      : null

/** A transaction as its call answers it. A dry run leaves none behind, so it has no id. */
export type AnsweredTransaction = Omit<TransactionView, 'id'> & { id: string | null }

class DryRun extends Error {
  readonly view: AnsweredTransaction
  constructor(view: AnsweredTransaction) {
    super('dry run')
    this.view = view
  }
}

/** Checks a movement of value under the rules of its market and records it. `dry_run` answers the same, without an authorization, and stores nothing. */
export async function createTransaction({ ctx, input }: { ctx: Ctx; input: CreateTransactionInput }): Promise<AnsweredTransaction> {
  requirePermission(ctx, 'transactions.write')
  const call = readCall(input)
  refuseUnreadableParty(input.originator, '/originator')
  refuseUnreadableParty(input.beneficiary, '/beneficiary')
  await failIfScenarioSays(ctx, call.from?.canonical, call.to?.canonical)
  await prepareFixture(ctx, input.offering_id)
  try {
    return await write(ctx, (tx) => decideTransaction(tx, ctx, input, call))
  } catch (error) {
    if (error instanceof DryRun) return error.view
    throw error
  }
}

type Address = NonNullable<CreateTransactionInput['from_address']>
type WalletAddress = Pick<Address, 'canonical'> & { family: 'evm' | 'solana' }
export interface Call {
  type: NonNullable<CreateTransactionInput['type']>
  moves: 'units' | 'nft' | 'value'
  market: NonNullable<CreateTransactionInput['market']>
  from: Address | null
  to: Address | null
}

export function readCall(input: CreateTransactionInput): Call {
  const type = input.type ?? input.transaction_type ?? 'transfer'
  const from = input.from_address ?? input.from ?? input.wallet_address ?? null
  const to = input.to_address ?? input.to ?? null
  if (!from && type !== 'mint') throw invalidField('/from_address', 'required', 'This field is required.')
  if (!to && type !== 'burn') throw invalidField('/to_address', 'required', 'This field is required.')
  if (from && to && from.canonical === to.canonical)
    throw new AppError('same_address', 'Sender and recipient are the same wallet.', {
      fields: [{ pointer: '/to_address', code: 'same_address', detail: 'Use another wallet.' }],
    })
  if (!input.offering_id && !input.asset && !input.currency)
    throw new AppError('asset_required', 'Name what moves: offering_id, asset or currency.', {
      fields: [{ pointer: '/currency', code: 'required', detail: 'One of offering_id, asset and currency is needed.' }],
    })
  if (input.asset && !input.asset.token_id && !input.offering_id && !input.currency)
    throw invalidField('/currency', 'required', 'Say in which currency the amount is: what an unknown token is worth, nobody can know.')
  return { type, ...whatMoves(input, type), from, to }
}

/**
 * What moves, by the asset itself: it decides which rules run, and the market that the caller names only tells on whose behalf. Units of
 * an offering are securities, a token with an id is sold as an NFT, and every other value is a payment, whatever it is called. A sale
 * that names no token is one of an NFT only where its price is in no stablecoin: else what moves is that coin.
 */
function whatMoves(input: CreateTransactionInput, type: Call['type']): Pick<Call, 'moves' | 'market'> {
  const said = input.market
  if (input.offering_id) return { moves: 'units', market: 'securities' }
  const unnamed = said === 'nfts' && SOLD.includes(type) && !(input.currency && isStablecoin(input.currency))
  if (input.asset?.token_id || unnamed) return { moves: 'nft', market: said === 'gaming' || said === 'defi' ? said : 'nfts' }
  return { moves: 'value', market: said === 'gaming' || said === 'defi' ? said : 'stablecoins' }
}
const SOLD = ['sale', 'trade', 'transfer']

async function decideTransaction(tx: Tx, ctx: Ctx, input: CreateTransactionInput, call: Call) {
  if (input.transaction_hash) {
    const [known] = await tx
      .select({ id: transactions.id })
      .from(transactions)
      .where(inScope(transactions, ctx, eq(transactions.transaction_hash, input.transaction_hash)))
      .limit(1)
    if (known)
      throw new AppError('duplicate_transaction_hash', 'This transaction is already recorded.', { extra: { existing_id: known.id } })
  }
  const proven = await proveParties(tx, ctx, input, call)
  const id = ctx.fixedId ?? newId('transaction', ctx.now)
  const { from, to, offering, travel, decided, restriction, reused } = await judgeTransaction(tx, ctx, { id, input, call })
  const lead = from ?? to
  const chain = chainOf(input.asset, offering)
  if (input.transaction_hash) refuseHash(input.transaction_hash, chain, lead!.wallet.address)
  const judged = statusOf(decided, restriction.code, travel?.status, sentState(ctx, input.transaction_hash, chain))
  // What is on its chain already cannot be denied any more: a person looks at it, and no units move on this word alone.
  const unapproved = input.transaction_hash !== undefined && !['submitted', 'settled'].includes(judged)
  const status = unapproved ? 'submitted' : judged
  const at = new Date(ctx.now)
  const row: typeof transactions.$inferInsert = {
    id,
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    market: call.market,
    type: call.type,
    status,
    from_address: call.from?.canonical ?? null,
    to_address: call.to?.canonical ?? null,
    spender_address: input.spender_address?.canonical ?? null,
    amount: input.amount,
    // An NFT's amount is in dollars where nothing else is said, and is judged as such.
    currency: input.currency ?? offering?.currency ?? 'USD',
    offering_id: offering?.id ?? null,
    asset: input.asset ? { ...input.asset, contract: input.asset.contract.canonical } : null,
    venue: input.venue ?? null,
    restriction_code: restriction.code,
    risk_score: riskOf(decided),
    checks: restriction.checks,
    travel_rule: travel && withoutFacts(travel),
    ...(await sealParties(tx, ctx, id, lead!.subjectKeyId, input)),
    transaction_hash: input.transaction_hash ?? null,
    // What is only tried gets no signature: nobody could find out later what it was given for.
    authorization:
      status === 'approved' && !input.dry_run
        ? await authorizeTransfer(ctx, {
            from: call.from?.canonical ?? null,
            to: call.to?.canonical ?? null,
            amount: input.amount,
            currency: input.currency ?? null,
            offering,
            asset: input.asset ? { ...input.asset, contract: input.asset.contract.canonical } : null,
            decisionId: decided.decision.id,
          })
        : null,
    timeline: [{ at: at.toISOString(), status, actor: ctx.actor.type, detail: restriction.message }],
    metadata: input.metadata,
    facts: input.compliance_facts,
    decision_id: decided.decision.id,
    deadline: deadlineOf(ctx, status),
    created_at: at,
    updated_at: at,
  }
  if (input.dry_run)
    throw new DryRun({
      ...presentTransaction(row as typeof transactions.$inferSelect, decided.decision, restriction.message, null),
      id: null,
    })
  const [stored] = await tx.insert(transactions).values(row).returning()
  if (offering && status === 'settled') await moveUnits(tx, ctx, stored!)
  const view = presentTransaction(stored!, decided.decision, restriction.message, null)
  const opened = unapproved
    ? await openCase(tx, ctx, unapprovedCase(view))
    : status === 'review'
      ? await openReview(tx, ctx, { view, decided, sides: [from, to] })
      : null
  return {
    result: view,
    audit: { ...decided.audit, details: { ...decided.audit.details, transaction_id: id, status } },
    events: [...proven, ...eventsOf(view), ...(opened?.events ?? []), ...reused],
  }
}

/** Who says to keep a wallet and signs for it has proven it from now on. Throws as the proof of control does. */
async function proveParties(tx: Tx, ctx: Ctx, input: CreateTransactionInput, call: Call): Promise<EventInput[]> {
  const events: EventInput[] = []
  for (const [party, address] of [
    [input.originator, call.from],
    [input.beneficiary, call.to],
  ] as const) {
    const proof = proofIn(party)
    if (proof && address) events.push((await proveControl(tx, ctx, await ensureWallet(tx, ctx, address), proof)).event)
  }
  return events
}

/**
 * The case of a transaction under review; a possible match comes before everything else. Null where only facts are missing: those
 * are for the caller to bring.
 */
export async function openReview(
  tx: Tx,
  ctx: Ctx,
  { view, decided, sides }: { view: TransactionView; decided: Pick<Decided, 'outcome'>; sides: (MarketSubject | null)[] },
): Promise<Awaited<ReturnType<typeof openCase>> | null> {
  const match = sides.some((side) => side?.screened.status === 'possible_match')
  if (decided.outcome !== 'review' && !match) return null
  return openCase(tx, ctx, {
    kind: 'transaction_review',
    subject: { type: 'transaction', id: view.id },
    decisionId: view.decision.id,
    priority: match ? 80 : 50,
    summary: match ? 'A transaction waits: a party may be on a sanctions list' : 'A transaction waits for a person to look at it',
    details: { market: view.market, restriction_code: view.restriction_code, reason_codes: view.decision.reason_codes },
  })
}

/** A transfer that was sent without an approval, or against one. */
const unapprovedCase = (view: TransactionView) => ({
  kind: 'unapproved_transfer',
  subject: { type: 'transaction', id: view.id },
  decisionId: view.decision.id,
  priority: view.decision.outcome === 'deny' ? 90 : 70,
  summary: 'A transfer the rules do not allow was sent already',
  details: { market: view.market, restriction_code: view.restriction_code, reason_codes: view.decision.reason_codes },
})

/** What the rules read of it names people: it is sealed with the decision's facts. */
function withoutFacts({ facts: _, ...kept }: NonNullable<Awaited<ReturnType<typeof judgeTransaction>>['travel']>): Record<string, unknown> {
  return kept
}

/** Who is named in the travel-rule data is personal: kept sealed with the payer's key, for deciding again. */
async function sealParties(tx: Tx, ctx: Ctx, id: string, keyId: string, input: CreateTransactionInput) {
  if (!input.originator && !input.beneficiary) return {}
  const parties = { originator: input.originator ?? null, beneficiary: input.beneficiary ?? null }
  const sealed = await ctx.services.keyring.seal(tx, ctx, keyId, `transactions.parties:${id}`, parties)
  return { party_key_id: keyId, party_sealed: sealed.toString('base64') }
}

/** What moves units without their holder: its ground, who stands for it, and the freeze it carries out. */
export interface Order {
  kind: string
  legal_basis: string
  document_hash: string
  ordered_by: string
  second_person: string
  freeze_id: string | null
}

/**
 * Decides a movement under the facts of now and records the decision: the same for a new one, for one that was held, and for one
 * that an `order` asks for.
 */
export async function judgeTransaction(tx: Tx, ctx: Ctx, p: { id: string; input: CreateTransactionInput; call: Call; order?: Order }) {
  const { id, input, call } = p
  // All wallets are locked in one order, whoever pays whom: two payments that cross would wait for each other for ever.
  const contract = call.moves === 'nft' ? (input.asset?.contract.canonical ?? null) : null
  const maker = contract ? await creatorOfCollection(tx, ctx, contract) : null
  for (const address of [call.from, call.to, maker].filter((one) => one !== null).sort((a, b) => (a.canonical < b.canonical ? -1 : 1)))
    await ensureWallet(tx, ctx, address)
  const from = call.from ? await marketSubject(tx, ctx, call.from) : null
  const to = call.to ? await marketSubject(tx, ctx, call.to) : null
  letScenarioDecide(from, to)
  const offering = input.offering_id ? await lockOffering(tx, ctx, input.offering_id) : null
  if (input.offering_id && !offering) throw notFound()
  // What is made or ends has no other side to send data to.
  const reused: EventInput[] = []
  const sold = call.moves === 'nft' && from !== null && to !== null
  const past = offering || sold ? null : await paymentPast(tx, ctx, { id, input, call, from, to })
  const travel = past && call.moves === 'value' && from && to ? travelRule(ctx, input, from, to, await rateFacts(ctx), past.linked) : null
  const held = offering && call.from ? await openLots(tx, ctx, offering.id, call.from.canonical) : []
  const facts = offering
    ? await transferFacts(tx, ctx, { id, input, call, from, to, offering, held, order: p.order ?? null })
    : past
      ? await paymentFacts(ctx, { input, call, from, to, travel, past })
      : await saleFacts(tx, ctx, { id, input, from, to, maker, events: reused })
  const lead = from ?? to
  const decided = await recordDecision(tx, ctx, {
    facts: facts as Parameters<typeof recordDecision>[2]['facts'],
    market: call.market,
    subject: { type: p.order ? 'holding_act' : 'transaction', id },
    walletAddress: lead?.wallet.address ?? null,
    subjectKeyId: lead?.subjectKeyId,
    category: 'payment',
  })
  for (const side of [from, to]) if (side) reused.push(...(await noteUse(tx, ctx, side, call.market, decided.decision.id, ['level'])))
  const restriction = restrictionOf({ decided, travel })
  return { from, to, offering, travel, decided, restriction, reused }
}

/**
 * A magic wallet of the travel rule (7001 to 7005) decides a sandbox payment, whoever is on the other side: a live credential there
 * counts as enhanced, so that its level does not speak first. In production no wallet plays a scenario.
 */
function letScenarioDecide(from: MarketSubject | null, to: MarketSubject | null): void {
  const plays = (side: MarketSubject | null) => side?.scenario?.effects.flags?.some((flag) => TRAVEL_FLAG.test(flag))
  if (!plays(from) && !plays(to)) return
  for (const side of [from, to])
    if (side?.state === 'active') side.facts.credential = { ...(side.facts.credential as object), levels: ['basic', 'enhanced'] }
}
const TRAVEL_FLAG = /^(vasp_|self_hosted$)/

const whole = (amount: string) => BigInt(amount.split('.')[0]!)
const room = (subject: MarketSubject | null): Json => (subject ? subject.facts : { kind: 'absent' })

/** A securities transfer: holder and recipient, lots, routes, limits. */
async function transferFacts(
  tx: Tx,
  ctx: Ctx,
  p: {
    id: string
    input: CreateTransactionInput
    call: Call
    from: MarketSubject | null
    to: MarketSubject | null
    offering: OfferingRow
    held: Awaited<ReturnType<typeof openLots>>
    order: Order | null
  },
) {
  const { id, call, from, to, offering, held, input, order } = p
  const taker = call.type === 'burn' ? from : to
  const keepers = [from, to].flatMap((one) => (one ? [keeperOf(one)] : []))
  const spender: Keeper[] = input.spender_address ? [{ personId: 'none', walletAddress: input.spender_address.canonical }] : []
  // The freeze that an order carries out does not stand in its way; every other one does.
  const freezes = (await freezesOn(tx, ctx, offering.id, [...keepers, ...spender])).filter((freeze) => freeze.id !== order?.freeze_id)
  const lists = (from ?? to)!.screened.lists
  const side = async (s: MarketSubject | null, extra: Record<string, Json>): Promise<Record<string, Json>> => {
    const { us_person: _, ...known } = (s?.facts ?? { kind: 'absent' }) as Record<string, Json>
    return {
      ...known,
      ...usPersonFacts(placeOf(s)),
      ...stateFacts(ctx, placeOf(s), s?.data?.address?.state),
      person_id: s?.person?.id ?? s?.wallet.id ?? 'none',
      wallet: s?.wallet.address ?? 'none',
      ...(s && { kind: s.person?.kind === 'entity' ? 'entity' : 'natural' }),
      residence: placeOf(s) ?? 'none',
      birth_date: s?.data?.date_of_birth ?? 'none',
      custodial_account: false,
      sanctions: { status: s?.screened.status ?? 'clear', lists_loaded_at: lists.map((l) => l.loaded_at).sort()[0] ?? 'none' },
      open_block_cases: s ? await openBlockCases(tx, ctx, s.person?.id ?? null, s.wallet.id) : 0,
      ...extra,
    }
  }
  const accredited = (s: MarketSubject | null) =>
    s?.credential?.level === 'accredited' && s.state === 'active' ? 'accredited' : 'not_accredited'
  const sandbox = ctx.environment === 'sandbox'
  const locked = from?.scenario?.effects.flags?.includes('locked_up')
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
  const issuer = await issuerFacts(tx, ctx)
  const holders = await holdersOfRecord(tx, ctx, null, id)
  const { sec_4a7: said4a7, ...said } = factsOf(input.compliance_facts, 'transfer')
  return {
    ...baseFacts(ctx, 'transfer', lists, { market: 'securities' }),
    environment: ctx.environment,
    issuer: {
      weekly_volumes: 'none',
      information_144a: false,
      ...issuer,
      outstanding_units: await outstandingUnits(tx, ctx, offering.id),
      holders,
      ...(await fundOwners(tx, ctx, issuer, holders)),
    },
    offering: {
      max_pct_per_person_bps: 'none',
      recipient_must_be_accredited: offering.regulation === 'reg_d_506c' ? 'during_hold' : 'never',
      state_secondary_blocked: [],
      ...offeringFacts(ctx, offering),
      max_holders: offering.max_holders ?? 'none',
      ...(offering.max_holders !== null && { holders: await holdersOfRecord(tx, ctx, offering.id, id) }),
      lockup_days: offering.lockup_days ?? 'none',
      blocked_countries: offering.blocked_countries,
      allowed_countries: offering.allowed_countries.length ? offering.allowed_countries : 'none',
    },
    from: await side(from, {
      ...(await sellerFacts(tx, ctx, from?.person?.id ?? null)),
      balance: String(locked ? whole(input.amount) : units(held)),
      lots: locked ? [lockedLot(ctx, input.amount, offering)] : await lotFacts(tx, ctx, held),
      frozen: from ? String(partlyFrozen(freezes, keeperOf(from))) : '0',
      pledged: '0',
      pending,
      ...(await soldLately(tx, ctx, { offering, personId: from?.person?.id ?? from?.wallet.id ?? 'none', except: id })),
    }),
    // What is burnt is acquired by nobody: there is no change of owner to judge.
    to: await side(taker, {
      ...(call.type === 'burn' && { wallet: 'none' }),
      balance: taker ? await heldBy(tx, ctx, offering.id, taker.person?.id ?? taker.wallet.id) : '0',
      qib: 'none',
      qp_status: 'not_qualified',
      accreditation: { status: accredited(to) },
    }),
    token: {
      ...(await tokenFacts(tx, ctx, offering)),
      ...legendFacts(ctx, offering),
      divisible: false,
      fungible_with_listed: false,
    },
    freezes: freezeFacts(freezes),
    transfer: {
      quantity: input.amount,
      // What is burnt goes back to the issuer, also while the token is paused.
      kind: order?.kind ?? (call.type === 'burn' ? 'issuer_repurchase' : input.type === 'trade' ? 'trade' : 'transfer'),
      route: 'any',
      lot_ids: 'none',
      registration_effective_at: 'none',
      notice_144a: false,
      opinion_hash: 'none',
      // Where somebody is when they order, and what they agreed besides, only the parties know. The sandbox takes them to be at home.
      ...(sandbox && { to_location_at_order: placeOf(to) ?? 'none', prearranged_us_resale: false }),
      price: moneyFact(offering.price_per_token, offering.currency),
      legal_basis: order?.legal_basis ?? 'none',
      document_hash: order?.document_hash ?? 'none',
      second_person: order?.second_person ?? 'none',
      ...(order && { ordered_by: order.ordered_by }),
      venue: input.venue ?? 'none',
      broker: 'none',
      spender: input.spender_address?.canonical ?? 'none',
      form_144_filed: false,
      ...(sandbox && { representation: { hash: 'b'.repeat(64), signed_at: new Date(ctx.now - 86_400_000).toISOString().slice(0, 10) } }),
      ...said,
      sec_4a7: {
        ...(sandbox && {
          general_solicitation: false,
          seller_issuer_or_subsidiary: false,
          seller_bad_actor: false,
          unsold_allotment: false,
          information_package: true,
          issuer_in_business: true,
        }),
        ...((offering.facts.sec_4a7 as Record<string, Json> | undefined) ?? {}),
        ...(isObject(said4a7) && said4a7),
        class_outstanding_since: rulesDay((await heldSince(tx, ctx, offering.id)) ?? ctx.now),
      },
    },
  }
}

const isObject = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where somebody lives, or where the sandbox's scenario has them live. */
const placeOf = (side: MarketSubject | null): string | null => side?.scenario?.effects.country ?? side?.data?.country ?? null

const keeperOf = (side: MarketSubject): Keeper => ({ personId: side.person?.id ?? side.wallet.id, walletAddress: side.wallet.address })

/** The sandbox holder of scenario 3005: 90 days are left of a year. */
const lockedLot = (ctx: Ctx, amount: string, offering: OfferingRow): Json => {
  const acquired = new Date(ctx.now - 275 * 86_400_000).toISOString().slice(0, 10)
  return {
    id: 'lot_sandbox',
    quantity: String(whole(amount)),
    acquired_at: acquired,
    paid_in_full_at: acquired,
    acquired_from: 'issuer',
    how: 'purchase',
    acquired_under: offering.regulation,
    tack_from: 'none',
  }
}

/** A sale of an NFT. Without a chain source the sale's own trading pattern is not measured. */
async function saleFacts(
  tx: Tx,
  ctx: Ctx,
  p: {
    id: string
    input: CreateTransactionInput
    from: MarketSubject | null
    to: MarketSubject | null
    /** Whose collection it is said to be; unknown, a seller who is a creator is taken for it. */
    maker: WalletAddress | null
    events: EventInput[]
  },
) {
  const { input, from, to } = p
  const sides = [from, to].find((side) => side?.wallet.address === p.maker?.canonical)
  const creator = p.maker ? (sides ?? (await marketSubject(tx, ctx, p.maker))) : from
  const rates = await rateFacts(ctx)
  const lists = (from ?? to)!.screened.lists
  const base = baseFacts(ctx, 'nft.sale', lists, { market: 'nfts' })
  const linked = await linkedSales(tx, ctx, { id: p.id, from, to, contract: input.asset?.contract.canonical ?? null, rates })
  const total = linked.reduce((sum, sale) => sum + micro(sale.usd), worth(input.amount, input.currency, 'USD', rates))
  // Below the threshold nobody has to be verified as a creator.
  const verified = creator && total >= micro('10000') ? await recheckCreator(tx, ctx, creator) : { tier: 'none', score: 0, events: [] }
  p.events.push(...verified.events)
  return {
    ...base,
    tenant: { ...(base.tenant as object), art_trader: false },
    environment: ctx.environment,
    fx: [...rates],
    sale: {
      total: moneyFact(input.amount, input.currency),
      linked,
      same_person: Boolean(from?.person && from.person.id === to?.person?.id),
      wash: 'none',
    },
    asset: { us_class: 'unknown', checklist: 'not_requested' },
    creator: { ...(room(creator) as object), tier: verified.tier, score: verified.score },
    seller: {
      ...(room(from) as object),
      is_creator: creator !== null && creator.wallet.id === from?.wallet.id && verified.tier !== 'none',
    },
    buyer: buyerRoom(to),
  }
}

/** A holder the sandbox made up was verified by nobody: from $10,000 that is asked for, unless the scenario says proven. */
const buyerRoom = (to: MarketSubject | null): Json =>
  to && isMadeUp(to)
    ? { ...to.facts, credential: { ...(to.facts.credential as object), levels: [], state: 'none', expires_at: 'none' } }
    : room(to)

const TX_TYPES: Record<string, string> = {
  transfer: 'transfer',
  payment: 'payment',
  trade: 'buy',
  sale: 'buy',
  mint: 'mint',
  burn: 'burn',
  redemption: 'redeem',
}

/** What the sender of a payment sent before it. */
async function paymentPast(
  tx: Tx,
  ctx: Ctx,
  p: { id: string; input: CreateTransactionInput; call: Call; from: MarketSubject | null; to: MarketSubject | null },
): Promise<PaymentHistory> {
  const { id, input, call, from, to } = p
  return paymentHistory(tx, ctx, {
    id,
    amount: input.amount,
    currency: input.currency,
    from,
    to,
    fromAddress: call.from?.canonical ?? null,
    toAddress: call.to?.canonical ?? null,
    rates: await rateFacts(ctx),
  })
}

/** What a transaction is to the rules. What is made has no sender and what ends no recipient: one with both sides moves between them. */
function typeOf({ type, market, from, to }: Call): string {
  if (type === 'redemption' && market === 'gaming') return 'cash_out'
  if ((type === 'mint' || type === 'burn') && from && to) return 'transfer'
  return TX_TYPES[type] ?? 'transfer'
}

const countryOf = (side: MarketSubject | null) => side?.scenario?.effects.country ?? side?.data?.country ?? null

/** A payment, with what the sender sent before. */
async function paymentFacts(
  ctx: Ctx,
  p: {
    input: CreateTransactionInput
    call: Call
    from: MarketSubject | null
    to: MarketSubject | null
    travel: ReturnType<typeof travelRule> | null
    past: PaymentHistory
  },
) {
  const { input, call, from, to, travel, past } = p
  const lists = (from ?? to)!.screened.lists
  const base = baseFacts(ctx, 'payment', lists, { market: call.market })
  const rates = await rateFacts(ctx)
  const frozen = (side: MarketSubject | null) => side?.scenario?.effects.flags?.includes('frozen') === true
  return {
    ...base,
    tenant: { ...(base.tenant as object), serves_eu: false, business_day: rulesDay(ctx.now) },
    environment: ctx.environment,
    fx: [...rates],
    tx: {
      market: call.market,
      type: typeOf(call),
      direction: 'outbound',
      amount: moneyFact(input.amount, input.currency),
      purpose: 'unknown',
      from_wallet: call.from?.canonical ?? 'none',
      beneficiary: beneficiaryOf(to, call.to?.canonical ?? null),
      risk: past.risk,
      travel: travel?.facts ?? {
        seats: from && to ? ['US'] : [],
        self_hosted: 'none',
        lei_known: false,
        message: 'none',
        has_account: true,
        verified_by_bank: false,
        vasp: 'none',
        endpoint: 'none',
      },
    },
    orders: [...(frozen(from) ? ['from'] : []), ...(frozen(to) ? ['to'] : [])].map((target) => ({ target, kind: 'freeze', active: true })),
    history: past.history,
    // Where the player is, as far as known; whether the game has an element of chance nobody said.
    game: {
      ...(countryOf(from) && { jurisdiction: countryOf(from) }),
      wallets_24h: past.cashOutWallets,
      long_session_days: 'none',
      earning_multiple: 'none',
    },
    token: { frameworks: [] },
    from: room(from),
    to: room(to),
  }
}

const riskOf = (decided: Decided) => Number(decided.engine.rules.find((r) => r.code === 'RISK_HIGH')?.params?.score ?? 0)

export function statusOf(
  decided: Pick<Decided, 'outcome'>,
  code: number,
  travel: string | undefined,
  sent: 'submitted' | 'settled' | null,
): string {
  if (decided.outcome === 'deny' || travel === 'rejected') return 'denied'
  if (travel === 'awaiting_counterparty') return 'awaiting_counterparty'
  if (travel === 'repair_requested') return 'review'
  if (decided.outcome !== 'allow' || code === 250) return 'review'
  if (code !== 0) return 'denied'
  return sent ?? 'approved'
}

/**
 * How one that was sent already stands: a chain that can be asked has to confirm it first. The sandbox needs no chain, and without an
 * endpoint the caller's word is all there is.
 */
export const sentState = (ctx: Ctx, hash: string | null | undefined, chain: string | null): 'submitted' | 'settled' | null =>
  !hash ? null : awaitsChain(ctx, hash, chain) ? 'submitted' : 'settled'

/** What a sale from $10,000 and from $100,000 still needs, by the rule that asks for it. */
const SALE_NEEDS: Record<string, string> = {
  nft_buyer_verification: 'buyer_verification',
  nft_creator_verification: 'creator_verification',
  nft_enhanced_aml: 'enhanced_aml',
}

const ANSWERS: Record<string, EventInput['type']> = {
  accepted: 'travel_rule.accepted',
  rejected: 'travel_rule.rejected',
  repair_requested: 'travel_rule.repair_requested',
}

/** These are told by their own name, any other as approved. */
const TOLD = ['denied', 'review', 'settled', 'submitted'] as const

export function eventsOf(view: TransactionView): EventInput[] {
  const resource = { type: 'transaction', id: view.id }
  const object = {
    id: view.id,
    market: view.market,
    type: view.type,
    status: view.status,
    amount: view.amount,
    currency: view.currency,
    restriction_code: view.restriction_code,
    transaction_hash: view.transaction_hash,
    decision: { id: view.decision.id, outcome: view.decision.outcome, reason_codes: view.decision.reason_codes },
  }
  const main: EventInput = {
    type: `transaction.${TOLD.find((status) => status === view.status) ?? 'approved'}`,
    resource,
    object,
  }
  const requires = view.decision.rules.map((rule) => SALE_NEEDS[rule.code]).filter((need) => need !== undefined)
  if (requires.length) return [main, { type: 'nft.sale.review_required', resource, object: { transaction_id: view.id, requires } }]
  const travel = view.travel_rule
  if (!travel?.required) return [main]
  const told = { transaction_id: view.id, regime: travel.regime, missing: travel.missing, code: null as number | null }
  const answer = ANSWERS[travel.status]
  return [
    main,
    { type: 'travel_rule.required', resource, object: told },
    ...(answer ? [{ type: answer, resource, object: { ...told, code: travel.code } }] : []),
  ]
}
