import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ensureWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import { consentWithdrawn } from '#core/identity/persons/consents.ts'
import { openPerson, type PersonData } from '#core/identity/persons/ensure.ts'
import { liftOwners, screenOwners, withOwners } from '#core/identity/persons/owners.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { fewAtOnce } from '#core/kernel/few-at-once.ts'
import { currency, decimal, positiveDecimal, sixDecimals, walletAddress } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { requiring } from '#core/kernel/required.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { openCase } from '#core/record/cases/open.ts'
import { approvedOutcome } from '#core/record/decisions/approved.ts'
import { type Decided, type DecisionInput, recordDecision } from '#core/record/decisions/decide.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { insertInvestment, saidFirst } from '#core/record/facts/history.ts'
import { withSaid } from '#core/record/facts/sources.ts'
import { saleFacts, saleFactsField } from '#core/record/facts/stated-facts.ts'
import { asRoom } from '#core/record/facts/table.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import { type Refused, refusedAfter, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { type HeldSubject, liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { lockOffering, prepareFixture } from '#core/sources/fixtures.ts'
import { meetsHolderLimit, type Persona } from '#core/sources/personas/source.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { documents, feeEntries, investments, investors, offerings, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { exactFacts, exactRoom, type FactsOf, type Room } from '#engine/facts/of-checks.ts'
import { formatMicro, micro, parseMicro } from '#engine/money.ts'
import { inUnitedStates } from '#engine/tables/us-states.ts'
import { type InvestmentRow, type InvestmentView, investmentAnswer, presentInvestment } from '../bookings/present.ts'
import { RESERVATION_MS, reservedOf } from '../bookings/reserve.ts'
import { boughtBefore } from '../bookings/stated.ts'
import { affiliationOf, heldBy, stateFacts, usPersonFacts } from '../holdings/holder-facts.ts'
import { lockupUntil } from '../holdings/lots.ts'
import { fundOwners, grantedUnits, holderLimitFacts, holdersOfRecord, lockCaps } from '../holdings/of-record.ts'
import { controllers } from '../investors/controllers.ts'
import { type InvestorRow, insertInvestor } from '../investors/create.ts'
import { runVerification } from '../investors/verify.ts'
import { firstSaleInState } from '../offerings/derived.ts'
import { money, type OfferingRow } from '../offerings/facts.ts'
import { offeringRooms } from '../offerings/open-facts.ts'
import { feeAt } from '../offerings/present.ts'
import { liftedApart } from '../offerings/stand-apart.ts'
import { buyerParty, credentialFacts } from './buyer.ts'

export const createInvestmentInput = requiring(
  z.strictObject({
    offering_id: z.string().max(100),
    investor_id: z.string().max(100).optional(),
    wallet_address: walletAddress.optional(),
    amount: sixDecimals(positiveDecimal).optional(),
    quantity: sixDecimals(positiveDecimal).optional(),
    token_quantity: sixDecimals(positiveDecimal).optional().meta({ deprecated: true, description: 'As `quantity`' }),
    currency: currency.optional(),
    payment_method: z.enum(['card', 'ach', 'wire', 'crypto']).optional(),
    payment_reference: z.string().max(140).optional(),
    agreement_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    annual_income: decimal.optional(),
    net_worth: decimal.optional(),
    compliance_facts: saleFactsField.default({}),
    dry_run: z.boolean().default(false),
  }),
  (given) => ({
    investor_id: !given('investor_id', 'wallet_address') && 'Give investor_id or wallet_address.',
    amount: !given('amount', 'quantity', 'token_quantity') && 'Give amount or quantity.',
  }),
)
export type CreateInvestmentInput = z.output<typeof createInvestmentInput>

const DAY_MS = 86_400_000
/** Statuses that count as a sale under 506(b): one paid back stays counted. */
const COUNTED = ['accepted', 'pending', 'refunded'] as const

class DryRun extends Error {
  readonly view: InvestmentView
  constructor(view: InvestmentView) {
    super('dry run')
    this.view = view
  }
}

/**
 * Decides and records an investment. The offering's row is locked while its counters are read and raised, so of any number
 * of parallel calls for the last place exactly one is accepted. A denial is an answer (`rejected`), not an error.
 */
export const createInvestment = defineVerb({
  name: 'investments.create',
  permission: 'investments.write',
  input: createInvestmentInput,
  output: investmentAnswer,
  run: ({ ctx, input }) => decideInvestment(ctx, input),
})

/** The same for a caller whose right to invest was established otherwise: a holder whom the organisation admitted. */
export async function decideInvestment(ctx: Ctx, input: CreateInvestmentInput): Promise<InvestmentView> {
  refuseMethodOfPayment(ctx, input.payment_method)
  await ctx.world.faults.meet(ctx, input.wallet_address?.canonical ?? null)
  await prepareFixture(ctx, input.offering_id)
  try {
    return await write(ctx, (tx) => invest(tx, ctx, input))
  } catch (error) {
    if (error instanceof DryRun) return error.view
    // Refused at once, while others wait for the offering's row; what the rules say of it is decided and kept after that.
    if (error instanceof AppError && REFUSED[error.code] && !input.dry_run)
      return keeping(() => write(ctx, (tx) => keepRefusal(tx, ctx, input, error)))
    throw error
  }
}

