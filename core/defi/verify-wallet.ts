import { and, desc, eq, like, sql } from 'drizzle-orm'
import { z } from 'zod'
import { signPermit } from '#credentials/permit.ts'
import type { Tx } from '#db/connect.ts'
import { events as eventTable, protocolPolicies } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { defiLevel } from '#engine/calculations/defi-level.ts'
import { formatMicro } from '#engine/money.ts'
import { holdForPerson } from '../cases/hold.ts'
import type { Ctx } from '../context.ts'
import { type CredentialSummary, summarise } from '../credentials/live.ts'
import { recordDecision } from '../decisions/decide.ts'
import { baseFacts } from '../decisions/party-facts.ts'
import type { WireDecision } from '../decisions/present.ts'
import { AppError, invalidField } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { currency, name, positiveDecimal, walletAddress } from '../fields.ts'
import { requirePermission } from '../permissions.ts'
import { rateFacts } from '../rates/store.ts'
import { failIfScenarioSays } from '../sandbox/failures.ts'
import { screenSubject } from '../screenings/screen-subject.ts'
import { write } from '../transaction.ts'
import { sentInMarket } from '../transactions/history.ts'
import { moneyFact } from '../transactions/worth.ts'
import { type MarketSubject, marketSubject, noteUse } from '../wallets/market-subject.ts'

export const defiInput = z.strictObject({
  wallet_address: walletAddress,
  protocol_name: name(100),
  verification_type: z.enum(['kyc', 'aml', 'accreditation']).default('kyc'),
  action: z
    .strictObject({
      type: z.enum(['supply', 'borrow', 'swap', 'stake', 'withdraw']),
      amount: positiveDecimal.optional(),
      currency: currency.default('USD'),
    })
    .optional(),
  uk_promotion: z
    .strictObject({
      client: z.enum(['retail', 'professional']).meta({ description: 'How you classed them' }),
      first_promotion_at: z.iso.datetime({ offset: true }).optional().meta({ description: 'When they first saw a promotion' }),
      appropriateness_test_passed: z.boolean().default(false).meta({ description: 'Whether they passed the test' }),
    })
    .optional()
    .meta({
      description: 'Needed of residents of the United Kingdom',
    }),
  permit: z
    .strictObject({
      chain_id: z.number().int().positive(),
      verifying_contract: walletAddress,
      ttl_seconds: z.number().int().min(30).max(600).default(300),
    })
    .optional(),
})
export type DefiInput = z.output<typeof defiInput>

type Level = 'none' | 'defi-basic' | 'defi-enhanced' | 'defi-institutional'

export interface DefiVerification {
  success: true
  wallet_id: string
  verification_level: Level
  sanctions_cleared: boolean
  access_granted: boolean
  object: 'defi_access'
  wallet_address: string
  protocol_name: string
  policy: { id: string; default: boolean }
  reason_codes: string[]
  expires_at: string | null
  permit: { domain: Record<string, unknown>; types: Record<string, unknown>; message: Record<string, unknown>; signature: string } | null
  credential: CredentialSummary | null
  next_action: { type: 'none' | 'verify_wallet' | 'wait' | 'contact'; detail: string }
  decision: WireDecision
}

