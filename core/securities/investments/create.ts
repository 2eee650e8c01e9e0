import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { fewAtOnce } from '#core/kernel/few-at-once.ts'
import { currency, decimal, positiveDecimal, sixDecimals, walletAddress } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { requiring } from '#core/kernel/required.ts'
import { openCase } from '#core/record/cases/open.ts'
import { approvedOutcome } from '#core/record/decisions/approved.ts'
import { type Decided, recordDecision } from '#core/record/decisions/decide.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { insertInvestment, saidFirst } from '#core/record/facts/history.ts'
import { saleFactsField } from '#core/record/facts/stated-facts.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import { type Refused, refusedAfter, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { lockOffering, prepareFixture } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { offerings } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { formatMicro } from '#engine/money.ts'
import { bookInvestment, feeOf } from '../bookings/book.ts'
import { type InvestmentRow, type InvestmentView, investmentAnswer, presentInvestment } from '../bookings/present.ts'
import { RESERVATION_MS, reservedOf } from '../bookings/reserve.ts'
import { lockupUntil } from '../holdings/lots.ts'
import { grantedUnits, lockCaps } from '../holdings/of-record.ts'
import type { InvestorRow } from '../investors/create.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { liftedApart } from '../offerings/stand-apart.ts'
import { isAccredited } from './buyer-facts.ts'
import { investmentEvents } from './events.ts'
import { findInvestor } from './find-investor.ts'
import { agreementsOf, gatherSale, type Judged } from './sale-facts.ts'
import { amounts, checkCapacity, isNewHolder, requireAgreement, requireMinimum, requireOpen, requireWholeUnits } from './terms-of-sale.ts'

export const createInvestmentInput = requiring(
  z.strictObject({
    offering_id: z.string().max(100),
    investor_id: z.string().max(100).optional(),
    wallet_address: walletAddress.optional(),
    amount: sixDecimals(positiveDecimal).optional(),
    quantity: sixDecimals(positiveDecimal).optional(),
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
    amount: !given('amount', 'quantity') && 'Give amount or quantity.',
  }),
)
export type CreateInvestmentInput = z.output<typeof createInvestmentInput>

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
  await refuseMethodOfPayment(ctx, input.payment_method)
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
export async function refuseMethodOfPayment(ctx: Ctx, method: CreateInvestmentInput['payment_method']): Promise<void> {
  if (method !== 'crypto' || !ctx.world.chain.real) return
  const known = await ctx.world.tenant.inForce(ctx.db, ctx)
  if (!known.some(({ fact, value }) => fact === 'enterprise_contract' && value === true))
    throw new AppError('payment_method_not_enabled', 'Crypto payments need an enterprise contract.')
}

async function invest(tx: Tx, ctx: Ctx, input: CreateInvestmentInput) {
  await lockCaps(tx, ctx)
  const offering = await lockOffering(tx, ctx, input.offering_id)
  if (!offering) throw notFound()
  requireOpen(ctx, offering)
  const { amount, quantity } = amounts(input, offering)
  requireWholeUnits(offering, { amount, quantity })
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
  const { raisedAfter, feeAmount, accrued } = feeOf(offering, status === 'accepted' ? amount : 0n)
  const row = rowOf(ctx, input, { offering, investor, amount, quantity, status, accredited, feeAmount, decisionId: decided.decision.id })
  const { id } = row
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

/** An investment as it is stored, as its decision left it. */
function rowOf(
  ctx: Ctx,
  input: CreateInvestmentInput,
  p: Pick<Judged, 'offering' | 'investor' | 'amount' | 'quantity'> & {
    status: ReturnType<typeof investmentStatus>
    accredited: boolean
    feeAmount: string
    decisionId: string
  },
): InvestmentRow {
  const { offering, investor, status } = p
  const at = new Date(ctx.now)
  return {
    id: newId('investment', ctx.now),
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    offering_id: offering.id,
    investor_id: investor.id,
    person_id: investor.person_id,
    status,
    amount: formatMicro(p.amount),
    token_quantity: String(p.quantity),
    currency: offering.currency,
    accredited: p.accredited,
    fee_amount: p.feeAmount,
    payment_method: input.payment_method ?? null,
    payment_reference: input.payment_reference ?? null,
    agreement_sha256: input.agreement_sha256 ?? null,
    annual_income: input.annual_income ?? null,
    net_worth: input.net_worth ?? null,
    ...saidFirst(ctx, input.compliance_facts),
    lockup_until: lockupUntil(at, offering.lockup_days),
    issued_quantity: '0',
    decision_id: p.decisionId,
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

/** Where the world says what becomes of a payment, it does so when its time has come. */
async function playPayment(tx: Tx, ctx: Ctx, id: string, amount: string): Promise<void> {
  const ends = ctx.world.statements.paymentEnds(amount)
  if (ends) await setTimer(tx, ctx, { kind: ends.kind, subjectId: id, dueMs: ctx.now + ends.afterMs })
}

/** Decides one investment under the facts of now: the engine, the screening, and the offering's own limits. Records the decision. */
export async function judgeInvestment(tx: Tx, ctx: Ctx, p: Judged) {
  const { facts, screened, keyId, liftedEvents, found, shownBy } = await gatherSale(tx, ctx, p)
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
    found,
    shownBy,
  })
  // What two people judged of the offering itself is not asked again with each of its sales.
  const apart = liftedApart(offering, facts)
  const codes = [...(p.release?.codes ?? []), ...apart]
  const outcome = codes.length ? approvedOutcome(ctx, decided, codes) : decided.outcome
  const status = investmentStatus(outcome, { screening: screened.status, identity: investor.status })
  return { decided, status, screening: screened.status, accredited: isAccredited(ctx, investor), events: liftedEvents }
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

/**
 * What becomes of an investment by its outcome. With a release it is the people's: what they saw of the rules is theirs to approve,
 * and a match that came up since, or an identity that is not verified, still waits.
 */
function investmentStatus(outcome: Decided['outcome'], p: { screening: string; identity: string }): 'accepted' | 'pending' | 'rejected' {
  if (outcome === 'deny') return 'rejected'
  return outcome === 'allow' && p.screening === 'clear' && p.identity === 'verified' ? 'accepted' : 'pending'
}