/** Throws `payment_method_not_enabled` for a way to pay that is not open to this organisation. */
export function refuseMethodOfPayment(ctx: Ctx, method: CreateInvestmentInput['payment_method']): void {
  if (method === 'crypto' && ctx.environment === 'production')
    throw new AppError('payment_method_not_enabled', 'Crypto payments need an enterprise contract.')
}

async function invest(tx: Tx, ctx: Ctx, input: CreateInvestmentInput) {
  await lockCaps(tx, ctx)
  const offering = await lockOffering(tx, ctx, input.offering_id)
  if (!offering) throw notFound()
  requireOpen(ctx, offering)
  const { amount, quantity } = amounts(input, offering)
  requireWhole(offering, { amount, quantity })
  const { investor, wallet } = await findInvestor(tx, ctx, input)
  await requireMinimum(tx, ctx, { offering, investor, amount })
  const reserved = await reservedOf(tx, ctx, offering)
  const granted = await grantedUnits(tx, ctx, offering)
  checkCapacity(offering, amount, quantity, { reserved, granted })
  if (!input.dry_run) requireAgreement(await agreementsOf(tx, offering.id), input)
  const { decided, status, screening } = await judgeInvestment(tx, ctx, {
    offering,
    investor,
    wallet,
    amount,
    quantity,
    reserved,
    granted,
    input,
  })
  const accredited = isAccredited(ctx, investor)
  const id = newId('investment', ctx.now)
  const { raisedAfter, feeAmount, accrued } = feeOf(offering, status === 'accepted' ? amount : 0n)
  const at = new Date(ctx.now)
  const row: InvestmentRow = {
    id,
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    offering_id: offering.id,
    investor_id: investor.id,
    person_id: investor.person_id,
    status,
    amount: formatMicro(amount),
    token_quantity: String(quantity),
    currency: offering.currency,
    accredited,
    fee_amount: feeAmount,
    payment_method: input.payment_method ?? null,
    payment_reference: input.payment_reference ?? null,
    agreement_sha256: input.agreement_sha256 ?? null,
    annual_income: input.annual_income ?? null,
    net_worth: input.net_worth ?? null,
    ...saidFirst(ctx, input.compliance_facts),
    lockup_until: lockupUntil(at, offering.lockup_days),
    issued_quantity: '0',
    decision_id: decided.decision.id,
    refusal: null,
    reserved_until: status === 'pending' ? new Date(ctx.now + RESERVATION_MS) : null,
    accepted_at: status === 'accepted' ? at : null,
    payment_failed_at: null,
    cancel_reason: null,
    refund: null,
    payment_freeze_id: null,
    created_at: at,
    updated_at: at,
  }
  const view = presentInvestment(row, { ...offering, fee_accrued: accrued }, decided.decision)
  if (input.dry_run) throw new DryRun({ ...view, id: null })

  const firstOfPerson = await isNewHolder(tx, ctx, offering, investor)
  await insertInvestment(tx, ctx, row)
  if (status === 'accepted') {
    await bookInvestment(tx, ctx, { offering, id, amount, firstOfPerson, accredited })
    await playPayment(tx, ctx, id, view.amount)
  }
  const events = investmentEvents(offering, view, { raisedAfter, accrued, firstOfPerson, accredited })
  if (status === 'pending') events.push(...(await openReview(tx, ctx, { id, offering, investor, decided, screening })))
  return {
    result: view,
    audit: {
      ...decided.audit,
      action: 'create_investment',
      details: { ...decided.audit.details, investment_id: id, status },
    },
    events,
  }
}

/** Brings an investment that waits before a person, where a person can help. Returns the case's events. */
export async function openReview(
  tx: Tx,
  ctx: Ctx,
  p: { id: string; offering: OfferingRow; investor: InvestorRow } & Pick<
    Awaited<ReturnType<typeof judgeInvestment>>,
    'decided' | 'screening'
  >,
): Promise<EventInput[]> {
  const { id, offering, investor, decided } = p
  const match = p.screening === 'possible_match'
  if (!match && decided.outcome !== 'review') return []
  const opened = await openCase(tx, ctx, {
    kind: 'investment_review',
    subject: { type: 'investment', id },
    decisionId: decided.decision.id,
    priority: match ? 80 : 50,
    summary: match ? 'An investment waits: the investor may be on a sanctions list' : 'An investment waits for a person to look at it',
    details: {
      offering_id: offering.id,
      investor_id: investor.id,
      investor_status: investor.status,
      reason_codes: decided.decision.reason_codes,
      possible_match: match,
    },
  })
  return opened.events
}

/** In the sandbox the cents of an amount say what becomes of its payment: .13 fails after an hour, .14 is paid back after a day. */
async function playPayment(tx: Tx, ctx: Ctx, id: string, amount: string): Promise<void> {
  if (ctx.environment !== 'sandbox') return
  const cents = /\.(13|14)$/.exec(amount)?.[1]
  if (cents === '13') await setTimer(tx, ctx, { kind: 'payment_failed', subjectId: id, dueMs: ctx.now + DAY_MS / 24 })
  if (cents === '14') await setTimer(tx, ctx, { kind: 'refund', subjectId: id, dueMs: ctx.now + DAY_MS })
}