/** Whether a wallet may use a protocol, at which level, and if asked a short-lived permit that a contract can check. */
export async function verifyDefiWallet({ ctx, input }: { ctx: Ctx; input: DefiInput }): Promise<DefiVerification> {
  requirePermission(ctx, 'defi.verify')
  await failIfScenarioSays(ctx, input.wallet_address.canonical)
  if (input.permit && input.permit.verifying_contract.family !== 'evm')
    throw invalidField('/permit/verifying_contract', 'invalid_address', 'Permits are for EVM contracts.')
  const protocol = input.protocol_name.toLowerCase()
  return write(ctx, async (tx) => {
    const policy = await policyOf(tx, ctx, protocol)
    if (policy.paused) throw new AppError('protocol_paused', `The protocol ${input.protocol_name} is paused.`)
    const subject = await marketSubject(tx, ctx, input.wallet_address)
    const level = levelOf(ctx, subject)
    const made = await recordDecision(tx, ctx, {
      facts: await defiFacts(tx, ctx, input, subject, policy),
      market: 'defi',
      subject: { type: 'wallet', id: subject.wallet.id },
      walletAddress: subject.wallet.address,
      subjectKeyId: subject.subjectKeyId,
    })
    const { decided, events } = await holdForPerson(tx, ctx, { market: 'defi', subject, decided: made })
    const reused = await noteUse(tx, ctx, subject, 'defi', decided.decision.id, ['level'])
    // People may always leave: the engine judges a withdrawal by sanctions alone, and no level is asked for here either.
    const leaving = input.action?.type === 'withdraw'
    const wantsAccreditation = !leaving && input.verification_type === 'accreditation' && level !== 'defi-institutional'
    const granted = decided.outcome === 'allow' && (leaving || (!wantsAccreditation && level !== 'none'))
    const reasons = wantsAccreditation && decided.outcome === 'allow' ? ['not_accredited'] : decided.decision.reason_codes
    const result: DefiVerification = {
      success: true,
      wallet_id: subject.wallet.id,
      verification_level: level,
      sanctions_cleared: subject.screened.status === 'clear',
      access_granted: granted,
      object: 'defi_access',
      wallet_address: subject.wallet.address,
      protocol_name: input.protocol_name,
      policy: { id: policy.id, default: policy.isDefault },
      reason_codes: reasons,
      expires_at: subject.state === 'active' ? subject.credential!.expires_at.toISOString() : null,
      permit: granted && input.permit && level !== 'none' ? await permitFor(ctx, input, level, policy.id) : null,
      credential: subject.credential ? summarise(subject.credential, subject.wallet, ctx.now, true) : null,
      next_action: nextAction(subject, decided.outcome, granted, wantsAccreditation),
      decision: decided.decision,
    }
    const had = await hadAccess(tx, ctx, subject.wallet.id, input.protocol_name)
    const event: EventInput = {
      type: granted ? 'defi.access.granted' : had && decided.outcome === 'deny' ? 'defi.access.revoked' : 'defi.access.denied',
      resource: { type: 'wallet', id: subject.wallet.id },
      object: {
        wallet_id: subject.wallet.id,
        protocol_name: input.protocol_name,
        verification_level: level,
        reason_codes: reasons,
        market: 'defi',
      },
    }
    // A grant is told once per protocol, until it is lost.
    return { result, audit: decided.audit, events: [...(granted && had ? [] : [event]), ...events, ...reused] }
  })
}

/** Whether the last that was told of this wallet and protocol is that it has access. */
async function hadAccess(tx: Tx, ctx: Ctx, walletId: string, protocol: string): Promise<boolean> {
  const told = and(
    eq(eventTable.resource_id, walletId),
    like(eventTable.type, 'defi.access.%'),
    sql`lower(${eventTable.object} ->> 'protocol_name') = ${protocol.toLowerCase()}`,
  )
  const [last] = await tx
    .select({ type: eventTable.type })
    .from(eventTable)
    .where(inScope(eventTable, ctx, told))
    .orderBy(desc(eventTable.sequence))
    .limit(1)
  return last?.type === 'defi.access.granted'
}

interface Policy {
  id: string
  isDefault: boolean
  paused: boolean
  minLevel: string
  blocked: string[]
}

/** The tenant's own policy for a protocol, else the default one. Two sandbox names show the other answers. */
async function policyOf(tx: Tx, ctx: Ctx, protocol: string): Promise<Policy> {
  const [row] = await tx
    .select()
    .from(protocolPolicies)
    .where(inScope(protocolPolicies, ctx, and(eq(protocolPolicies.protocol, protocol))))
    .limit(1)
  const sandbox = ctx.environment === 'sandbox'
  if (row)
    return {
      id: `protocol:${protocol}`,
      isDefault: false,
      paused: row.paused,
      minLevel: String(row.policy.min_level ?? 'default'),
      blocked: (row.policy.blocked_countries as string[] | undefined) ?? [],
    }
  if (sandbox && protocol === 'sandbox-paused')
    return { id: 'protocol:sandbox-paused', isDefault: false, paused: true, minLevel: 'default', blocked: [] }
  if (sandbox && protocol === 'sandbox-blocked')
    return {
      id: 'protocol:sandbox-blocked',
      isDefault: false,
      paused: false,
      minLevel: 'default',
      blocked: ['US', 'DE', 'GB', 'FR', 'CA', 'JP', 'SG', 'AU', 'ES', 'IT', 'NL', 'CH'],
    }
  return { id: 'default', isDefault: true, paused: false, minLevel: 'default', blocked: [] }
}

