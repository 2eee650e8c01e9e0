import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'
import { refusalMessage, type WireDecision } from '#core/record/decisions/present.ts'
import { saleFactsField, stillSaid } from '#core/record/facts/stated-facts.ts'
import { factsStated, statementsOf } from '#core/record/facts/statements.ts'
import type { investments } from '#db/schema.ts'
import { formatMicro, micro, parseMicro } from '#engine/money.ts'
import type { OfferingRow } from '../offerings/facts.ts'

export type InvestmentRow = typeof investments.$inferSelect

const LEGENDS: Record<string, string> = { reg_d_506b: 'L1', reg_d_506c: 'L1', reg_s: 'L3' }

const NEXT: Record<string, { type: string; detail: string }> = {
  accepted: { type: 'none', detail: 'The investment is accepted.' },
  refunded: { type: 'none', detail: 'The investment was paid back.' },
  cancelled: { type: 'none', detail: 'The investment was cancelled.' },
}

const UNPAID = {
  type: 'pay',
  detail: 'The payment failed after units were issued. They are frozen until it is made good or they are recalled.',
}

const CANCEL_REASONS = ['reservation_expired', 'payment_not_received', 'cancelled_by_investor', 'cancelled_by_issuer'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function waits({ reserved_until: until, payment_failed_at: failed }: InvestmentRow) {
  const by = until ? ` until ${minute(until)}` : ''
  return failed
    ? { type: 'pay', detail: `The payment failed. It can be made good${by}; after that the investment is cancelled.` }
    : { type: 'wait', detail: until ? `A person has to look at this. Its units are reserved${by}.` : 'A person has to look at this.' }
}

const money = (text: string) => formatMicro(parseMicro(text) ?? 0n)

const REFUSALS: Record<string, { by: 'issuer' | 'reviewer'; detail: string }> = {
  declined_by_issuer: { by: 'issuer', detail: 'The issuer declined the investment.' },
  identity_rejected: { by: 'reviewer', detail: 'The investor’s identity was rejected while the investment waited.' },
  identity_revoked: { by: 'reviewer', detail: 'The investor’s identity was revoked while the investment waited.' },
}

/** Who ended it besides the rules, and how; null when only they decided. It changes no decision. */
export const refusalOf = (row: Pick<InvestmentRow, 'refusal'>): { code: string; by: 'issuer' | 'reviewer'; detail: string } | null =>
  row.refusal && REFUSALS[row.refusal] ? { code: row.refusal, ...REFUSALS[row.refusal]! } : null

export const investmentAnswer = z.object({
  success: z.literal(true),
  id: z.string().nullable().meta({ description: 'null for a dry run, which stores nothing' }),
  object: z.literal('investment'),
  offering_id: z.string(),
  investor_id: z.string(),
  status: z.enum(['accepted', 'pending', 'rejected', 'refunded', 'cancelled']),
  amount: z.string(),
  quantity: z.string().meta({ description: 'Units bought' }),
  issued_quantity: z.string(),
  price_per_token: z.string(),
  currency: z.string(),
  fee: z.object({ rate: z.string(), amount: z.string(), offering_total: z.string(), cap_remaining: z.string() }),
  restrictions: z.object({ lockup_until: z.string().nullable(), legend: z.string().nullable(), transferable_to: z.string() }),
  reserved_until: z.string().nullable().meta({
    description: 'While pending: until when it holds its units; then it is cancelled. 72 hours, or 5 days for a payment that failed',
  }),
  payment_freeze_id: z.string().nullable().meta({ description: 'The freeze on issued units whose payment failed' }),
  payment_failed_at: z.string().nullable().meta({ description: 'When its payment failed; null once it was made good' }),
  cancel_reason: z.enum(CANCEL_REASONS).nullable(),
  next_action: z.object({ type: z.string(), detail: z.string() }),
  refusal: z
    .object({ code: z.string(), by: z.enum(['issuer', 'reviewer']), detail: z.string() })
    .nullable()
    .meta({ description: 'What people decided besides the rules; null when only the rules spoke. It changes no decision' }),
  compliance_facts: saleFactsField,
  facts_stated: factsStated,
  decision,
  created_at: z.string(),
})

/** An investment as the API shows it (api.md, 4.8). `fee_accrued` is that of the offering after it. */
export function presentInvestment(
  row: InvestmentRow,
  offering: Pick<OfferingRow, 'price_per_token' | 'regulation' | 'fee_accrued'>,
  decision: WireDecision,
) {
  const unpaid = row.status === 'accepted' && row.payment_freeze_id !== null
  return {
    success: true as const,
    id: row.id as string | null,
    object: 'investment' as const,
    offering_id: row.offering_id,
    investor_id: row.investor_id,
    status: row.status,
    amount: money(row.amount),
    quantity: row.token_quantity,
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
    payment_freeze_id: row.payment_freeze_id,
    cancel_reason: row.cancel_reason as CancelReason | null,
    next_action: (row.status === 'pending' ? waits(row) : unpaid ? UNPAID : NEXT[row.status]) ?? {
      type: 'none',
      detail: refusalOf(row)?.detail ?? refusalMessage(decision) ?? 'The investment was rejected.',
    },
    refusal: refusalOf(row),
    compliance_facts: stillSaid(row.facts),
    facts_stated: statementsOf(stillSaid(row.facts), row.facts_stated ?? {}),
    decision,
    created_at: row.created_at.toISOString(),
  }
}
export type InvestmentView = ReturnType<typeof presentInvestment>

/** An investment as the events about it name it. */
export const viewOf = (row: InvestmentRow) => ({
  id: row.id,
  offering_id: row.offering_id,
  investor_id: row.investor_id,
  amount: row.amount,
  quantity: row.token_quantity,
  currency: row.currency,
})