/** Hashes of an offering's subscription agreements, the newest first. */
async function agreementsOf(tx: Tx, offeringId: string): Promise<string[]> {
  const rows = await tx
    .select({ sha256: documents.sha256 })
    .from(documents)
    .where(
      and(
        eq(documents.owner_type, 'offering'),
        eq(documents.owner_id, offeringId),
        eq(documents.kind, 'subscription_agreement'),
        ne(documents.status, 'removed'),
      ),
    )
    .orderBy(desc(documents.created_at), desc(documents.id))
  return rows.map((row) => row.sha256)
}

/** An offering with subscription agreements asks for the hash of the one that was signed. */
function requireAgreement(current: readonly string[], input: CreateInvestmentInput): void {
  if (!current.length || current.some((sha256) => sha256 === input.agreement_sha256)) return
  throw invalidField(
    '/agreement_sha256',
    input.agreement_sha256 ? 'invalid_enum' : 'required',
    'This offering has a subscription agreement: give the SHA-256 of the document that was signed.',
  )
}

/** The agreement that has to be signed: one of the offering's own, else the one named for it. Without any the sandbox takes what was signed. */
function agreementFacts(ctx: Ctx, current: readonly string[], signed: string | undefined): Pick<Room<'offering'>, 'agreement_sha256'> {
  const own = signed !== undefined && current.includes(signed) ? signed : current[0]
  if (own !== undefined) return { agreement_sha256: own }
  return ctx.environment === 'sandbox' && signed !== undefined ? { agreement_sha256: signed } : {}
}

/** What a judged investment is made from. */
export interface Judged {
  offering: OfferingRow
  investor: InvestorRow
  wallet: WalletRow | null
  amount: bigint
  quantity: bigint
  /** What others who wait hold of the raise. */
  reserved: bigint
  /** Units that were issued without a sale. */
  granted: bigint
  input: CreateInvestmentInput
  /** What is stored was asked for by an earlier call. */
  again?: DecisionInput['again']
  /** Set when two people let it go: its possible matches become false positives, and only what they saw is lifted. */
  release?: Release
}

/** The buyer as screening asks for them. */
const buyerAsked = (investor: InvestorRow, data: PersonData, wallet: WalletRow | null, persona: Persona | null): SubjectToScreen => ({
  wallet_address: wallet?.address,
  full_name: persona?.effects.holder?.full_name ?? data.full_name,
  date_of_birth: persona?.effects.holder?.date_of_birth ?? data.date_of_birth ?? undefined,
  country: persona?.effects.country ?? investor.country ?? data.country ?? undefined,
  entity_type: investor.type === 'entity' ? 'organization' : 'person',
})

/** Whom a release of a sale sets matches aside of: the buyer, and an entity's owners with a possible match. */
export async function peopleOfSale(tx: Tx, ctx: Ctx, { investor, wallet }: Pick<Judged, 'investor' | 'wallet'>): Promise<HeldSubject[]> {
  const person = await findScoped(tx, persons, ctx, investor.person_id)
  const data = await openPerson(tx, ctx, person!)
  const asked = buyerAsked(investor, data, wallet, ctx.world.personas.at(wallet?.address ?? null))
  const owners = investor.type === 'entity' ? (await screenOwners(tx, ctx, investor.person_id, data)).open : []
  return [{ asked, screened: await screenSubject(tx, ctx, asked) }, ...owners]
}

/** What the rules read of one investment, under the facts of now, and whom and what it is about. Lifts what two people let go. */
export async function gatherSale(tx: Tx, ctx: Ctx, p: Judged) {
  const { offering, investor, wallet, amount, quantity, reserved, granted, input } = p
  const persona = ctx.world.personas.at(wallet?.address ?? null)

  const person = await findScoped(tx, persons, ctx, investor.person_id)
  const data = await openPerson(tx, ctx, person!)
  const place = persona?.effects.country ?? investor.country ?? data.country ?? null
  const asked = buyerAsked(investor, data, wallet, persona)
  let own = await screenSubject(tx, ctx, asked)
  const liftedEvents = p.release ? await liftMatches(tx, ctx, asked, own, p.release) : []
  if (p.release && investor.type === 'entity') liftedEvents.push(...(await liftOwners(tx, ctx, investor.person_id, data, p.release)))
  if (liftedEvents.length) own = await screenSubject(tx, ctx, asked)
  const owners = investor.type === 'entity' ? await screenOwners(tx, ctx, investor.person_id, data) : null
  const screened = owners ? withOwners(own, owners) : own
  const subject = { ctx, tx, offering, investor, persona, place, amount: formatMicro(amount), input }
  const party = { ...buyerParty({ investor, wallet, data, place, screened }), ...owners?.facts }
  const said = saleFacts(input.compliance_facts, investor, [place, data.registration_country])
  const rooms = await offeringRooms(tx, ctx, offering)
  const { issuer } = rooms
  const holders = await holdersOfRecord(tx, ctx, null)
  const base = await baseFacts(ctx, 'investment.accept', screened.lists, { market: 'securities' })
  const facts = exactFacts('investment.accept', {
    ...base,
    said: withSaid(base, rooms.said),
    fx: await rateFacts(ctx),
    issuer: {
      ...issuer,
      outstanding_units: offering.total_supply,
      holders,
      ...(await fundOwners(tx, ctx, issuer, holders)),
      sales_506b: await sales506b(tx, ctx, offering),
    },
    offering: {
      ...rooms.offering,
      ...(await firstSaleInState(tx, ctx, offering.id, stateFacts(ctx, place, investor.us_state).us_state)),
      ...agreementFacts(ctx, await agreementsOf(tx, offering.id), input.agreement_sha256),
      ...limitFacts(offering, reserved, granted),
      ...(await holderLimitFacts(tx, ctx, offering, { personId: investor.person_id, atLimit: meetsHolderLimit(persona) })),
      ...(persona?.effects.flags?.includes('bad_actor') && { bad_actor_events: [BAD_ACTOR_EVENT(ctx)] }),
    },
    investor: {
      ...party,
      ...investorFacts(subject),
      ...acquirerFacts(subject),
      ...said.investor,
      ...(investor.type === 'entity' && (await controllers(tx, ctx, data))),
      ...affiliate(await affiliationOf(tx, ctx, investor.person_id)),
      balance: await heldBy(tx, ctx, offering.id, investor.person_id),
      bought_in_offering: money(await boughtBefore(tx, ctx, investor.person_id, offering.id), offering.currency),
      birth_date: data.date_of_birth ?? 'none',
      consent_withdrawn: await consentWithdrawn(tx, ctx, investor.person_id),
      sanctions: {
        status: screened.status,
        // Owners that nobody named are unknown, not clear.
        ...(owners?.facts.holdings !== 'none' && { owners_status: owners?.status ?? 'clear' }),
        wallet_status: screened.matches.some((m) => m.match_type === 'address_exact') ? 'hit' : 'clear',
        lists_loaded_at: oldestList(screened.lists),
      },
      credential: await credentialFacts(tx, ctx, wallet, { party, lists: screened.lists, subjectKeyId: person!.subject_key_id }),
      holds_offering: !(await isNewHolder(tx, ctx, offering, investor)),
    },
    from: { person_id: 'none' },
    investment: {
      ...investmentFacts(subject),
      ...said.investment,
      quantity: String(quantity),
      paid_in_full_at: rulesDay(ctx.now),
      gift_or_estate_of_one_owner: false,
    },
    token: {
      offering_id: offering.id,
      linked_offering_ids: [offering.id],
      ...rooms.token,
    },
    environment: ctx.environment,
  })
  return { facts, subject, screened, keyId: person!.subject_key_id, liftedEvents }
}

