import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { CHAIN_KEYS } from '#chains/chains.ts'
import { APPROVAL_SECONDS, authorizeTransfer } from '#core/chain/transactions/authorization.ts'
import { awaitsChain, chainOf, refuseHash } from '#core/chain/transactions/chain.ts'
import { moneyFact, worth } from '#core/chain/transactions/worth.ts'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { freezeFacts, freezesOn, type Keeper, partlyFrozen } from '#core/identity/acts/freezes.ts'
import { stateOfPerson } from '#core/identity/persons/places.ts'
import { type MarketSubject, marketSubject, noteUse } from '#core/identity/wallets/market-subject.ts'
import { proveControl } from '#core/identity/wallets/prove-control.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { walletAddress as address, currency, metadata, positiveDecimal } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { requiring } from '#core/kernel/required.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { openCase } from '#core/record/cases/open.ts'
import { type Decided, type DecisionInput, recordDecision } from '#core/record/decisions/decide.ts'
import { type BaseFacts, baseFacts } from '#core/record/decisions/party-facts.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { insertTransaction } from '#core/record/facts/history.ts'
import { withStated } from '#core/record/facts/of-markets.ts'
import { withSaid } from '#core/record/facts/sources.ts'
import { factsOf, refuseOtherFacts, transactionFactsField } from '#core/record/facts/stated-facts.ts'
import { asRoom } from '#core/record/facts/table.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
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
import { lotFacts, openLots, units } from '#core/securities/holdings/lots.ts'
import { fundOwners, holderLimitFacts, holdersOfRecord, lockCaps, pendingUnits } from '#core/securities/holdings/of-record.ts'
import {
  issuerFacts,
  legendFacts,
  type OfferingRow,
  offeringFacts,
  regulationOf,
  saidOfOffering,
} from '#core/securities/offerings/facts.ts'
import { tokenFacts } from '#core/securities/token-state/state.ts'
import { venueFact, venueNamed } from '#core/securities/venues/venue.ts'
import { lockOffering, prepareFixture } from '#core/sources/fixtures.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { exactFacts, type Room } from '#engine/facts/of-checks.ts'
import { micro } from '#engine/money.ts'
import { usStateOf } from '#engine/tables/us-states.ts'
import { isMadeUp } from '../nfts/buyer.ts'
import { creatorOfCollection, recheckCreator } from '../nfts/creator.ts'
import { type Call, checkOf, readCall, refuseOtherWords, typeOf } from './call.ts'
import { coinFacts, concernsCoin } from './coin.ts'
import { beneficiaryOf, failuresOf, linkedSales, type PaymentHistory, paymentHistory } from './history.ts'
import { isIssuerWallet, moveUnits } from './move-units.ts'
import { screenNamed } from './named-parties.ts'
import { proofIn, refuseUnreadableParty } from './party.ts'
import { presentTransaction, type TransactionView, transactionAnswer } from './present.ts'
import { restrictionOf } from './restrictions.ts'
import { travelAfter, travelRule } from './travel-rule.ts'
import { watchPayment } from './watch.ts'

const party = z.looseObject({})

export const createTransactionInput = requiring(
  z.strictObject({
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
    amount: positiveDecimal
      .optional()
      .meta({ description: 'In `currency`; of an offering the number of units, which `quantity` says better' }),
    quantity: positiveDecimal.optional().meta({ description: 'Units of the offering that move, instead of `amount`' }),
    spender_address: address
      .optional()
      .meta({ description: 'Who moves the units under an allowance of the sender, when that is another wallet' }),
    offering_id: z.string().max(100).optional(),
    asset: z.strictObject({ chain: z.enum(CHAIN_KEYS), contract: address, token_id: z.string().max(100).optional() }).optional(),
    currency: currency.optional(),
    transaction_hash: z
      .string()
      .regex(/^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/, 'This is not a transaction hash')
      .optional(),
    originator: party.optional(),
    beneficiary: party.optional(),
    venue_id: z.string().max(100).optional(),
    venue: z.string().max(120).optional(),
    metadata: metadata.default({}),
    compliance_facts: transactionFactsField.default({}),
    dry_run: z.boolean().default(false),
  }),
  (given, said) => {
    const type = said.type ?? said.transaction_type
    return {
      amount: !given('amount', 'quantity') && 'Give amount, or quantity for units of an offering.',
      from_address: !given('from_address', 'from', 'wallet_address') && type !== 'mint' && 'This field is required.',
      // What is redeemed goes back to the issuer, whom nobody has to name.
      to_address:
        !given('to_address', 'to') && type !== 'burn' && !(type === 'redemption' && given('offering_id')) && 'This field is required.',
    }
  },
).meta({ description: 'A transfer, payment, sale, mint or burn to check before it is made, or to record after' })
type AskedTransaction = z.output<typeof createTransactionInput>
/** A call as it is judged: what moves is in `amount`, in units of an offering or in money. */
export type CreateTransactionInput = Omit<AskedTransaction, 'amount' | 'quantity'> & { amount: string }

