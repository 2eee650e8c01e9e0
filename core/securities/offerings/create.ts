import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { CHAIN_KEYS } from '#chains/chains.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, type ErrorCode, type FieldError } from '#core/kernel/errors.ts'
import {
  count,
  country,
  currency,
  dateTime,
  decimal,
  metadata,
  name,
  positiveDecimal,
  sixDecimals,
  walletAddress,
} from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { requiring } from '#core/kernel/required.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { keepSaid, saidFirst, speaking } from '#core/record/facts/history.ts'
import { offeringStatements } from '#core/record/facts/statements.ts'
import { refusedAfter, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { offerings } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { formatMicro, parseMicro } from '#engine/money.ts'
import { askTerms } from './commercial-terms.ts'
import type { OfferingRow } from './facts.ts'
import { openFacts } from './open-facts.ts'
import { defaultsOf, offeringAnswer, presentOffering } from './present.ts'

/** `reg_cf` and `rule_504` exist and are not modelled: the rule that says so refuses them, and its decision is kept. */
const regulation = z.enum(['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s', 'reg_cf', 'rule_504'])

/** As a row names it. One that is not modelled never becomes a row: the rules refuse it before that. */
export const modelled = (asked: z.output<typeof regulation>) => asked as OfferingRow['regulation']

const money = sixDecimals(positiveDecimal)

/** The terms of an offering as a caller gives them, without what is assumed of those left out. */
export const offeringTerms = {
  name: name(200),
  type: z.enum(['equity', 'debt', 'fund', 'real_estate', 'revenue_share', 'other']),
  regulation: regulation.optional().meta({ description: 'This or regulation_type is required' }),
  regulation_type: regulation.optional().meta({ description: 'As `regulation`, whose name is to be preferred' }),
  total_supply: z
    .union([
      z.number().int().positive(),
      z
        .string()
        .regex(/^\d{1,16}$/)
        .transform(Number),
    ])
    .refine((v) => v > 0, { message: 'A whole number from 1 to 10^15', params: { code: 'too_small' } })
    .meta({ description: 'A whole number from 1 to 10^15' }),
  price_per_token: money,
  minimum_investment: sixDecimals(decimal),
  maximum_raise: money
    .optional()
    .meta({ description: 'This or target_amount is required; the target counts as the maximum when it stands alone' }),
  target_amount: money.optional(),
  description: z.string().max(10_000).optional(),
  currency,
  chain: z.enum(CHAIN_KEYS).optional(),
  token_address: walletAddress
    .transform(({ canonical }) => canonical)
    .optional()
    .meta({ description: 'Contract of the token: with it, issuing gives the mint to sign' }),
  token_decimals: z
    .number()
    .int()
    .min(0)
    .max(36)
    .optional()
    .meta({ description: 'Digits after the point of the token’s smallest unit; 0 where not said' }),
  external_id: z.string().min(1).max(100).optional(),
  metadata,
  opens_at: dateTime.optional(),
  closes_at: dateTime.optional(),
  allowed_countries: z.array(country).max(250),
  blocked_countries: z.array(country).max(250),
  max_holders: count.optional(),
  max_non_accredited: count.optional(),
  lockup_days: z.number().int().min(0).max(36_500).optional(),
  compliance_facts: offeringStatements({ update: false }),
}
const t = offeringTerms
export const createOfferingTerms = z.strictObject({
  ...t,
  type: t.type.default('equity'),
  minimum_investment: t.minimum_investment.default('0'),
  currency: t.currency.default('USD'),
  metadata: t.metadata.default({}),
  status: z.enum(['draft', 'open']).default('open'),
  allowed_countries: t.allowed_countries.default([]),
  blocked_countries: t.blocked_countries.default([]),
  compliance_facts: t.compliance_facts.default({}),
})
export const createOfferingInput = requiring(createOfferingTerms, (given) => ({
  regulation: !given('regulation', 'regulation_type') && 'Name the regulation, as regulation or regulation_type.',
  maximum_raise: !given('maximum_raise', 'target_amount') && 'Give maximum_raise, target_amount, or both.',
}))
export type CreateOfferingInput = z.output<typeof createOfferingInput>

/** How a rule that refuses an offering is told: as an invalid request, since nothing was decided about anybody. */
const REFUSALS: Record<string, { code: ErrorCode; pointer: string }> = {
  OFFERING_MINIMUM_ABOVE_MAXIMUM: { code: 'minimum_above_maximum', pointer: '/minimum_investment' },
  OFFERING_TARGET_ABOVE_MAXIMUM: { code: 'validation_failed', pointer: '/target_amount' },
  OFFERING_FIELDS_CONFLICT: { code: 'conflicting_fields', pointer: '/regulation_type' },
  REG_A_TIER2_CAP: { code: 'offering_limit_exceeded', pointer: '/maximum_raise' },
  REG_A_TIER1_CAP: { code: 'offering_limit_exceeded', pointer: '/maximum_raise' },
  OFFERING_DATES_INVALID: { code: 'validation_failed', pointer: '/closes_at' },
  // The schema refuses what is no amount above zero; more units than can be counted the rule does.
  OFFERING_AMOUNT_INVALID: { code: 'validation_failed', pointer: '/total_supply' },
  OFFERING_REGULATION_UNKNOWN: { code: 'validation_failed', pointer: '/regulation' },
  OFFERING_TYPE_UNKNOWN: { code: 'validation_failed', pointer: '/type' },
}

/** Regulation S blocks the United States whatever was said. */
export const blockedOf = (regulation: string, blocked: readonly string[]): string[] =>
  regulation === 'reg_s' ? [...new Set([...blocked, 'US'])] : [...blocked]

/** A country cannot be both: which list was meant nobody can know. Throws `validation_failed`. */
export function refuseBothLists(terms: { allowed_countries: readonly string[]; blocked_countries: readonly string[] }): void {
  const both = terms.allowed_countries.filter((country) => terms.blocked_countries.includes(country))
  if (both.length)
    throw refusal(
      'conflicting_fields',
      '/allowed_countries',
      `${both.join(', ')} cannot be both allowed and blocked. Take each country out of one of the two lists.`,
    )
}

/**
 * Creates an offering after checking it under its regulation. Rules that make the request itself impossible answer 422;
 * what needs commercial terms is created as `needs_contact`. Throws `external_id_exists` with the id that has it.
 */
export const createOffering = defineVerb({
  name: 'offerings.create',
  permission: 'offerings.write',
  input: createOfferingInput,
  output: offeringAnswer,
  run: async ({ ctx, input }) => {
    const chosen = input.regulation ?? input.regulation_type
    const maximum = input.maximum_raise ?? input.target_amount
    refuseOtherClass(input.type, input.compliance_facts)
    refuseBothLists({ allowed_countries: input.allowed_countries, blocked_countries: blockedOf(chosen!, input.blocked_countries) })
    const at = new Date(ctx.now)
    const defaults = defaultsOf(chosen!)
    const tag = ctx.world.personas.stateOf(input.name)
    const id = ctx.fixedId ?? newId('offering', ctx.now)
    const row: Omit<typeof offerings.$inferSelect, 'terms_case_id' | 'cancellation_case_id'> = {
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      name: input.name,
      type: input.type,
      regulation: modelled(chosen!),
      status: input.status,
      total_supply: String(input.total_supply),
      price_per_token: input.price_per_token,
      minimum_investment: input.minimum_investment,
      maximum_raise: maximum!,
      target_amount: input.target_amount ?? null,
      currency: input.currency,
      description: input.description ?? null,
      chain: input.chain ?? null,
      external_id: input.external_id ?? null,
      metadata: input.metadata,
      opens_at: input.opens_at ? new Date(input.opens_at) : null,
      closes_at: input.closes_at ? new Date(input.closes_at) : null,
      allowed_countries: input.allowed_countries,
      blocked_countries: blockedOf(chosen!, input.blocked_countries),
      max_holders: input.max_holders ?? null,
      max_non_accredited: input.max_non_accredited ?? defaults.max_non_accredited,
      lockup_days: input.lockup_days ?? defaults.lockup_days,
      ...saidFirst(ctx, input.compliance_facts),
      commercial_terms: null,
      integration_apart: null,
      amount_raised: '0',
      tokens_issued: '0',
      fee_accrued: '0',
      investor_count: 0,
      non_accredited_count: 0,
      token_address: input.token_address ?? null,
      token_decimals: input.token_decimals ?? null,
      token_link: null,
      token_pause: null,
      token_end: null,
      fixed: false,
      first_sale_at: null,
      closed_at: tag === 'closed' ? at : null,
      created_by: ctx.actor.id,
      created_at: at,
      updated_at: at,
    }
    return write(ctx, async (tx) => {
      await lockName(tx, ctx, 'offerings-opened')
      if (input.external_id) await refuseTakenId(tx, ctx, input.external_id)
      const decided = await recordDecision(tx, ctx, {
        facts: await openFacts(tx, ctx, row, { draft: input.status === 'draft', sent: input }),
        market: 'securities',
        subject: { type: 'offering', id },
        category: 'investment',
      })
      const impossible = refusedAsImpossible(decided)
      if (impossible) return refusedAfter(decided, impossible)
      const contact = tag === 'needs_contact' || needsContact(decided)
      const open = decided.outcome === 'allow' && input.status === 'open'
      row.status = contact ? 'needs_contact' : tag === 'paused' ? 'paused' : tag === 'closed' ? 'closed' : open ? 'open' : 'draft'
      if (tag === 'full') {
        row.tokens_issued = String(input.total_supply - 1)
        row.amount_raised = fullAmount(input)
      }
      const terms = contact ? await askTerms(tx, ctx, row) : null
      const [stored] = await tx
        .insert(offerings)
        .values({ ...row, terms_case_id: terms?.id ?? null })
        .returning()
      await keepSaid(tx, ctx, { object: 'offering', id }, input.compliance_facts, speaking(ctx))
      const view = presentOffering(stored!, { warnings: warningsOf(decided) })
      const object = view as unknown as Record<string, Json>
      const resource = { type: 'offering', id }
      return {
        result: view,
        audit: { ...decided.audit, action: 'offering_created', standing: [`offering:${id}`] },
        events: [
          { type: 'offering.created' as const, resource, object },
          ...(view.status === 'open' ? [{ type: 'offering.opened' as const, resource, object }] : []),
          ...(terms?.events ?? []),
        ],
      }
    })
  },
})

/** Throws `conflicting_fields` where another class is stated than the type is of. */
export function refuseOtherClass(type: string, facts: Record<string, unknown>): void {
  const said = facts.security_class
  if (said === undefined || said === null || !['equity', 'debt'].includes(type) || said === type) return
  throw refusal(
    'conflicting_fields',
    '/compliance_facts/security_class',
    `An offering of the type ${type} sells ${type}: leave it out, or change type.`,
  )
}

/** Throws `external_id_exists` with the id of the other offering that has it. */
export async function refuseTakenId(tx: Tx, ctx: Ctx, externalId: string, own?: string): Promise<void> {
  const [taken] = await tx
    .select({ id: offerings.id })
    .from(offerings)
    .where(inScope(offerings, ctx, and(eq(offerings.external_id, externalId), own ? ne(offerings.id, own) : undefined)))
    .limit(1)
  if (taken)
    throw new AppError('external_id_exists', `The external_id ${externalId} belongs to another offering.`, {
      extra: { existing_id: taken.id },
    })
}

type Decided = Awaited<ReturnType<typeof recordDecision>>

/** What the rules note about terms without refusing them. */
export const warningsOf = (decided: Decided) =>
  decided.engine.rules
    .filter((r) => ['warn', 'review', 'needs_info', 'fail'].includes(r.result) && r.message)
    .map((r) => ({ code: r.code.toLowerCase().replace(/^offering_/, ''), detail: r.message! }))

/** Whether commercial terms come first: above $100,000,000. */
export const needsContact = (decided: Decided) =>
  decided.engine.rules.some((r) => r.code === 'OFFERING_CONTACT_REQUIRED' && r.result === 'review')

export const refusal = (code: ErrorCode, pointer: string, detail: string, more: FieldError[] = []) =>
  new AppError(code, detail, { fields: [{ pointer, code, detail }, ...more] })

/** Terms that no offering can have are an invalid request, which names the decision that says so; null where they are possible. */
export function refusedAsImpossible(decided: Decided): AppError | null {
  const broken = decided.engine.rules.filter((r) => r.result === 'fail' && REFUSALS[r.code])
  const first = broken[0]
  if (!first) return null
  const { code } = REFUSALS[first.code]!
  return new AppError(code, first.message ?? 'The offering is not possible as it is.', {
    fields: broken.map((r) => ({ pointer: REFUSALS[r.code]!.pointer, code: REFUSALS[r.code]!.code, detail: r.message ?? '' })),
    extra: { decision: decided.decision as unknown as Json },
  })
}

/** All but one token sold. */
function fullAmount(input: CreateOfferingInput): string {
  const price = parseMicro(input.price_per_token) ?? 0n
  return formatMicro(price * BigInt(input.total_supply - 1))
}