/** Decides one investment under the facts of now: the engine, the screening, and the offering's own limits. Records the decision. */
export async function judgeInvestment(tx: Tx, ctx: Ctx, p: Judged) {
  const { facts, screened, keyId, liftedEvents } = await gatherSale(tx, ctx, p)
  const { offering, investor, wallet } = p
  const decided = await recordDecision(tx, ctx, {
    facts,
    market: 'securities',
    subject: { type: 'offering', id: offering.id },
    walletAddress: wallet?.address ?? null,
    subjectKeyId: keyId,
    category: 'investment',
    stated: Object.keys(p.input.compliance_facts),
    again: p.again,
  })
  // What two people judged of the offering itself is not asked again with each of its sales.
  const apart = liftedApart(offering, facts)
  const codes = [...(p.release?.codes ?? []), ...apart]
  const outcome = codes.length ? approvedOutcome(ctx, decided, codes) : decided.outcome
  const status = investmentStatus(outcome, { screening: screened.status, identity: investor.status })
  return { decided, status, screening: screened.status, accredited: isAccredited(ctx, investor), events: liftedEvents }
}

/** Raise and fee after an amount more; the fee is 1 % of the raise, cumulative, capped at $1,000,000. */
export function feeOf(offering: OfferingRow, amount: bigint) {
  const raisedAfter = amount === 0n ? offering.amount_raised : formatMicro(parse(offering.amount_raised) + amount)
  const feeAmount = amount === 0n ? '0' : formatMicro(parse(feeAt(raisedAfter)) - parse(offering.fee_accrued))
  return { raisedAfter, feeAmount, accrued: formatMicro(parse(offering.fee_accrued) + parse(feeAmount)) }
}

/** Enters an accepted investment: the fee ledger and the offering's counters. The offering's row must be locked. */
export async function bookInvestment(
  tx: Tx,
  ctx: Ctx,
  p: { offering: OfferingRow; id: string; amount: bigint; firstOfPerson: boolean; accredited: boolean },
) {
  const { offering, id, amount, firstOfPerson, accredited } = p
  const { raisedAfter, feeAmount, accrued } = feeOf(offering, amount)
  const at = new Date(ctx.now)
  await tx.insert(feeEntries).values({
    id: newId('fee_entry', ctx.now),
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    offering_id: offering.id,
    investment_id: id,
    amount: feeAmount,
    raised_after: raisedAfter,
    accrued_after: accrued,
    created_at: at,
  })
  await tx
    .update(offerings)
    .set({
      amount_raised: raisedAfter,
      fee_accrued: accrued,
      investor_count: offering.investor_count + (firstOfPerson ? 1 : 0),
      non_accredited_count: offering.non_accredited_count + (firstOfPerson && !accredited ? 1 : 0),
      first_sale_at: offering.first_sale_at ?? at,
      updated_at: at,
    })
    .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
}

const oldestList = (lists: readonly { current_at: string }[]) => lists.map((l) => l.current_at).sort()[0] ?? 'none'

