import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { stillSaid } from '#core/record/facts/stated-facts.ts'
import type { Release } from '#core/screening/holds/lift-matches.ts'
import type { Tx } from '#db/connect.ts'
import { investments, investors, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { parseMicro } from '#engine/money.ts'
import { bookInvestment, feeOf } from '../bookings/book.ts'
import { type InvestmentRow, viewOf } from '../bookings/present.ts'
import { RESERVATION_MS, reservedOf } from '../bookings/reserve.ts'
import { lockupUntil } from '../holdings/lots.ts'
import { grantedUnits } from '../holdings/of-record.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { createInvestmentInput, judgeInvestment } from './create.ts'
import { investmentEvents } from './events.ts'
import { checkCapacity, isNewHolder, requireOpen } from './terms-of-sale.ts'

type Locked = { row: InvestmentRow; offering: OfferingRow }
export type JudgedAgain = Awaited<ReturnType<typeof judgeAgain>>

/** Decides an investment that waits anew, under the facts of now. With `release`, two people lifted what they had seen. */
export async function judgeAgain(tx: Tx, ctx: Ctx, { row, offering }: Locked, release?: Release) {
  requireOpen(ctx, offering)
  const sale = await saleOf(tx, ctx, { row, offering })
  checkCapacity(offering, sale.amount, sale.quantity, sale)
  const judged = await judgeInvestment(tx, ctx, { ...sale, again: row.facts_stated ?? {}, ...(release && { release }) })
  return { ...judged, investor: sale.investor, amount: sale.amount }
}

/** A stored investment as it would be asked for now. Throws `not_found` when its investor is gone. */
export async function saleOf(tx: Tx, ctx: Ctx, { row, offering }: Locked) {
  const investor = await findScoped(tx, investors, ctx, row.investor_id)
  if (!investor) throw notFound()
  const [wallet] = investor.wallet_id
    ? await tx
        .select()
        .from(wallets)
        .where(inScope(wallets, ctx, eq(wallets.id, investor.wallet_id)))
        .limit(1)
    : []
  return {
    offering,
    investor,
    wallet: wallet ?? null,
    amount: parseMicro(row.amount) ?? 0n,
    quantity: BigInt(row.token_quantity),
    reserved: await reservedOf(tx, ctx, offering, row.id),
    granted: await grantedUnits(tx, ctx, offering),
    input: createInvestmentInput.parse({
      offering_id: offering.id,
      investor_id: investor.id,
      amount: row.amount,
      ...(row.payment_method && { payment_method: row.payment_method }),
      ...(row.agreement_sha256 && { agreement_sha256: row.agreement_sha256 }),
      ...(row.annual_income !== null && { annual_income: row.annual_income }),
      ...(row.net_worth !== null && { net_worth: row.net_worth }),
      compliance_facts: stillSaid(row.facts),
    }),
  }
}

/** Enters what an investment became when it was decided again: its row, and when accepted its place in the raise. */
export async function enterVerdict(
  tx: Tx,
  ctx: Ctx,
  { row, offering }: Locked,
  again: JudgedAgain,
  status: 'accepted' | 'rejected' | 'pending',
): Promise<EventInput[]> {
  const { investor, amount, accredited } = again
  const firstOfPerson = await isNewHolder(tx, ctx, offering, investor)
  const fee = feeOf(offering, status === 'accepted' ? amount : 0n)
  const at = new Date(ctx.now)
  const until = status === 'pending' ? new Date(ctx.now + RESERVATION_MS) : null
  await tx
    .update(investments)
    .set({
      status,
      accredited,
      fee_amount: fee.feeAmount,
      decision_id: again.decided.decision.id,
      refusal: null,
      reserved_until: until,
      payment_failed_at: null,
      // The sale is now, not when it was asked for: so its clocks run from now.
      ...(status === 'accepted' && { accepted_at: at, lockup_until: lockupUntil(at, offering.lockup_days) }),
      updated_at: at,
    })
    .where(inScope(investments, ctx, eq(investments.id, row.id)))
  if (status === 'accepted') await bookInvestment(tx, ctx, { offering, id: row.id, amount, firstOfPerson, accredited })
  const view = { ...viewOf(row), status, decision: again.decided.decision, reserved_until: until?.toISOString() ?? null }
  return [...again.events, ...investmentEvents(offering, view, { ...fee, firstOfPerson, accredited })]
}
