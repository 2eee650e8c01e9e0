import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Tx } from '#db/connect.ts'
import { feeEntries, offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { formatMicro, parseMicro } from '#engine/money.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { feeAt } from '../offerings/present.ts'

const parse = (text: string) => parseMicro(text) ?? 0n

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