/** The offering's own limits. */
function limitFacts(offering: OfferingRow, reserved: bigint, granted: bigint): Room<'offering'> {
  const price = parse(offering.price_per_token)
  const taken = price === 0n ? 0n : (parse(offering.amount_raised) + reserved) / price
  return {
    max_non_accredited: offering.max_non_accredited ?? 'none',
    non_accredited_count: offering.non_accredited_count,
    lockup_days: offering.lockup_days ?? 'none',
    units_left: String(BigInt(offering.total_supply) - taken - granted),
    reserved: money(formatMicro(reserved), offering.currency),
    blocked_countries: offering.blocked_countries,
    allowed_countries: offering.allowed_countries.length ? offering.allowed_countries : 'none',
  }
}

const parse = (text: string) => parseMicro(text) ?? 0n

/** What is bought, in money and in units. Throws `currency_mismatch`, `amount_mismatch`, `validation_failed`. */
export function amounts(input: CreateInvestmentInput, offering: OfferingRow): { amount: bigint; quantity: bigint } {
  if (input.currency && input.currency !== offering.currency)
    throw new AppError('currency_mismatch', `The offering is in ${offering.currency}.`, {
      fields: [{ pointer: '/currency', code: 'currency_mismatch', detail: `Use ${offering.currency}.`, suggestion: offering.currency }],
    })
  const price = parse(offering.price_per_token)
  const one = micro('1')
  const wanted = input.amount ? parse(input.amount) : null
  const units = input.quantity ?? input.token_quantity
  const tokens = units ? parse(units) : null
  if (input.quantity && input.token_quantity && parse(input.quantity) !== parse(input.token_quantity))
    throw invalidField('/token_quantity', 'conflicting_fields', 'quantity and token_quantity differ. Send quantity alone.')
  if (tokens !== null && tokens % one !== 0n)
    throw invalidField(input.quantity ? '/quantity' : '/token_quantity', 'invalid_format', 'Tokens are whole.')
  const quantity = tokens !== null ? tokens / one : wanted! / price
  return { amount: wanted ?? quantity * price, quantity }
}

/** Throws `offering_not_open` unless the offering is open now: in its state, and between its dates. */
export function requireOpen(ctx: Ctx, offering: OfferingRow): void {
  if (offering.status !== 'open') throw new AppError('offering_not_open', `The offering is ${offering.status}.`)
  if (offering.opens_at && ctx.now < offering.opens_at.getTime())
    throw new AppError('offering_not_open', `The offering opens at ${offering.opens_at.toISOString()}.`)
  if (offering.closes_at && ctx.now >= offering.closes_at.getTime())
    throw new AppError('offering_not_open', `The offering took investments until ${offering.closes_at.toISOString()}.`)
}

/** Throws `amount_mismatch` for an amount that is no whole number of tokens, or another one than the quantity costs. */
function requireWhole(offering: OfferingRow, { amount, quantity }: { amount: bigint; quantity: bigint }): void {
  const price = parse(offering.price_per_token)
  const pointer = { pointer: '/amount', code: 'amount_mismatch' }
  if (amount % price !== 0n)
    throw new AppError('amount_mismatch', `The amount is not a whole number of tokens at ${offering.price_per_token}.`, {
      fields: [{ ...pointer, detail: 'Use a multiple of the price.', suggestion: formatMicro((amount / price) * price) }],
    })
  const suggestion = formatMicro(quantity * price)
  if (amount !== quantity * price)
    throw new AppError('amount_mismatch', 'The amount and the quantity do not agree with the price.', {
      fields: [{ ...pointer, detail: `${quantity} tokens cost ${suggestion}.`, suggestion }],
    })
}

/** Who holds some already may add less than the minimum, unless the offering asks for it each time. Throws `below_minimum_investment`. */
async function requireMinimum(tx: Tx, ctx: Ctx, p: { offering: OfferingRow; investor: InvestorRow; amount: bigint }): Promise<void> {
  const { offering, investor, amount } = p
  if (amount >= parse(offering.minimum_investment)) return
  if (offering.facts.minimum_each_time !== true && !(await isNewHolder(tx, ctx, offering, investor))) return
  throw new AppError('below_minimum_investment', `The minimum investment is ${offering.minimum_investment} ${offering.currency}.`, {
    fields: [{ pointer: '/amount', code: 'too_small', detail: 'Below the minimum investment.' }],
    extra: { minimum: offering.minimum_investment },
  })
}

/** Throws `raise_limit_exceeded` or `supply_exhausted` when what is raised, reserved by others, and issued unsold leaves no room for an amount. */
export function checkCapacity(
  offering: OfferingRow,
  amount: bigint,
  quantity: bigint,
  { reserved, granted }: { reserved: bigint; granted: bigint },
): void {
  const taken = parse(offering.amount_raised) + reserved
  const room = parse(offering.maximum_raise) - taken
  const waits = reserved > 0n ? ` ${formatMicro(reserved)} more are reserved by investments that wait.` : ''
  if (amount > room)
    throw new AppError(
      'raise_limit_exceeded',
      `${room > 0n ? `Only ${formatMicro(room)} ${offering.currency} are` : 'Nothing is'} left of this raise.${waits}`,
      { extra: { remaining: formatMicro(room > 0n ? room : 0n) } },
    )
  const price = parse(offering.price_per_token)
  const left = BigInt(offering.total_supply) - (price === 0n ? 0n : taken / price) - granted
  if (quantity > left)
    throw new AppError('supply_exhausted', `Not enough tokens are left.${waits}`, {
      extra: { remaining: String(left > 0n ? left : 0n) },
    })
}