/** The call with what moves in one place. Throws `validation_failed` when it is missing, said twice, or units of no offering. */
export function withAmount({ amount, quantity, ...rest }: AskedTransaction): CreateTransactionInput {
  const moved = quantity ?? amount
  if (moved === undefined) throw invalidField('/amount', 'required', 'Give amount, or quantity for units of an offering.')
  if (quantity !== undefined && amount !== undefined && amount !== quantity)
    throw invalidField('/quantity', 'conflicting_fields', 'amount and quantity differ. Send one of them.')
  if (quantity !== undefined && !rest.offering_id)
    throw invalidField('/quantity', 'conflicting_fields', 'A quantity counts units of an offering. Name offering_id, or send amount.')
  return { ...rest, amount: moved }
}

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
type AnsweredTransaction = Omit<TransactionView, 'id'> & { id: string | null }

class DryRun extends Error {
  readonly view: AnsweredTransaction
  constructor(view: AnsweredTransaction) {
    super('dry run')
    this.view = view
  }
}

/** Checks a movement of value under the rules of its market and records it. `dry_run` answers the same, without an authorization, and stores nothing. */
export const createTransaction = defineVerb({
  name: 'transactions.create',
  permission: 'transactions.write',
  input: createTransactionInput,
  output: transactionAnswer.extend({ id: z.string().nullable().meta({ description: 'null for a dry run, which stores nothing' }) }),
  run: async ({ ctx, input: asked }) => {
    const { input, call } = await readTransaction(ctx, asked)
    try {
      return await write(ctx, (tx) => decideTransaction(tx, ctx, input, call))
    } catch (error) {
      if (error instanceof DryRun) return error.view
      throw error
    }
  },
})

/** A call as it was asked for, with everything of it that can be refused before it is looked at. Throws `validation_failed`, `same_address`, `asset_required`. */
export async function readTransaction(ctx: Ctx, asked: AskedTransaction): Promise<{ input: CreateTransactionInput; call: Call }> {
  const said = withAmount(asked)
  const call = readCall(said)
  refuseOtherFacts(checkOf(call), said.compliance_facts)
  refuseOtherWords(said, call)
  const venueId = await venueNamed(ctx.db, ctx, said)
  const input = venueId ? { ...said, venue_id: venueId } : said
  refuseUnreadableParty(input.originator, '/originator')
  refuseUnreadableParty(input.beneficiary, '/beneficiary')
  await ctx.world.faults.meet(ctx, call.from?.canonical, call.to?.canonical)
  await prepareFixture(ctx, input.offering_id)
  return { input, call }
}

type WalletAddress = Pick<NonNullable<CreateTransactionInput['from_address']>, 'canonical'> & { family: 'evm' | 'solana' }
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
    venue_id: input.venue_id ?? null,
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
  const [stored] = await insertTransaction(tx, ctx, row)
  if (offering && status === 'settled') await moveUnits(tx, ctx, stored!)
  await watchPayment(tx, ctx, stored!, from)
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
  kind: NonNullable<Room<'transfer'>['kind']>
  legal_basis: string
  document_hash: string
  ordered_by: string
  second_person: string
  freeze_id: string | null
}

type Movement = { id: string; input: CreateTransactionInput; call: Call; order?: Order; again?: DecisionInput['again'] }

