// Response shapes of the securities operations.
import { z } from 'zod'
import { AFFILIATIONS } from '#core/holdings/holder-facts.ts'
import { CANCEL_REASONS } from '#core/investments/present.ts'
import { CONTROL_REASONS } from '#core/tokens/pause.ts'
import { TOKEN_STATES } from '#core/tokens/state.ts'
import { citation, credential, decision, secondPerson, warning } from './_responses.ts'

/** What the issuer's wallet signs; no key here can. */
export const unsignedTransaction = z
  .union([
    z.object({ to: z.string(), data: z.string(), chain_id: z.number().int(), value: z.string() }),
    z.object({
      kind: z.literal('solana'),
      cluster: z.string(),
      fee_payer: z.string().meta({ description: 'The only signer' }),
      transaction_base64: z.string().meta({ description: 'In wire form, with empty signatures' }),
      expires_at_block_height: z.number().int().meta({ description: 'About a minute after it was built' }),
    }),
  ])
  .nullable()

export const offering = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('offering'),
  name: z.string(),
  type: z.string(),
  regulation: z.string(),
  regulation_type: z.string(),
  status: z.enum(['draft', 'open', 'paused', 'closed', 'needs_contact', 'cancelled']),
  environment: z.string(),
  total_supply: z.string(),
  price_per_token: z.string(),
  minimum_investment: z.string(),
  maximum_raise: z.string(),
  target_amount: z.string().nullable(),
  currency: z.string(),
  description: z.string().nullable(),
  chain: z.string().nullable(),
  token_address: z.string().nullable(),
  token_decimals: z.number().int().nullable(),
  token: z
    .object({
      state: z.enum(TOKEN_STATES),
      wallet_address: z.string().nullable(),
      role: z.string().nullable().meta({
        description: '`owner`, `agent`, `admin`, `minter`, or `mint_authority` on Solana, as the contract said; `not_asked` in the sandbox',
      }),
      linked_at: z.string().nullable(),
      paused_at: z.string().nullable(),
      paused_by: z
        .enum(['issuer', 'admin'])
        .nullable()
        .meta({ description: 'Whose pause it is: an administrator’s only one of them resumes' }),
      deactivated_at: z.string().nullable(),
      redemption_plan_sha256: z.string().nullable(),
    })
    .meta({ description: 'Whether the contract is proven by signature, and in use' }),
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  opens_at: z.string().nullable(),
  closes_at: z.string().nullable(),
  allowed_countries: z.array(z.string()),
  blocked_countries: z.array(z.string()),
  max_holders: z.number().int().nullable(),
  max_non_accredited: z.number().int().nullable(),
  lockup_days: z.number().int().nullable(),
  amount_raised: z.string(),
  tokens_issued: z.string(),
  investor_count: z.number().int(),
  cancellation_case_id: z
    .string()
    .nullable()
    .meta({ description: 'The case in which an administrator is asked to agree to a cancellation; null when nothing was asked' }),
  requires_contact: z.boolean(),
  fee: z.object({ rate: z.string(), cap: z.string(), accrued: z.string(), estimated_at_maximum: z.string() }),
  form_d: z
    .object({ due_on: z.string().nullable(), filed_on: z.string().nullable() })
    .nullable()
    .meta({ description: 'Regulation D only; due once there was a sale' }),
  rules: z.array(z.object({ code: z.string(), summary: z.string(), citation })),
  restrictions: z.object({
    accredited_only: z.boolean(),
    general_solicitation: z.boolean(),
    lockup_days: z.number().int().nullable(),
    holding_period: z.string().nullable(),
    max_non_accredited: z.number().int().nullable(),
    max_holders: z.number().int().nullable(),
  }),
  warnings: z.array(warning),
  created_at: z.string(),
  updated_at: z.string(),
  holders_summary: z.looseObject({}).optional(),
})

/** A token that was paused or resumed. */
export const tokenPause = z.object({
  success: z.literal(true),
  object: z.literal('token_pause'),
  offering_id: z.string(),
  state: z.enum(TOKEN_STATES),
  paused_at: z.string().nullable(),
  paused_by: z.enum(['issuer', 'admin']).nullable(),
  unsigned_transaction: unsignedTransaction,
  unsigned_reason: z.enum(CONTROL_REASONS).nullable().meta({ description: 'Why there is no transaction to sign' }),
})

const status = z.enum(['incomplete', 'pending', 'verified', 'rejected'])
export const verification = z.object({ identity_status: status, accreditation_status: status, documents_status: status })

export const investor = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('investor'),
  type: z.string(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  wallet_address: z.string().nullable(),
  wallet_id: z.string().nullable(),
  country: z.string().nullable(),
  status,
  verification,
  credential: credential.nullable(),
  affiliation: z
    .enum(AFFILIATIONS)
    .nullable()
    .meta({ description: 'Whether the holder controls the issuer, as the issuer said; null while it said nothing' }),
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  environment: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

export const investorVerification = z.object({
  success: z.literal(true),
  object: z.literal('investor_verification'),
  investor_id: z.string(),
  verification_id: z.string(),
  status,
  verification,
  missing: z.array(z.string()),
  rejection: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  credential: credential.nullable(),
  next_action: z.object({ type: z.enum(['none', 'provide', 'wait', 'contact']), detail: z.string() }),
  expires_at: z.string().nullable(),
  decision,
})

/** An investor after something verified was doubted. */
export const investorDoubt = z.object({
  success: z.literal(true),
  object: z.literal('investor_doubt'),
  investor_id: z.string(),
  status,
  verification,
  second_person: secondPerson.nullable().meta({ description: 'What waits for another person; null when it is done' }),
})

export const investment = z.object({
  success: z.literal(true),
  id: z.string().nullable().meta({ description: 'null for a dry run, which stores nothing' }),
  object: z.literal('investment'),
  offering_id: z.string(),
  investor_id: z.string(),
  status: z.enum(['accepted', 'pending', 'rejected', 'refunded', 'cancelled']),
  amount: z.string(),
  token_quantity: z.string(),
  issued_quantity: z.string(),
  price_per_token: z.string(),
  currency: z.string(),
  fee: z.object({ rate: z.string(), amount: z.string(), offering_total: z.string(), cap_remaining: z.string() }),
  restrictions: z.object({ lockup_until: z.string().nullable(), legend: z.string().nullable(), transferable_to: z.string() }),
  reserved_until: z.string().nullable().meta({
    description: 'While pending: until when it holds its units; then it is cancelled. 72 hours, or 5 days for a payment that failed',
  }),
  payment_failed_at: z.string().nullable().meta({ description: 'When its payment failed; null once it was made good' }),
  cancel_reason: z.enum(CANCEL_REASONS).nullable(),
  next_action: z.object({ type: z.string(), detail: z.string() }),
  decision,
  created_at: z.string(),
})