/** The rule behind each of these refusals. */
const REFUSED: Readonly<Record<string, string>> = {
  raise_limit_exceeded: 'RAISE_LIMIT_EXCEEDED',
  supply_exhausted: 'SUPPLY_EXHAUSTED',
  offering_not_open: 'OFFERING_NOT_OPEN',
  amount_mismatch: 'INVESTMENT_AMOUNT_MISMATCH',
  below_minimum_investment: 'BELOW_MINIMUM_INVESTMENT',
}

/** Of those who miss the last place there may be hundreds at one moment: their decisions are made in turn, and take nobody's connection. */
const keeping = fewAtOnce(2)

/** Decides what was refused, without the offering's lock, and answers the refusal with that decision; as it was, where no rule denies it now. */
async function keepRefusal(tx: Tx, ctx: Ctx, input: CreateInvestmentInput, refused: AppError): Promise<Refused> {
  const offering = await findScoped(tx, offerings, ctx, input.offering_id)
  if (!offering) throw refused
  const { investor, wallet } = await findInvestor(tx, ctx, input)
  const [reserved, granted] = [await reservedOf(tx, ctx, offering), await grantedUnits(tx, ctx, offering)]
  const asked = { ...amounts(input, offering), offering, investor, wallet, reserved, granted, input }
  const { decided } = await judgeInvestment(tx, ctx, asked)
  if (!decided.engine.rules.some((rule) => rule.code === REFUSED[refused.code] && rule.result === 'fail')) throw refused
  const extra = { ...refused.extra, decision: decided.decision as unknown as Json }
  return refusedAfter(decided, new AppError(refused.code, refused.message, { fields: refused.fields, extra }))
}

/** The investor named, or the one behind the wallet; a sandbox wallet never seen before gets one, so that personas need no set-up. */
export async function findInvestor(
  tx: Tx,
  ctx: Ctx,
  input: CreateInvestmentInput,
): Promise<{ investor: InvestorRow; wallet: WalletRow | null }> {
  const wallet = input.wallet_address ? await ensureWallet(tx, ctx, input.wallet_address) : null
  let investor = input.investor_id ? await findScoped(tx, investors, ctx, input.investor_id) : null
  if (input.investor_id && !investor) throw notFound()
  if (!investor && wallet) {
    const [bound] = await tx
      .select()
      .from(investors)
      .where(inScope(investors, ctx, eq(investors.wallet_id, wallet.id)))
      .limit(1)
    investor = bound ?? null
    if (!investor && ctx.environment === 'sandbox') {
      const known = await holderOf(tx, ctx, wallet)
      const made = await insertInvestor(tx, ctx, {
        type: 'individual',
        full_name: known?.full_name ?? `Sandbox Investor ${wallet.address.slice(-6)}`,
        wallet_address: input.wallet_address,
        date_of_birth: known?.date_of_birth ?? '1985-03-14',
        country: ctx.world.personas.at(wallet.address)?.effects.country ?? known?.country ?? 'US',
        metadata: {},
      })
      await runVerification(tx, ctx, made.row, { force: true })
      ;[investor] = (await tx
        .select()
        .from(investors)
        .where(inScope(investors, ctx, eq(investors.id, made.row.id)))
        .limit(1)) as [InvestorRow]
    }
    if (!investor) throw notFound()
  }
  if (investor && wallet && investor.wallet_id && investor.wallet_id !== wallet.id)
    throw new AppError('conflicting_fields', 'investor_id and wallet_address name different people.', {
      fields: [{ pointer: '/wallet_address', code: 'conflicting_fields', detail: 'This is not the wallet of that investor.' }],
    })
  const own =
    wallet ??
    (investor!.wallet_id
      ? ((
          await tx
            .select()
            .from(wallets)
            .where(inScope(wallets, ctx, eq(wallets.id, investor!.wallet_id)))
            .limit(1)
        )[0] ?? null)
      : null)
  return { investor: investor!, wallet: own }
}

/** The person a wallet was verified for. */
async function holderOf(tx: Tx, ctx: Ctx, wallet: WalletRow): Promise<PersonData | null> {
  const person = wallet.person_id ? await findScoped(tx, persons, ctx, wallet.person_id) : null
  const data = person && !person.erased_at ? await openPerson(tx, ctx, person) : null
  return data?.date_of_birth ? data : null
}

interface Subject {
  ctx: Ctx
  tx: Tx
  offering: OfferingRow
  investor: InvestorRow
  persona: Persona | null
  place: string | null
  amount: string
  input: CreateInvestmentInput
}

function isAccredited(ctx: Ctx, investor: InvestorRow): boolean {
  return (
    investor.accreditation_status === 'verified' &&
    (!investor.accreditation_expires_at || investor.accreditation_expires_at.getTime() > ctx.now)
  )
}

const accreditationStatus = (s: Subject) =>
  isAccredited(s.ctx, s.investor) ? 'accredited' : s.investor.accreditation_status === 'pending' ? 'pending' : 'not_accredited'

/** Who buys, as investor and as acquirer. */
type Buyer = NonNullable<FactsOf<'investment.accept'>['investor']>
type Accreditation = NonNullable<Buyer['accreditation']>
const METHODS: Record<string, Accreditation['method']> = {
  income_docs: 'income_documents',
  net_worth_docs: 'net_worth_documents',
  third_party_letter: 'third_party_letter',
  professional_license: 'principles_based',
  prior_verification: 'prior_verification',
  minimum_investment: 'minimum_investment',
}