const accreditedUntil = (subject: MarketSubject) =>
  subject.credential?.level === 'accredited' && subject.state === 'active' ? subject.credential.expires_at.toISOString() : 'none'
const riskOf = (subject: MarketSubject) => (subject.scenario?.effects.flags?.includes('mixer_exposure') ? 65 : 0)

function levelOf(ctx: Ctx, subject: MarketSubject): Level {
  const levels = subject.state === 'active' ? (subject.facts.credential as { levels: string[] }).levels : []
  return defiLevel({
    controlled: subject.wallet.control === 'proven' || ctx.environment === 'sandbox',
    levels,
    over18: subject.facts.over_18 === true,
    risk: riskOf(subject),
    accredited: accreditedUntil(subject) !== 'none',
  }) as Level
}

async function defiFacts(tx: Tx, ctx: Ctx, input: DefiInput, subject: MarketSubject, policy: Policy) {
  const amount = input.action?.amount
  const base = baseFacts(ctx, 'defi.access', subject.screened.lists, { market: 'defi' })
  const rates = await rateFacts(ctx)
  return {
    ...base,
    tenant: { ...(base.tenant as object), licences: [] },
    environment: ctx.environment,
    fx: [...rates],
    subject: subject.facts,
    defi: {
      action: input.action?.type ?? 'access',
      amount: amount ? moneyFact(amount, input.action!.currency) : 'none',
      sum_24h: { amount: formatMicro(await sentInMarket(tx, ctx, 'defi', subject, rates)), currency: 'USD' },
      risk: riskOf(subject),
      accredited_until: accreditedUntil(subject),
      qualified_institution: false,
      min_level: policy.minLevel,
      geo_block: policy.blocked,
      vpn: false,
      contract_matches: await contractMatches(tx, ctx, input),
      permit_seconds: input.permit?.ttl_seconds ?? 'none',
      pool: 'none',
      loan: 'none',
      // Who is classed by nobody may be a retail client, so the rule asks.
      ...(input.uk_promotion && {
        uk: {
          client: input.uk_promotion.client,
          first_promotion_at: input.uk_promotion.first_promotion_at ?? 'none',
          test_passed: input.uk_promotion.appropriateness_test_passed,
        },
      }),
    },
  }
}

/** The lists on which the contract stands that a permit would open. */
async function contractMatches(tx: Tx, ctx: Ctx, { permit }: DefiInput) {
  if (!permit) return []
  const address = permit.verifying_contract.canonical
  const { matches } = await screenSubject(tx, ctx, { wallet_address: address })
  return matches.filter((m) => m.match_type === 'address_exact').map(({ list }) => ({ address, list, active: true }))
}

async function permitFor(ctx: Ctx, input: DefiInput, level: Exclude<Level, 'none'>, policy: string): Promise<DefiVerification['permit']> {
  const permit = await signPermit(ctx.services.keyring.keys.attester[ctx.environment], {
    wallet: input.wallet_address.canonical as `0x${string}`,
    chainId: input.permit!.chain_id,
    verifyingContract: input.permit!.verifying_contract.canonical as `0x${string}`,
    level,
    policy,
    now: Math.floor(Date.now() / 1000),
    ttlSeconds: input.permit!.ttl_seconds,
  })
  return {
    domain: permit.domain,
    types: permit.types as unknown as Record<string, unknown>,
    message: permit.message,
    signature: permit.signature,
  }
}

function nextAction(
  subject: MarketSubject,
  outcome: string,
  granted: boolean,
  wantsAccreditation: boolean,
): DefiVerification['next_action'] {
  if (granted) return { type: 'none', detail: 'Access is granted.' }
  if (subject.state !== 'active') return { type: 'verify_wallet', detail: 'The wallet needs a live credential: verify it first.' }
  if (wantsAccreditation) return { type: 'verify_wallet', detail: 'The holder is not verified as accredited.' }
  return outcome === 'review'
    ? { type: 'wait', detail: 'A person has to look at this.' }
    : { type: 'contact', detail: 'Access is denied; the reasons say why.' }
}
