import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Tx } from '#db/connect.ts'
import { feeEntries, investments, offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { formatMicro, parseMicro } from '#engine/money.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { feeAt } from '../offerings/present.ts'
import { lockInvestment } from './lock.ts'
import type { CancelReason, InvestmentRow } from './present.ts'
import { CURE_MS } from './reserve.ts'
import { tellInvestor } from './tell-investor.ts'

const parse = (text: string) => parseMicro(text) ?? 0n

/** The payment of an accepted investment did not arrive: it waits again and leaves the raise; its units stay reserved for five days. */
export const failPayment = (tx: Tx, ctx: Ctx, id: string) => takeBack(tx, ctx, id, 'payment_failed')
/** An accepted investment is paid back. */
export const refundPayment = (tx: Tx, ctx: Ctx, id: string) => takeBack(tx, ctx, id, 'refunded')

const STATUS = { payment_failed: 'pending', found_ineligible: 'pending', refunded: 'refunded', cancelled: 'cancelled' } as const

async function takeBack(tx: Tx, ctx: Ctx, id: string, what: 'payment_failed' | 'refunded') {
  const locked = await lockInvestment(tx, ctx, id)
  if (locked?.row.status !== 'accepted' || parse(locked.row.issued_quantity) > 0n) return null
  return unbookInvestment(tx, ctx, locked, what)
}

/**
 * Ends what an investment holds: its status, and when it was accepted its place in the raise and among the holders, with a fee
 * entry against its fee. Both rows must be locked, and nothing issued: tokens are not taken back here.
 */
export async function unbookInvestment(
  tx: Tx,
  ctx: Ctx,
  { row, offering }: { row: InvestmentRow; offering: OfferingRow },
  what: keyof typeof STATUS,
  reason: CancelReason | null = null,
) {
  const status = STATUS[what]
  const failed = what === 'payment_failed'
  const until = failed ? new Date(ctx.now + CURE_MS) : null
  await tx
    .update(investments)
    .set({
      status,
      fee_amount: '0',
      reserved_until: until,
      ...(failed && { payment_failed_at: new Date(ctx.now) }),
      cancel_reason: reason,
      updated_at: new Date(ctx.now),
    })
    .where(inScope(investments, ctx, eq(investments.id, row.id)))
  if (row.status === 'accepted') await leaveOffering(tx, ctx, row, offering)
  if (failed)
    await tellInvestor(tx, ctx, row, {
      title: 'A payment failed',
      body: `The payment for ${offering.name} did not arrive. Make it good by ${until!.toISOString().slice(0, 16).replace('T', ' ')} UTC, or the investment is cancelled.`,
    })
  return {
    audit: {
      action: `investment_${what}`,
      category: 'investment' as const,
      subject: { type: 'investment', id: row.id },
      details: { offering_id: offering.id, from: row.status },
    },
    events: [
      {
        type: what === 'found_ineligible' ? ('investment.pending' as const) : (`investment.${what}` as const),
        resource: { type: 'investment', id: row.id },
        object: {
          id: row.id,
          offering_id: offering.id,
          investor_id: row.investor_id,
          status,
          amount: row.amount,
          quantity: row.token_quantity,
          currency: row.currency,
          ...(until && { reserved_until: until.toISOString() }),
          ...(reason && { reason }),
          ...(what === 'found_ineligible' && { reason_code: what }),
          market: 'securities',
        },
        previous: { status: row.status },
      },
    ],
  }
}

async function leaveOffering(tx: Tx, ctx: Ctx, row: InvestmentRow, offering: OfferingRow): Promise<void> {
  const at = new Date(ctx.now)
  // A fixture is everybody's and counts nobody's investments.
  const raised = offering.fixed ? offering.amount_raised : formatMicro(parse(offering.amount_raised) - parse(row.amount))
  const accrued = offering.fixed ? offering.fee_accrued : feeAt(raised)
  const back = offering.fixed ? parse(row.fee_amount) : parse(offering.fee_accrued) - parse(accrued)
  await tx.insert(feeEntries).values({
    id: newId('fee_entry', ctx.now),
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    offering_id: offering.id,
    investment_id: row.id,
    amount: `-${formatMicro(back)}`.replace(/^-0$/, '0'),
    raised_after: raised,
    accrued_after: accrued,
    created_at: at,
  })
  // Whoever is left counts as they were when they first came in; somebody accredited only later stays among the others.
  const { rows } = await tx.execute<{ investors: number; non_accredited: number }>(sql`
    select count(*)::int as investors, (count(*) filter (where not accredited))::int as non_accredited from (
      select distinct on (person_id) accredited from ${investments}
      where ${inScope(investments, ctx, and(eq(investments.offering_id, offering.id), eq(investments.status, 'accepted')))}
      order by person_id, created_at, id) people`)
  const left = rows[0]!
  await tx
    .update(offerings)
    .set({
      amount_raised: raised,
      fee_accrued: accrued,
      investor_count: left.investors,
      non_accredited_count: left.non_accredited,
      updated_at: at,
    })
    .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
}