/** What a record says of its accreditation, and when: a statement without a day of its own is as old as the record. */
function accreditationOf(s: Subject): Accreditation {
  const record = s.investor.accreditation
  const sandbox = s.ctx.environment === 'sandbox'
  const said = typeof record?.recorded_at === 'string' ? Date.parse(record.recorded_at) : s.investor.created_at.getTime()
  const dated = typeof record?.dated === 'string' ? record.dated : null
  const verifier = verifierOf(record?.verifier) ?? (sandbox ? 'attorney' : null)
  const standing = typeof record?.good_standing === 'boolean' ? record.good_standing : sandbox ? true : null
  return {
    status: accreditationStatus(s),
    expired: s.investor.accreditation_status === 'verified' && !isAccredited(s.ctx, s.investor),
    contrary_knowledge: record?.contrary !== undefined,
    self_certified_at: record ? rulesDay(said) : 'none',
    method: typeof record?.method === 'string' ? (METHODS[record.method] ?? 'none') : 'none',
    ...basisOf(record?.type, sandbox),
    ...(dated && {
      letter: { ...(verifier && { verifier }), ...(standing !== null && { good_standing: standing }), dated },
    }),
  }
}

const BASES: Record<string, Accreditation['basis']> = {
  income: 'income',
  net_worth: 'net_worth',
  professional: 'license',
  entity: 'entity_assets',
}
const basisOf = (type: unknown, sandbox: boolean): Pick<Accreditation, 'basis'> =>
  typeof type === 'string' && BASES[type] ? { basis: BASES[type] } : sandbox ? { basis: 'net_worth' } : {}

function investorFacts(s: Subject) {
  const sandbox = s.ctx.environment === 'sandbox'
  const entity = s.investor.type === 'entity'
  return {
    ...asRoom('investor', s.investor.facts),
    kind: entity ? 'entity' : 'natural',
    accreditation: accreditationOf(s),
    identity_status: s.investor.status,
    documents_status: s.investor.documents_status,
    knowledgeable_employee: false,
    custodial_account: false,
    revenue: { amount: '0', currency: 'USD' },
    net_assets: { amount: '0', currency: 'USD' },
    excluded_501e: false,
    // A person is no company, has no owners and was not founded for this. Of an entity only the sandbox takes these for granted.
    ...((sandbox || !entity) && { control_persons_verified: true, fund_owner_count: 'none', formed_for_purchase: false, owners: [] }),
    ...(s.input.annual_income && { annual_income: { amount: s.input.annual_income, currency: 'USD' } }),
    ...(s.input.net_worth && { net_worth_without_home: { amount: s.input.net_worth, currency: 'USD' } }),
    ...(sandbox && {
      indicated_interest_before_qualification: false,
      circular_delivered_at: s.offering.created_at.toISOString(),
      sophistication: { kind: 'self', issuer_belief_recorded: true, representative_is_affiliate: false },
      reg_s_certificate: { hash: 'c'.repeat(64), signed_at: new Date(s.ctx.now - 3_600_000).toISOString() },
    }),
  } satisfies Buyer
}

const affiliate = (said: Awaited<ReturnType<typeof affiliationOf>>): Pick<Room<'investor'>, 'affiliate_of_issuer'> =>
  said ? { affiliate_of_issuer: said.now } : {}

function acquirerFacts(s: Subject) {
  const sandbox = s.ctx.environment === 'sandbox'
  return {
    person_id: s.investor.person_id,
    kind: s.investor.type === 'entity' ? 'entity' : 'natural',
    ...(s.place && { residence: s.place }),
    ...stateFacts(s.ctx, s.place, s.investor.us_state),
    ...usPersonFacts(s.persona?.effects.flags?.includes('us_person') ? 'US' : s.place),
    ...(sandbox && {
      generally_solicited: s.offering.regulation === 'reg_d_506c',
      relationship_established_at: new Date(s.offering.created_at.getTime() - 30 * DAY_MS).toISOString().slice(0, 10),
      us_person_answers: {
        organised_in_us: s.investor.type === 'entity' && s.place !== null && inUnitedStates(s.place),
        estate_us_executor: false,
        trust_us_trustee: false,
        us_branch: false,
        account_for_us_person: false,
        us_fiduciary_discretion: false,
        formed_by_us_persons: false,
        owned_by_accredited_entities: false,
        exclusion: 'none',
      },
    }),
  } satisfies Buyer
}

function investmentFacts(s: Subject): Room<'investment'> {
  const sandbox = s.ctx.environment === 'sandbox'
  const method = s.input.payment_method ?? (sandbox ? 'wire' : undefined)
  return exactRoom('investment', {
    amount: money(s.amount, s.offering.currency),
    ...(method && { payment_method: method }),
    accepted_terms: s.investor.terms_accepted_at !== null || sandbox,
    agreement_sha256: s.input.agreement_sha256 ?? (sandbox ? 'f'.repeat(64) : 'none'),
    ...(sandbox && {
      payer_person_id: s.investor.person_id,
      own_account_representation: true,
      disclosure: { hash: 'a'.repeat(64), delivered_at: new Date(s.ctx.now - 48 * 3_600_000).toISOString(), level: 'tier2_audited' },
      offer_location: s.place ?? 'none',
      to_location_at_order: s.place ?? 'none',
      ip_country: s.place ?? 'none',
      vpn: false,
    }),
  })
}

