import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { feeEntries, investments, offerings } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { formatMicro, parseMicro } from '#engine/money.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { feeAt } from '../offerings/present.ts'

const parse = (text: string) => parseMicro(text) ?? 0n

/** The payment of an accepted investment did not arrive: it waits again, and holds no place meanwhile. */
export const failPayment = (tx: Tx, ctx: Ctx, id: string) => unbook(tx, ctx, id, 'pending')
/** An accepted investment is paid back. */
export const refundPayment = (tx: Tx, ctx: Ctx, id: string) => unbook(tx, ctx, id, 'refunded')

/** Takes an accepted investment out of the raise again, with a fee entry against it. Tokens already issued are not taken back. */
async function unbook(tx: Tx, ctx: Ctx, id: string, to: 'pending' | 'refunded') {
  const found = await findScoped(tx, investments, ctx, id)
  const offering = found && (await lockScoped(tx, offerings, ctx, found.offering_id))
  const row = found && (await lockScoped(tx, investments, ctx, id))
  if (!row || !offering || row.status !== 'accepted' || parse(row.issued_quantity) > 0n) return null
  const at = new Date(ctx.now)
  const raised = formatMicro(parse(offering.amount_raised) - parse(row.amount))
  const accrued = feeAt(raised)
  await tx.insert(feeEntries).values({
    id: newId('fee_entry', ctx.now),
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    offering_id: offering.id,
    investment_id: id,
    amount: `-${formatMicro(parse(offering.fee_accrued) - parse(accrued))}`.replace(/^-0$/, '0'),
    raised_after: raised,
    accrued_after: accrued,
    created_at: at,
  })
  await tx
    .update(investments)
    .set({ status: to, fee_amount: '0', updated_at: at })
    .where(inScope(investments, ctx, eq(investments.id, id)))
  const [other] = await tx
    .select({ id: investments.id })
    .from(investments)
    .where(
      inScope(
        investments,
        ctx,
        and(
          eq(investments.offering_id, offering.id),
          eq(investments.person_id, row.person_id),
          eq(investments.status, 'accepted'),
          ne(investments.id, id),
        ),
      ),
    )
    .limit(1)
  await tx
    .update(offerings)
    .set({
      amount_raised: raised,
      fee_accrued: accrued,
      investor_count: offering.investor_count - (other ? 0 : 1),
      non_accredited_count: offering.non_accredited_count - (other || row.accredited ? 0 : 1),
      updated_at: at,
    })
    .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
  return {
    audit: {
      action: to === 'refunded' ? 'investment_refunded' : 'investment_payment_failed',
      category: 'investment' as const,
      subject: { type: 'investment', id },
      details: { offering_id: offering.id },
    },
    events: [
      {
        type: to === 'refunded' ? ('investment.refunded' as const) : ('investment.payment_failed' as const),
        resource: { type: 'investment', id },
        object: {
          id,
          offering_id: offering.id,
          investor_id: row.investor_id,
          status: to,
          amount: row.amount,
          token_quantity: row.token_quantity,
          currency: row.currency,
          market: 'securities',
        },
        previous: { status: 'accepted' },
      },
    ],
  }
}
