import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { CHAIN_KEYS } from '#chains/chains.ts'
import { APPROVAL_SECONDS, authorizeTransfer } from '#core/chain/transactions/authorization.ts'
import { awaitsChain, chainOf, refuseHash } from '#core/chain/transactions/chain.ts'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { type MarketSubject, marketSubject, noteUse } from '#core/identity/wallets/market-subject.ts'
import { proveControl } from '#core/identity/wallets/prove-control.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { walletAddress as address, currency, metadata, positiveDecimal } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { requiring } from '#core/kernel/required.ts'
import { openCase } from '#core/record/cases/open.ts'
import { type Decided, type DecisionInput, recordDecision } from '#core/record/decisions/decide.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { insertTransaction } from '#core/record/facts/history.ts'
import { refuseOtherFacts, transactionFactsField } from '#core/record/facts/stated-facts.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { openLots } from '#core/securities/holdings/lots.ts'
import { lockCaps } from '#core/securities/holdings/of-record.ts'
import { venueNamed } from '#core/securities/venues/venue.ts'
import { lockOffering, prepareFixture } from '#core/sources/fixtures.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { creatorOfCollection } from '../nfts/creator.ts'
import { type Call, checkOf, readCall, refuseOtherWords } from './call.ts'
import { eventsOf } from './events.ts'
import { failuresOf } from './history.ts'
import { letPersonaDecide } from './let-persona-decide.ts'
import { moveUnits } from './move-units.ts'
import { screenNamed } from './named-parties.ts'
import { nftSaleFacts } from './nft-sale-facts.ts'
import { partiesContext, party, proofIn, refuseUnreadableParty } from './party.ts'
import { paymentFacts, paymentPast } from './payment-facts.ts'
import { presentTransaction, type TransactionView, transactionAnswer } from './present.ts'
import { refuseOtherAsset, refuseUnits } from './refuse-asset.ts'
import { restrictionOf } from './restrictions.ts'
import { type Order, takerFound, transferFacts } from './transfer-facts.ts'
import { providerName, travelAfter, travelRule } from './travel-rule.ts'
import { watchPayment } from './watch.ts'

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
  if (call.moves !== 'units' && said.asset) await refuseUnits(ctx, said.asset)
  const venueId = await venueNamed(ctx.db, ctx, said)
  const input = venueId ? { ...said, venue_id: venueId } : said
  refuseUnreadableParty(input.originator, '/originator')
  refuseUnreadableParty(input.beneficiary, '/beneficiary')
  await ctx.world.faults.meet(ctx, call.from?.canonical, call.to?.canonical)
  await prepareFixture(ctx, input.offering_id)
  return { input, call }
}

export type WalletAddress = Pick<NonNullable<CreateTransactionInput['from_address']>, 'canonical'> & { family: 'evm' | 'solana' }
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
  const judged = statusOf(decided.outcome, restriction.code, travel?.status, sentState(ctx, input.transaction_hash, chain))
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
      ...presentTransaction(ctx, row as typeof transactions.$inferSelect, decided.decision, restriction.message, null),
      id: null,
    })
  const [stored] = await insertTransaction(tx, ctx, row)
  if (offering && status === 'settled') await moveUnits(tx, ctx, stored!)
  await watchPayment(tx, ctx, stored!, from)
  const view = presentTransaction(ctx, stored!, decided.decision, restriction.message, null)
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
  const sealed = await ctx.services.keyring.seal(tx, ctx, keyId, partiesContext(id), parties)
  return { party_key_id: keyId, party_sealed: sealed.toString('base64') }
}

type Movement = { id: string; input: CreateTransactionInput; call: Call; order?: Order; again?: DecisionInput['again']; askedAt?: Date }

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
      ? travelRule(ctx, input, from, to, {
          ...{ rates: await rateFacts(ctx), linked: past.linked, tenant: base.tenant },
          ...{ self: await providerName(tx, ctx), failures: await failuresOf(tx, ctx, id, input) },
        })
      : null
  const held = offering && call.from ? await openLots(tx, ctx, offering.id, call.from.canonical) : []
  const words = { stated: Object.keys(input.compliance_facts), found: takerFound(ctx) }
  const { order = null, again } = p
  const gathered = offering
    ? { facts: await transferFacts(tx, ctx, { id, input, call, from, to, offering, held, order, again: again !== undefined }), ...words }
    : past && base
      ? await paymentFacts(tx, ctx, { id, input, call, from, to, travel: asked, past, base })
      : { facts: await nftSaleFacts(tx, ctx, { id, input, from, to, maker, events: reused, askedAt: p.askedAt ?? null }), ...words }
  // Who sends sells, where something is sold.
  const { found, shownBy } = evidencedBy({ from: from?.identity, seller: from?.identity, to: to?.identity, buyer: to?.identity })
  return { ...gathered, found: { ...found, ...gathered.found }, shownBy, from, to, offering, asked, reused }
}

/**
 * Decides a movement under the facts of now and records the decision: the same for a new one, for one that was held, and for one
 * that an `order` asks for.
 */
export async function judgeTransaction(tx: Tx, ctx: Ctx, p: Movement) {
  const { id, input, call } = p
  const { facts, stated, found, shownBy, from, to, offering, asked, reused } = await gatherTransaction(tx, ctx, p)
  const lead = from ?? to
  const decided = await recordDecision(tx, ctx, {
    facts,
    market: call.market,
    subject: { type: p.order ? 'holding_act' : 'transaction', id },
    walletAddress: lead?.wallet.address ?? null,
    subjectKeyId: lead?.subjectKeyId,
    category: 'payment',
    stated,
    found,
    shownBy,
    again: p.again,
  })
  for (const side of [from, to]) if (side) reused.push(...(await noteUse(tx, ctx, side, call.market, decided.decision.id, ['level'])))
  const travel = asked && travelAfter(asked, decided.engine.rules, input)
  const restriction = restrictionOf({ decided, travel })
  return { from, to, offering, travel, decided, restriction, reused }
}

const riskOf = (decided: Decided) => Number(decided.engine.rules.find((r) => r.code === 'RISK_HIGH')?.params?.score ?? 0)

export function statusOf(
  outcome: Decided['outcome'],
  code: number,
  travel: string | undefined,
  sent: 'submitted' | 'settled' | null,
): (typeof transactions.$inferSelect)['status'] {
  if (outcome === 'deny' || travel === 'rejected') return 'denied'
  if (travel === 'awaiting_counterparty') return 'awaiting_counterparty'
  if (travel === 'repair_requested') return 'review'
  if (outcome !== 'allow' || code === 250) return 'review'
  if (code !== 0) return 'denied'
  return sent ?? 'approved'
}

/**
 * How one that was sent already stands: a chain that can be asked has to confirm it first. The sandbox needs no chain, and without an
 * endpoint the caller's word is all there is.
 */
export const sentState = (ctx: Ctx, hash: string | null | undefined, chain: string | null): 'submitted' | 'settled' | null =>
  !hash ? null : awaitsChain(ctx, hash, chain) ? 'submitted' : 'settled'