const BAD_ACTOR_EVENT = (ctx: Ctx): NonNullable<Room<'offering'>['bad_actor_events']>[number] => ({
  person_id: 'per_sandbox',
  role: 'officer',
  voting_bps: 0,
  type: 'conviction',
  date: new Date(ctx.now - 365 * DAY_MS).toISOString().slice(0, 10),
  in_force: true,
  relief: 'none',
  disclosed_at: 'none',
})

/** The day of a sale is the one on which it was accepted. */
const SOLD_AT = sql<string>`coalesce(${investments.accepted_at}, ${investments.created_at})`

/** Every person the issuer sold to under 506(b), for the count of 35 in 90 days. */
async function sales506b(tx: Tx, ctx: Ctx, offering: OfferingRow): Promise<NonNullable<Room<'issuer'>['sales_506b']>> {
  if (offering.regulation !== 'reg_d_506b') return []
  const since = new Date(ctx.now - 200 * DAY_MS)
  const rows = await tx
    .select({ person: investments.person_id, at: SOLD_AT, accredited: investments.accredited })
    .from(investments)
    .innerJoin(offerings, eq(offerings.id, investments.offering_id))
    .where(
      inScope(
        investments,
        ctx,
        and(
          eq(offerings.regulation, 'reg_d_506b'),
          inArray(investments.status, [...COUNTED]),
          sql`${SOLD_AT} > ${since.toISOString()}::timestamptz`,
        ),
      ),
    )
  return rows.map((r) => ({ person_id: r.person, date: rulesDay(new Date(r.at)), accredited: r.accredited, excluded_501e: false }))
}

export async function isNewHolder(tx: Tx, ctx: Ctx, offering: OfferingRow, investor: InvestorRow): Promise<boolean> {
  const [row] = await tx
    .select({ id: investments.id })
    .from(investments)
    .where(
      inScope(
        investments,
        ctx,
        and(eq(investments.offering_id, offering.id), eq(investments.person_id, investor.person_id), eq(investments.status, 'accepted')),
      ),
    )
    .limit(1)
  return !row
}

/**
 * What becomes of an investment by its outcome. With a release it is the people's: what they saw of the rules is theirs to approve,
 * and a match that came up since, or an identity that is not verified, still waits.
 */
function investmentStatus(outcome: Decided['outcome'], p: { screening: string; identity: string }): 'accepted' | 'pending' | 'rejected' {
  if (outcome === 'deny') return 'rejected'
  return outcome === 'allow' && p.screening === 'clear' && p.identity === 'verified' ? 'accepted' : 'pending'
}

export function investmentEvents(
  offering: OfferingRow,
  view: Pick<
    InvestmentView,
    'id' | 'offering_id' | 'investor_id' | 'status' | 'amount' | 'token_quantity' | 'currency' | 'decision' | 'reserved_until'
  >,
  after: { raisedAfter: string; accrued: string; firstOfPerson: boolean; accredited: boolean },
): EventInput[] {
  const object = {
    id: view.id,
    offering_id: view.offering_id,
    investor_id: view.investor_id,
    status: view.status,
    amount: view.amount,
    quantity: view.token_quantity,
    token_quantity: view.token_quantity,
    currency: view.currency,
    decision: { id: view.decision.id, outcome: view.decision.outcome, reason_codes: view.decision.reason_codes },
    ...(view.status === 'pending' && { reserved_until: view.reserved_until }),
    market: 'securities',
  }
  const events: EventInput[] = [
    {
      type: view.status === 'accepted' ? 'investment.accepted' : view.status === 'pending' ? 'investment.pending' : 'investment.rejected',
      resource: { type: 'investment', id: view.id! },
      object,
    },
  ]
  if (view.status !== 'accepted') return events
  const resource = { type: 'offering', id: offering.id }
  const crossed = (before: bigint, now: bigint, limit: bigint, percent: bigint) =>
    limit > 0n && before * 100n < limit * percent && now * 100n >= limit * percent
  for (const percent of [50n, 80n, 100n])
    if (crossed(parse(offering.amount_raised), parse(after.raisedAfter), parse(offering.maximum_raise), percent))
      events.push({
        type: 'offering.threshold_reached',
        resource,
        object: { offering_id: offering.id, metric: 'raise_percent', value: Number(percent), limit: offering.maximum_raise },
      })
  const nonAccredited = offering.non_accredited_count + (after.firstOfPerson && !after.accredited ? 1 : 0)
  if (nonAccredited !== offering.non_accredited_count && [30, 35].includes(nonAccredited))
    events.push({
      type: 'offering.threshold_reached',
      resource,
      object: { offering_id: offering.id, metric: 'non_accredited', value: nonAccredited, limit: 35 },
    })
  if (parse(offering.fee_accrued) < micro('1000000') && parse(after.accrued) >= micro('1000000'))
    events.push({ type: 'offering.fee_cap_reached', resource, object: { offering_id: offering.id, fee: after.accrued } })
  return events
}

const VERIFIERS = ['broker_dealer', 'sec_adviser', 'state_adviser', 'attorney', 'cpa', 'other'] as const

/** Who wrote the letter, as the rules know it: a name that is no kind counts as another, which no rule relies on. Null when not said. */
const verifierOf = (given: unknown): (typeof VERIFIERS)[number] | null =>
  typeof given !== 'string' ? null : (VERIFIERS.find((one) => one === given) ?? 'other')
