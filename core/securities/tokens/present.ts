import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { explorerOf } from '#core/record/chain-receipts.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import type { issuances } from '#db/schema.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { type MintedOffering, mintAtHand, mintOf, UNSIGNED_REASONS, unsignedTransaction } from '../token-state/unsigned.ts'
import type { TokenCheck } from './ask-token.ts'
import { TOKEN_NOT_ASKED } from './ask-token.ts'
import { MINT_FAILURES, type MintFailure } from './fail-mint.ts'
import { supplyWith } from './supply.ts'

type Row = typeof issuances.$inferSelect

export const ISSUANCE_STATUSES = ['authorized', 'submitted', 'confirmed', 'denied', 'failed'] as const

/** An issuance as lists show it. */
export const issuanceAnswer = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('issuance'),
  status: z.enum(ISSUANCE_STATUSES),
  offering_id: z.string(),
  investor_id: z.string().nullable(),
  investment_id: z.string().nullable(),
  wallet_address: z.string(),
  quantity: z.string(),
  supply: z.object({ total: z.string(), issued: z.string(), remaining: z.string() }).meta({ description: 'Of the offering, as of now' }),
  reason: z.string(),
  chain: z.string(),
  standard: z.string(),
  authorization: z.looseObject({}).nullable(),
  unsigned_transaction: unsignedTransaction.meta({
    description:
      'While the mint waits to be signed; null otherwise. On Solana it lives about a minute: it comes with the issuance and is built anew for each reading of it, not in lists',
  }),
  unsigned_reason: z.enum(UNSIGNED_REASONS).nullable().meta({ description: 'Why there is no transaction to sign' }),
  transaction_hash: z.string().nullable(),
  explorer_url: z.string().nullable(),
  expires_at: z
    .string()
    .nullable()
    .meta({ description: 'Until when the hash of the mint must be reported; then the issuance fails and its units are free' }),
  failure: z
    .object({ code: z.enum(['not_reported', 'reverted', 'mismatch', 'dropped']), detail: z.string() })
    .nullable()
    .meta({ description: 'Why it failed' }),
  decision_id: z.string(),
  created_at: z.string(),
})

/** An issuance by itself, as its call and its reading answer it alike. */
export const wholeIssuanceAnswer = issuanceAnswer.extend({
  lots: z.array(z.object({ quantity: z.string(), lockup_until: z.string().nullable(), holding_period_rule: z.string().nullable() })),
  decision,
  token_check: z
    .object({
      asked: z.boolean(),
      allowed: z.boolean().nullable(),
      reason: z
        .enum([...TOKEN_NOT_ASKED, 'holder_not_verified', 'mint_refused'])
        .nullable()
        .meta({ description: 'Why it was not asked' }),
    })
    .optional()
    .meta({
      description:
        'When it was authorised: whether the token itself was asked before, an ERC-3643 token by isVerified, each by playing the mint. What it refuses is not authorised: 409 conflict',
    }),
})

/** An issuance as lists show it. What there is to sign is built anew, so that a contract named since then counts. */
export function presentIssuance(ctx: Ctx, row: Row, offering: MintedOffering & Pick<OfferingRow, 'total_supply' | 'tokens_issued'>) {
  const waits = row.status === 'authorized'
  const unsigned = mintAtHand(mintOf(ctx, row, offering))
  return {
    success: true as const,
    id: row.id,
    object: 'issuance' as const,
    status: row.status as (typeof ISSUANCE_STATUSES)[number],
    offering_id: row.offering_id,
    investor_id: row.investor_id || null,
    investment_id: row.investment_id,
    wallet_address: row.wallet_address,
    quantity: row.quantity,
    supply: supplyWith(offering.total_supply, offering.tokens_issued),
    reason: row.reason,
    chain: row.chain,
    standard: row.standard,
    authorization: waits ? row.authorization : null,
    unsigned_transaction: waits ? unsigned.unsigned_transaction : null,
    unsigned_reason: waits ? unsigned.unsigned_reason : row.status === 'denied' ? ('denied' as const) : null,
    transaction_hash: row.transaction_hash,
    explorer_url: row.transaction_hash ? explorerOf(ctx, row.chain, row.transaction_hash) : null,
    expires_at: row.authorized_until?.toISOString() ?? null,
    failure: row.failure ? { code: row.failure as MintFailure, detail: MINT_FAILURES[row.failure as MintFailure] } : null,
    decision_id: row.decision_id,
    created_at: row.created_at.toISOString(),
  }
}
export type IssuanceDetail = ReturnType<typeof presentIssuance>

/** An issuance by itself, as its call and its reading answer it alike. */
export type IssuanceView = IssuanceDetail & {
  /** What it opened; none when it was denied or failed. */
  lots: { quantity: string; lockup_until: string | null; holding_period_rule: string | null }[]
  decision: WireDecision
  /** In the answer that authorised it: what the token itself said of the mint. */
  token_check?: TokenCheck
}

const HOLDING_RULES: Record<string, string> = { reg_d_506b: 'rule_144', reg_d_506c: 'rule_144', reg_s: 'reg_s_compliance_period' }

/** What the call and the reading of one issuance add to its row. `lockup`: until when the units it opened are locked up. */
export const presentWhole = (
  ctx: Ctx,
  row: Row,
  offering: Parameters<typeof presentIssuance>[2] & Pick<OfferingRow, 'regulation'>,
  p: { lockup: Date | null; decision: WireDecision },
): IssuanceView => ({
  ...presentIssuance(ctx, row, offering),
  lots: ['denied', 'failed'].includes(row.status)
    ? []
    : [
        {
          quantity: row.quantity,
          lockup_until: p.lockup?.toISOString() ?? null,
          holding_period_rule: HOLDING_RULES[offering.regulation] ?? null,
        },
      ],
  decision: p.decision,
})
