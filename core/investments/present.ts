import type { investments } from '#db/schema.ts'
import { formatMicro, micro, parseMicro } from '#engine/money.ts'
import { refusalMessage, type WireDecision } from '../decisions/present.ts'
import type { OfferingRow } from '../offerings/facts.ts'

export type InvestmentRow = typeof investments.$inferSelect

const LEGENDS: Record<string, string> = { reg_d_506b: 'L1', reg_d_506c: 'L1', reg_s: 'L3' }

const NEXT: Record<string, { type: string; detail: string }> = {
  accepted: { type: 'none', detail: 'The investment is accepted.' },
  refunded: { type: 'none', detail: 'The investment was paid back.' },
  cancelled: { type: 'none', detail: 'The investment was cancelled.' },
}

export const CANCEL_REASONS = ['reservation_expired', 'payment_not_received', 'cancelled_by_investor', 'cancelled_by_issuer'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function waits({ reserved_until: until, payment_failed_at: failed }: InvestmentRow) {
  const by = until ? ` until ${minute(until)}` : ''
  return failed
    ? { type: 'pay', detail: `The payment failed. It can be made good${by}; after that the investment is cancelled.` }
    : { type: 'wait', detail: until ? `A person has to look at this. Its units are reserved${by}.` : 'A person has to look at this.' }
}

const money = (text: string) => formatMicro(parseMicro(text) ?? 0n)

/** An investment as the API shows it (api.md, 4.8). `fee_accrued` is that of the offering after it. */
export function presentInvestment(
  row: InvestmentRow,
  offering: Pick<OfferingRow, 'price_per_token' | 'regulation' | 'fee_accrued'>,
  judged: WireDecision,
) {
  const decision = withRefusal(judged, row.refusal)
  return {
    success: true as const,
    id: row.id as string | null,
    object: 'investment' as const,
    offering_id: row.offering_id,
    investor_id: row.investor_id,
    status: row.status as 'accepted' | 'pending' | 'rejected' | 'refunded' | 'cancelled',
    amount: money(row.amount),
    token_quantity: row.token_quantity,
    issued_quantity: row.issued_quantity,
    price_per_token: offering.price_per_token,
    currency: row.currency,
    fee: {
      rate: '0.01',
      amount: money(row.fee_amount),
      offering_total: money(offering.fee_accrued),
      cap_remaining: formatMicro(micro('1000000') - (parseMicro(offering.fee_accrued) ?? 0n)),
    },
    restrictions: {
      lockup_until: row.lockup_until?.toISOString() ?? null,
      legend: LEGENDS[offering.regulation] ?? null,
      transferable_to: offering.regulation === 'reg_s' ? 'non-US persons until the compliance period ends' : 'verified holders',
    },
    reserved_until: row.status === 'pending' ? (row.reserved_until?.toISOString() ?? null) : null,
    payment_failed_at: row.payment_failed_at?.toISOString() ?? null,
    cancel_reason: row.cancel_reason as CancelReason | null,
    next_action: (row.status === 'pending' ? waits(row) : NEXT[row.status]) ?? {
      type: 'none',
      detail:
        row.refusal === 'declined_by_issuer'
          ? 'The issuer declined the investment.'
          : (refusalMessage(decision) ?? 'The investment was rejected.'),
    },
    decision,
    created_at: row.created_at.toISOString(),
  }
}
export type InvestmentView = ReturnType<typeof presentInvestment>

/** What refused it besides the rules is told with them. */
const withRefusal = (decision: WireDecision, refusal: string | null): WireDecision =>
  refusal === null ? decision : { ...decision, outcome: 'deny', reason_codes: [...decision.reason_codes, refusal] }

/** An investment as the events about it name it. */
export const viewOf = (row: InvestmentRow) => ({
  id: row.id,
  offering_id: row.offering_id,
  investor_id: row.investor_id,
  amount: row.amount,
  token_quantity: row.token_quantity,
  currency: row.currency,
})
