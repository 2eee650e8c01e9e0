import type { EventInput } from '#core/record/events/events.ts'
import { micro, parseMicro } from '#engine/money.ts'
import type { InvestmentView } from '../bookings/present.ts'
import type { OfferingRow } from '../offerings/facts.ts'

const parse = (text: string) => parseMicro(text) ?? 0n

/** What became of an investment, and what it did to its offering: thresholds that it crossed. */
export function investmentEvents(
  offering: OfferingRow,
  view: Pick<
    InvestmentView,
    'id' | 'offering_id' | 'investor_id' | 'status' | 'amount' | 'quantity' | 'currency' | 'decision' | 'reserved_until'
  >,
  after: { raisedAfter: string; accrued: string; firstOfPerson: boolean; accredited: boolean },
): EventInput[] {
  const object = {
    id: view.id,
    offering_id: view.offering_id,
    investor_id: view.investor_id,
    status: view.status,
    amount: view.amount,
    quantity: view.quantity,
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
