import { z } from 'zod'
import type { Compared } from '#core/chain/transactions/chain.ts'
import { COMPARED } from '#core/chain/transactions/chain.ts'
import { decision } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import { transactionFactsField } from '#core/record/facts/stated-facts.ts'
import { factsStated, statementsOf } from '#core/record/facts/statements.ts'
import type { transactions } from '#db/schema.ts'
import { parseDay, startOfLegalDay } from '#engine/dates.ts'

/** Whose word it is that a transaction was sent: a chain's, or without an endpoint for one only the caller's. */
const confirmedBy = ({ world }: Pick<Ctx, 'world'>, row: typeof transactions.$inferSelect): 'chain' | 'caller' =>
  world.chain.real && row.timeline.findLast((entry) => entry.status === 'settled')?.actor === 'system' ? 'chain' : 'caller'

/** What its chain could tell of it, when it confirmed it. */
const comparedOn = (row: typeof transactions.$inferSelect): Compared[] | null =>
  (row.timeline.findLast((entry) => entry.status === 'settled')?.compared as Compared[] | undefined) ?? null

/** A lock-up says when it ends, as its rule worked it out: the day it is over, and the moment at which that day begins for the law. */
function withDate(message: string, decision: WireDecision): string {
  const free = decision.rules.find((rule) => rule.code === 'issuer_lockup')?.message?.match(/free from (\d{4}-\d\d-\d\d)/)?.[1]
  const day = free === undefined ? null : parseDay(free)
  if (day === null) return message
  return message.replace(/\.$/, ` until ${free} begins in New York, at ${new Date(startOfLegalDay(day)).toISOString().slice(0, 16)}Z.`)
}

/** What moves, in units or in money: units have no amount and no currency. */
export const amountOf = (row: Pick<typeof transactions.$inferSelect, 'amount' | 'currency' | 'offering_id'>) =>
  row.offering_id ? { amount: null, quantity: row.amount, currency: null } : { amount: row.amount, quantity: null, currency: row.currency }

const check = z.enum(['pass', 'fail', 'review', 'not_applicable'])

export const transactionAnswer = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('transaction'),
  market: z.string(),
  type: z.string(),
  status: z.enum(['approved', 'denied', 'review', 'awaiting_counterparty', 'submitted', 'settled', 'failed', 'expired']),
  from_address: z.string().nullable(),
  to_address: z.string().nullable(),
  spender_address: z.string().nullable(),
  amount: z.string().nullable().meta({ description: 'In `currency`; null for units of an offering' }),
  quantity: z.string().nullable().meta({ description: 'Units of the offering that move; null where money or an NFT moves' }),
  currency: z.string().nullable().meta({ description: 'Null for units of an offering: they are not money' }),
  offering_id: z.string().nullable(),
  venue_id: z.string().nullable().meta({ description: 'The venue of a trade in units of an offering, of the register' }),
  restriction_code: z.number().int(),
  restriction_message: z.string(),
  risk_score: z.number().int(),
  checks: z.object({ sanctions: check, identity: check, jurisdiction: check, limits: check, lockup: check, travel_rule: check }),
  travel_rule: z
    .object({
      required: z.boolean(),
      regime: z.string(),
      threshold: z.string(),
      status: z.string(),
      missing: z.array(z.string()).meta({
        description:
          'JSON pointers into this call of what can still be sent; /from/credential or /to/credential: that side is to be verified',
      }),
      counterparty: z.string().nullable(),
      code: z.number().int().nullable(),
    })
    .nullable(),
  authorization: z.looseObject({}).nullable(),
  expires_at: z.string().nullable().meta({ description: 'Until when an approved transfer may be sent' }),
  transaction_hash: z.string().nullable(),
  on_chain: z.object({ confirmations: z.number().int(), block: z.number().int(), explorer_url: z.string().nullable() }).nullable(),
  confirmed_by: z
    .enum(['chain', 'caller'])
    .nullable()
    .meta({ description: 'Of a settled transfer: `chain` when a chain confirmed its hash, `caller` when only the caller says so' }),
  compared_on_chain: z.array(z.enum(COMPARED)).nullable().meta({
    description:
      'Of a transfer that a chain confirmed: what of it the chain could tell, and told the same. A currency without a known token there leaves out `token`; an amount in a currency that is no token, `amount`',
  }),
  compliance_facts: transactionFactsField,
  facts_stated: factsStated,
  decision,
  created_at: z.string(),
})

type Answered = z.output<typeof transactionAnswer>

/** A transaction as the API shows it (api.md, 4.9). */
export function presentTransaction(
  ctx: Pick<Ctx, 'world'>,
  row: typeof transactions.$inferSelect,
  decision: WireDecision,
  message: string,
  onChain: null | { confirmations: number; block: number; explorer_url: string | null },
) {
  const travel = row.travel_rule as {
    required: boolean
    regime: string
    threshold: string
    status: string
    missing: string[]
    counterparty: string | null
    code: number | null
  } | null
  return {
    success: true as const,
    id: row.id,
    object: 'transaction' as const,
    market: row.market,
    type: row.type,
    status: row.status as Answered['status'],
    from_address: row.from_address,
    to_address: row.to_address,
    spender_address: row.spender_address ?? null,
    ...amountOf(row),
    offering_id: row.offering_id,
    venue_id: row.venue_id ?? null,
    restriction_code: row.restriction_code,
    restriction_message: row.restriction_code === 26 ? withDate(message, decision) : message,
    risk_score: row.risk_score ?? 0,
    checks: row.checks as Answered['checks'],
    travel_rule: travel
      ? {
          required: travel.required,
          regime: travel.regime,
          threshold: travel.threshold,
          status: travel.status,
          missing: travel.missing,
          counterparty: travel.counterparty,
          code: travel.code,
        }
      : null,
    authorization: row.status === 'approved' ? (row.authorization ?? null) : null,
    expires_at: row.status === 'approved' ? (row.deadline?.toISOString() ?? null) : null,
    transaction_hash: row.transaction_hash ?? null,
    on_chain: onChain,
    confirmed_by: row.status === 'settled' ? confirmedBy(ctx, row) : null,
    compared_on_chain: row.status === 'settled' ? comparedOn(row) : null,
    compliance_facts: row.facts,
    facts_stated: statementsOf(row.facts, row.facts_stated ?? {}),
    decision,
    created_at: row.created_at.toISOString(),
  }
}
export type TransactionView = ReturnType<typeof presentTransaction>
