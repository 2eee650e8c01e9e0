import type { EventInput } from '#core/record/events/events.ts'
import type { TransactionView } from './present.ts'

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
