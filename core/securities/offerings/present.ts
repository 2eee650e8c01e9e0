import { z } from 'zod'
import { citation, warning } from '#core/kernel/answers.ts'
import { factsStated, offeringStatements, statementsOf, toldOf } from '#core/record/facts/statements.ts'
import { FACTS } from '#core/record/facts/table.ts'
import type { offerings } from '#db/schema.ts'
import { formatMicro, micro, parseMicro, toCent } from '#engine/money.ts'
import { RULES } from '#engine/rulesets.ts'
import { TOKEN_STATES, tokenState } from '../token-state/state.ts'
import { formDDue, formDFiled } from './deadlines.ts'
import { regulationOf } from './facts.ts'

type OfferingRow = typeof offerings.$inferSelect

const CAP = '1000000'
const DAYS: Record<string, { holding: string; lockup: number }> = {
  reg_d_506b: { holding: 'Rule 144: six months for reporting issuers, one year for others', lockup: 365 },
  reg_d_506c: { holding: 'Rule 144: six months for reporting issuers, one year for others', lockup: 365 },
  reg_a_plus: { holding: 'freely tradable when bought by a non-affiliate', lockup: 0 },
  reg_s: { holding: 'distribution compliance period of category 3: one year', lockup: 365 },
}

/** 1 % of an amount, rounded half up to the cent and capped at $1,000,000. */
export function feeAt(amount: string): string {
  const raised = parseMicro(amount) ?? 0n
  const share = toCent(raised / 100n, 'halfUp')
  const cap = micro(CAP)
  return formatMicro(share >= cap ? cap : share)
}

/** Defaults that follow from the regulation. */
export function defaultsOf(regulation: string) {
  return {
    max_non_accredited: regulation === 'reg_d_506b' ? 35 : regulation === 'reg_d_506c' ? 0 : null,
    lockup_days: DAYS[regulation]?.lockup ?? 0,
  }
}

/** The rules that watch over an offering of this kind, for people. */
function rulesFor(regulation: OfferingRow['regulation']) {
  const prefix =
    {
      reg_d_506b: ['REG_D_506B', 'REG_D_506D', 'REG_D_506E', 'REG_D_FORM', 'REG_D_RESTRICTED'],
      reg_d_506c: ['REG_D_506C', 'REG_D_506D', 'REG_D_506E', 'REG_D_FORM', 'REG_D_RESTRICTED'],
      reg_a_tier2: ['REG_A_'],
      reg_a_tier1: ['REG_A_', 'BLUE_SKY'],
      reg_s: ['REG_S_'],
    }[regulationOf(regulation)] ?? []
  return RULES.filter((r) => !r.partOf && prefix.some((p) => r.code.startsWith(p))).map((r) => ({
    code: r.code.toLowerCase(),
    summary: r.sentence,
    citation: r.citation,
  }))
}

/** The token of an offering, and whose word it stands on. */
function tokenOf(row: OfferingRow) {
  return {
    state: tokenState(row),
    wallet_address: row.token_link?.wallet ?? null,
    role: row.token_link?.role ?? null,
    linked_at: row.token_link?.linked_at ?? null,
    paused_at: row.token_pause?.at ?? null,
    paused_by: row.token_pause?.role ?? null,
    deactivated_at: row.token_end?.at ?? null,
    redemption_plan_sha256: row.token_end?.plan_sha256 ?? null,
  }
}

export const offeringAnswer = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('offering'),
  name: z.string(),
  type: z.string(),
  regulation: z.string(),
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
  terms_case_id: z
    .string()
    .nullable()
    .meta({ description: 'The case in which an administrator of Sealwright records commercial terms; null where none are waited for' }),
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
  compliance_facts: offeringStatements({ update: false }),
  facts_stated: factsStated,
  warnings: z.array(warning),
  created_at: z.string(),
  updated_at: z.string(),
  holders_summary: z.looseObject({}).optional(),
})

/** An offering as the API shows it (api.md, 4.1). */
export function presentOffering(row: OfferingRow, options: { warnings?: { code: string; detail: string }[] } = {}) {
  const requiresContact = row.status === 'needs_contact'
  return {
    success: true as const,
    id: row.id,
    object: 'offering' as const,
    name: row.name,
    type: row.type,
    regulation: row.regulation,
    status: row.status as z.output<typeof offeringAnswer>['status'],
    environment: row.environment,
    total_supply: row.total_supply,
    price_per_token: row.price_per_token,
    minimum_investment: row.minimum_investment,
    maximum_raise: row.maximum_raise,
    target_amount: row.target_amount,
    currency: row.currency,
    description: row.description,
    chain: row.chain,
    token_address: row.token_address,
    token_decimals: row.token_decimals,
    token: tokenOf(row),
    external_id: row.external_id,
    metadata: row.metadata,
    opens_at: row.opens_at?.toISOString() ?? null,
    closes_at: row.closes_at?.toISOString() ?? null,
    allowed_countries: row.allowed_countries,
    blocked_countries: row.blocked_countries,
    max_holders: row.max_holders,
    max_non_accredited: row.max_non_accredited,
    lockup_days: row.lockup_days,
    amount_raised: row.amount_raised,
    tokens_issued: row.tokens_issued,
    investor_count: row.investor_count,
    cancellation_case_id: row.cancellation_case_id,
    terms_case_id: row.terms_case_id,
    requires_contact: requiresContact,
    fee: { rate: '0.01', cap: CAP, accrued: row.fee_accrued, estimated_at_maximum: feeAt(row.maximum_raise) },
    form_d: row.regulation.startsWith('reg_d') ? { due_on: formDDue(row), filed_on: formDFiled(row.facts) } : null,
    rules: rulesFor(row.regulation),
    restrictions: {
      accredited_only: row.regulation === 'reg_d_506c',
      general_solicitation: row.regulation === 'reg_d_506c' || row.regulation === 'reg_a_plus',
      lockup_days: row.lockup_days,
      holding_period: DAYS[row.regulation]?.holding ?? null,
      max_non_accredited: row.max_non_accredited,
      max_holders: row.max_holders,
    },
    compliance_facts: toldOf(FACTS.offering, row.facts),
    facts_stated: statementsOf(toldOf(FACTS.offering, row.facts), row.facts_stated),
    warnings: options.warnings ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
export type OfferingView = ReturnType<typeof presentOffering>