/** What the rules read of a movement, under the facts of now, and whom and what it is about. Decides nothing; a wallet that was never seen is kept from now on. */
export async function gatherTransaction(tx: Tx, ctx: Ctx, p: Movement) {
  const { id, input, call } = p
  if (input.offering_id) await lockCaps(tx, ctx)
  // All wallets are locked in one order, whoever pays whom: two payments that cross would wait for each other for ever.
  const contract = call.moves === 'nft' ? (input.asset?.contract.canonical ?? null) : null
  const maker = contract ? await creatorOfCollection(tx, ctx, contract) : null
  for (const address of [call.from, call.to, maker].filter((one) => one !== null).sort((a, b) => (a.canonical < b.canonical ? -1 : 1)))
    await ensureWallet(tx, ctx, address)
  const from = call.from ? await marketSubject(tx, ctx, call.from) : null
  const to = call.to ? await marketSubject(tx, ctx, call.to) : null
  await screenNamed(tx, ctx, { input, from, to })
  letPersonaDecide(from, to)
  const offering = input.offering_id ? await lockOffering(tx, ctx, input.offering_id) : null
  if (input.offering_id && !offering) throw notFound()
  if (offering && input.asset) refuseOtherAsset(input.asset, offering)
  // What is made or ends has no other side to send data to.
  const reused: EventInput[] = []
  const sold = checkOf(call) === 'nft.sale'
  const past = offering || sold ? null : await paymentPast(tx, ctx, { id, input, call, from, to })
  const base = past ? await baseFacts(ctx, 'payment', (from ?? to)!.screened.lists, { market: call.market }) : null
  const asked =
    past && base && call.moves === 'value' && from && to
      ? travelRule(ctx, input, from, to, await rateFacts(ctx), past.linked, base.tenant, await failuresOf(tx, ctx, id, input))
      : null
  const held = offering && call.from ? await openLots(tx, ctx, offering.id, call.from.canonical) : []
  const facts = offering
    ? await transferFacts(tx, ctx, { id, input, call, from, to, offering, held, order: p.order ?? null })
    : past && base
      ? await paymentFacts(tx, ctx, { input, call, from, to, travel: asked, past, base })
      : await saleFacts(tx, ctx, { id, input, from, to, maker, events: reused })
  return { facts, from, to, offering, asked, reused }
}

/**
 * Decides a movement under the facts of now and records the decision: the same for a new one, for one that was held, and for one
 * that an `order` asks for.
 */
export async function judgeTransaction(tx: Tx, ctx: Ctx, p: Movement) {
  const { id, input, call } = p
  const { facts, from, to, offering, asked, reused } = await gatherTransaction(tx, ctx, p)
  const lead = from ?? to
  const decided = await recordDecision(tx, ctx, {
    facts,
    market: call.market,
    subject: { type: p.order ? 'holding_act' : 'transaction', id },
    walletAddress: lead?.wallet.address ?? null,
    subjectKeyId: lead?.subjectKeyId,
    category: 'payment',
    stated: Object.keys(input.compliance_facts),
    again: p.again,
  })
  for (const side of [from, to]) if (side) reused.push(...(await noteUse(tx, ctx, side, call.market, decided.decision.id, ['level'])))
  const travel = asked && travelAfter(asked, decided.engine.rules, input)
  const restriction = restrictionOf({ decided, travel })
  return { from, to, offering, travel, decided, restriction, reused }
}

/** Units of an offering move as its own token: another one's transfer proves nothing of them. */
function refuseOtherAsset(asset: NonNullable<CreateTransactionInput['asset']>, offering: OfferingRow): void {
  const { chain, token_address: token } = offering
  const other = (chain && asset.chain !== chain) || (token && asset.contract.canonical !== token) || asset.token_id !== undefined
  if (other)
    throw invalidField('/asset', 'conflicting_fields', 'These are units of an offering, which names its own token. Leave asset out.')
}

/**
 * A magic wallet of the travel rule (7001 to 7005) decides a sandbox payment, whoever is on the other side: a live credential there
 * counts as enhanced, so that its level does not speak first. In production no wallet plays a persona.
 */
function letPersonaDecide(from: MarketSubject | null, to: MarketSubject | null): void {
  const plays = (side: MarketSubject | null) => side?.persona?.effects.flags?.some((flag) => TRAVEL_FLAG.test(flag))
  if (!plays(from) && !plays(to)) return
  for (const side of [from, to])
    if (side?.state === 'active') side.facts.credential = { ...side.facts.credential, levels: ['basic', 'enhanced'] }
}
const TRAVEL_FLAG = /^(vasp_|self_hosted$)/

/** How the screening of a side stands: a listed owner counts as in a sale, whenever it came onto the list. */
const listed = (side: MarketSubject | null) => (side?.facts.blocked_owners.length ? 'hit' : (side?.screened.status ?? 'clear'))

const whole = (amount: string) => BigInt(amount.split('.')[0]!)
const room = (subject: MarketSubject | null): Room<'subject'> => subject?.facts ?? { kind: 'absent' }

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
  // What is burnt or redeemed goes back to the issuer: it is acquired by nobody, so there is no recipient to judge.
  const back = call.type === 'burn' || ((call.type === 'redemption' || order?.kind === 'issuer_repurchase') && toIssuer(offering, call))
  const taker = back ? from : to
  const keepers = [from, to].flatMap((one) => (one ? [keeperOf(one)] : []))
  const spender: Keeper[] = input.spender_address ? [{ personId: 'none', walletAddress: input.spender_address.canonical }] : []
  // The freeze that an order carries out does not stand in its way; every other one does.
  const freezes = (await freezesOn(tx, ctx, offering.id, [...keepers, ...spender])).filter((freeze) => freeze.id !== order?.freeze_id)
  const lists = (from ?? to)!.screened.lists
  const side = async (s: MarketSubject | null) => {
    const { us_person: _, ...known } = room(s)
    return {
      ...known,
      ...usPersonFacts(placeOf(s)),
      person_id: s?.person?.id ?? s?.wallet.id ?? 'none',
      wallet: s?.wallet.address ?? 'none',
      ...(s && { kind: s.person?.kind === 'entity' ? ('entity' as const) : ('natural' as const) }),
      sanctions: { status: listed(s), lists_loaded_at: lists.map((l) => l.current_at).sort()[0] ?? 'none' },
      open_block_cases: s ? await openBlockCases(tx, ctx, s.person?.id ?? null, s.wallet.id) : 0,
    }
  }
  const accredited = (s: MarketSubject | null) =>
    s?.credential?.level === 'accredited' && s.state === 'active' ? 'accredited' : 'not_accredited'
  const sandbox = ctx.environment === 'sandbox'
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
  const { issuer, said: saidOfIssuer } = await issuerFacts(tx, ctx)
  const base = await baseFacts(ctx, 'transfer', lists, { market: 'securities' })
  const holders = await holdersOfRecord(tx, ctx, null, id)
  const { sec_4a7: said4a7, ...said } = asRoom('transfer', factsOf(input.compliance_facts, 'transfer'))
  return exactFacts('transfer', {
    ...base,
    said: withSaid(base, { ...saidOfIssuer, ...saidOfOffering(offering) }),
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
      ...(await holderLimitFacts(tx, ctx, offering, { personId: taker?.person?.id ?? 'none', atLimit: false, except: id })),
      lockup_days: offering.lockup_days ?? 'none',
      blocked_countries: offering.blocked_countries,
      allowed_countries: offering.allowed_countries.length ? offering.allowed_countries : 'none',
    },
    from: {
      ...(await side(from)),
      ...(await sellerFacts(tx, ctx, from?.person?.id ?? null)),
      balance: String(locked ? whole(input.amount) : units(held)),
      lots: locked ? [lockedLot(ctx, input.amount, offering)] : await lotFacts(tx, ctx, held),
      frozen: from ? String(partlyFrozen(freezes, keeperOf(from))) : '0',
      pledged: '0',
      pending,
      ...(await soldLately(tx, ctx, { offering, personId: from?.person?.id ?? from?.wallet.id ?? 'none', except: id })),
    },
    to: {
      ...(await side(taker)),
      ...stateFacts(ctx, placeOf(taker), stateOfPerson(taker?.data ?? null)),
      residence: placeOf(taker) ?? 'none',
      birth_date: taker?.data?.date_of_birth ?? 'none',
      custodial_account: false,
      ...(back && { wallet: 'none' }),
      balance: taker ? await heldBy(tx, ctx, offering.id, taker.person?.id ?? taker.wallet.id) : '0',
      qib: 'none',
      accreditation: { status: accredited(to) },
    },
    token: {
      ...(await tokenFacts(tx, ctx, offering)),
      ...legendFacts(ctx, offering),
      divisible: false,
      fungible_with_listed: false,
    },
    freezes: freezeFacts(freezes),
    transfer: {
      quantity: input.amount,
      // What goes back to the issuer does so also while the token is paused.
      kind: order?.kind ?? (back ? 'issuer_repurchase' : input.type === 'trade' ? 'trade' : 'transfer'),
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
      venue: await venueFact(tx, ctx, input.venue_id ?? input.venue),
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
        ...asRoom('transfer', { sec_4a7: offering.facts.sec_4a7 }).sec_4a7,
        ...said4a7,
        class_outstanding_since: rulesDay((await heldSince(tx, ctx, offering.id)) ?? ctx.now),
      },
    },
  })
}

const toIssuer = (offering: OfferingRow, call: Call) => call.to === null || isIssuerWallet(offering, call.to.canonical)

/** Where somebody lives, or where the sandbox's persona has them live. */
const placeOf = (side: MarketSubject | null): string | null => side?.persona?.effects.country ?? side?.data?.country ?? null

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

const NOT_VERIFIED = { tier: 'none', score: 0, events: [] } as const

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
  const base = await baseFacts(ctx, 'nft.sale', lists, { market: 'nfts' })
  const linked = await linkedSales(tx, ctx, { id: p.id, from, to, contract: input.asset?.contract.canonical ?? null, rates })
  const at = input.currency && rates.find((rate) => rate.from === input.currency)?.date
  const total = linked.reduce((sum, sale) => sum + micro(sale.usd), worth(input.amount, input.currency, 'USD', rates))
  // Below the threshold nobody has to be verified as a creator.
  const verified = creator && total >= micro('10000') ? await recheckCreator(tx, ctx, creator) : NOT_VERIFIED
  p.events.push(...verified.events)
  const facts = exactFacts('nft.sale', {
    ...base,
    environment: ctx.environment,
    fx: [...rates],
    sale: {
      total: moneyFact(input.amount, input.currency),
      linked,
      same_person: Boolean(from?.person && from.person.id === to?.person?.id),
      // Its trading is read from no chain: the rules say that it was not measured.
      wash: 'none',
      exposure_measured: [from, to].every((side) => side !== null && side.facts.screen.exposure !== 'none'),
      // Two people who let it go do so by its case, and it is decided again without that question.
      officer_approved: false,
      ...(at && { rate_at: new Date(at).toISOString() }),
    },
    creator: { ...room(creator), tier: verified.tier, score: verified.score },
    seller: {
      ...room(from),
      is_creator: creator !== null && creator.wallet.id === from?.wallet.id && verified.tier !== 'none',
    },
    buyer: buyerRoom(to),
  })
  return withStated('nft.sale', facts, input.compliance_facts)
}

/** A holder the sandbox made up was verified by nobody: from $10,000 that is asked for, unless the persona says proven. */
const buyerRoom = (to: MarketSubject | null): Room<'subject'> =>
  to && isMadeUp(to) ? { ...to.facts, credential: { ...to.facts.credential, levels: [], state: 'none', expires_at: 'none' } } : room(to)

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
    said: input.compliance_facts,
  })
}

/** Where somebody plays: in the United States the state decides, where it is known. */
const playsIn = (side: MarketSubject | null): string => {
  const country = placeOf(side)!
  const state = country === 'US' ? usStateOf(stateOfPerson(side?.data ?? null) ?? '') : null
  return state ? `US-${state}` : country
}

/** A payment, with what the sender sent before. */
async function paymentFacts(
  tx: Tx,
  ctx: Ctx,
  p: {
    input: CreateTransactionInput
    call: Call
    from: MarketSubject | null
    to: MarketSubject | null
    travel: ReturnType<typeof travelRule> | null
    past: PaymentHistory
    base: BaseFacts<'payment'>
  },
) {
  const { input, call, from, to, travel, past, base } = p
  const type = typeOf(call, input.compliance_facts)
  const coin = concernsCoin(type) ? await coinFacts(tx, ctx, input.currency) : null
  const rates = await rateFacts(ctx)
  const frozen = (side: MarketSubject | null) => side?.persona?.effects.flags?.includes('frozen') === true
  const facts = exactFacts('payment', {
    ...base,
    ...(coin && { tenant: { ...base.tenant, genius_early: coin.early } }),
    environment: ctx.environment,
    fx: [...rates],
    tx: {
      market: call.market,
      type,
      amount: moneyFact(input.amount, input.currency),
      from_wallet: call.from?.canonical ?? 'none',
      beneficiary: beneficiaryOf(to, call.to?.canonical ?? null),
      risk: past.risk,
      // What is made or ends goes to nobody: no data has to travel with it.
      travel: travel?.facts ?? { seats: [], self_hosted: 'none' },
    },
    orders: [
      ...[...(frozen(from) ? ['from' as const] : []), ...(frozen(to) ? ['to' as const] : [])].map((target) => ({
        target,
        kind: 'freeze' as const,
      })),
      ...((input.compliance_facts['tx.lawful_orders'] as Omit<Room<'orders'>[number], 'active'>[] | undefined) ?? []),
    ].map((order) => ({ ...order, active: true })),
    history: past.history,
    // Where the player is, as far as known; whether the game has an element of chance nobody said.
    game: {
      ...(placeOf(from) && { jurisdiction: playsIn(from) }),
      wallets_24h: past.cashOutWallets,
    },
    token: { ...ctx.world.markets.coin, ...coin?.facts },
    from: room(from),
    to: room(to),
  })
  return withStated('payment', facts, input.compliance_facts)
}

const riskOf = (decided: Decided) => Number(decided.engine.rules.find((r) => r.code === 'RISK_HIGH')?.params?.score ?? 0)

export function statusOf(
  decided: Pick<Decided, 'outcome'>,
  code: number,
  travel: string | undefined,
  sent: 'submitted' | 'settled' | null,
): (typeof transactions.$inferSelect)['status'] {
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
    quantity: view.quantity,
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
