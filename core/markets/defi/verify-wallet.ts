import { and, desc, eq, like, sql } from 'drizzle-orm'
import { z } from 'zod'
import { moneyFact } from '#core/chain/transactions/worth.ts'
import { requireSameChain } from '#core/identity/credentials/forms.ts'
import { summarise } from '#core/identity/credentials/live.ts'
import { type MarketSubject, marketSubject, noteUse, sanctionsClear } from '#core/identity/wallets/market-subject.ts'
import { credential, decision, settledBy } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { currency, name, positiveDecimal, walletAddress } from '#core/kernel/fields.ts'
import { type Decided, recordDecision } from '#core/record/decisions/decide.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { withStated } from '#core/record/facts/of-markets.ts'
import { defiFactsField } from '#core/record/facts/stated-facts.ts'
import { refusedAfter, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { holdForPerson } from '#core/screening/holds/hold.ts'
import { screenSubject } from '#core/screening/matching/screen-subject.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import { signPermit } from '#credentials/permit.ts'
import type { Tx } from '#db/connect.ts'
import { events as eventTable } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { defiLevel } from '#engine/calculations/defi-level.ts'
import type { Json } from '#engine/canonical.ts'
import { leaving } from '#engine/facts/groups/defi.ts'
import { exactFacts, type Room } from '#engine/facts/of-checks.ts'
import { formatMicro } from '#engine/money.ts'
import { findProtocol } from '../protocols/find.ts'
import { sameContract } from '../protocols/present.ts'
import { sentInMarket, walletRisk } from '../transactions/history.ts'

export const defiInput = z.strictObject({
  wallet_address: walletAddress,
  protocol_name: name(100),
  verification_type: z.enum(['kyc', 'aml', 'accreditation']).default('kyc'),
  action: z
    .strictObject({
      type: z.enum(['supply', 'borrow', 'swap', 'stake', 'withdraw', 'repay', 'unstake']),
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
  compliance_facts: defiFactsField.default({}),
  permit: z
    .strictObject({
      chain_id: z.number().int().positive(),
      verifying_contract: walletAddress,
      ttl_seconds: z.number().int().min(1).max(86_400).default(300),
    })
    .optional(),
})
export type DefiInput = z.output<typeof defiInput>

type Level = 'none' | 'defi-basic' | 'defi-enhanced' | 'defi-institutional'

const defiVerification = z.object({
  success: z.literal(true),
  wallet_id: z.string(),
  verification_level: z.enum(['none', 'defi-basic', 'defi-enhanced', 'defi-institutional']),
  sanctions_cleared: z.boolean(),
  access_granted: z.boolean(),
  object: z.literal('defi_access'),
  wallet_address: z.string(),
  protocol_name: z.string(),
  policy: z.object({
    id: z.string(),
    default: z.boolean(),
    name: z.string().meta({ description: 'As the protocol is registered, else as it was sent' }),
    version: z.number().int().nullable().meta({ description: 'Of a registered policy; null for a default one' }),
  }),
  reason_codes: z.array(z.string()),
  expires_at: z.string().nullable(),
  permit: z
    .object({
      policy_name: z.string().meta({ description: 'Its keccak-256 is `message.policy`, which a contract compares with its own' }),
      domain: z.looseObject({}),
      types: z.looseObject({}),
      message: z.looseObject({}),
      signature: z.string(),
    })
    .nullable()
    .meta({ description: 'Null where none was asked for, where access is not granted, and for leaving' }),
  credential: credential.nullable(),
  next_action: z.object({ type: z.enum(['none', 'verify_wallet', 'wait', 'contact']), detail: z.string() }),
  settled_by: settledBy,
  decision,
})
export type DefiVerification = z.output<typeof defiVerification>

/**
 * Whether a wallet may use a protocol, at which level, and if asked a short-lived permit that a contract can check. Leaving is judged by
 * sanctions alone, and needs no permit.
 */
export const verifyDefiWallet = defineVerb({
  name: 'defi.verify_wallet',
  permission: 'defi.verify',
  input: defiInput,
  output: defiVerification,
  run: async ({ ctx, input }) => {
    await ctx.world.faults.meet(ctx, input.wallet_address.canonical)
    return write(ctx, async (tx) => {
      const { policy, subject, risk, facts } = await gatherDefi(tx, ctx, input)
      const level = levelOf(ctx, subject, risk)
      const made = await recordDecision(tx, ctx, {
        facts,
        market: 'defi',
        subject: { type: 'wallet', id: subject.wallet.id },
        walletAddress: subject.wallet.address,
        subjectKeyId: subject.subjectKeyId,
        stated: Object.keys(input.compliance_facts),
        ...evidencedBy({ subject: subject.identity }),
      })
      const length = refusedLength(made)
      if (length) return refusedAfter(made, length)
      const { decided, answer, settled_by, events } = await holdForPerson(tx, ctx, { market: 'defi', subject, decided: made })
      const reused = await noteUse(tx, ctx, subject, 'defi', decided.decision.id, ['level'])
      const granted = answer === 'allow'
      const exit = leaving(input.action?.type ?? 'access')
      const reasons = decided.decision.reason_codes
      const result: DefiVerification = {
        success: true as const,
        wallet_id: subject.wallet.id,
        verification_level: level,
        sanctions_cleared: sanctionsClear(subject),
        access_granted: granted,
        object: 'defi_access',
        wallet_address: subject.wallet.address,
        protocol_name: input.protocol_name,
        policy: { id: policy.id, default: policy.isDefault, name: policy.name, version: policy.version },
        reason_codes: reasons,
        expires_at: subject.state === 'active' ? subject.credential!.expires_at.toISOString() : null,
        // A contract cannot tell for what a permit was given, so leaving, which asks less than entering, gets none.
        permit: granted && !exit && input.permit && level !== 'none' ? await permitFor(ctx, input, level, policy.name) : null,
        credential: subject.credential ? summarise(subject.credential, subject.wallet, ctx.now, true) : null,
        next_action: nextAction(ctx, subject, {
          answer,
          rules: decided.decision.rules,
          wantsAccreditation: asksAccreditation(input) && level !== 'defi-institutional',
        }),
        settled_by,
        decision: decided.decision,
      }
      const had = await hadAccess(tx, ctx, subject.wallet.id, input.protocol_name)
      const event: EventInput = {
        type: granted ? 'defi.access.granted' : had && answer === 'deny' ? 'defi.access.revoked' : 'defi.access.denied',
        resource: { type: 'wallet', id: subject.wallet.id },
        object: {
          wallet_id: subject.wallet.id,
          protocol_name: input.protocol_name,
          verification_level: level,
          reason_codes: reasons,
          market: 'defi',
        },
      }
      // A grant is told once per protocol, until it is lost. Who may leave has not got in.
      return { result, audit: decided.audit, events: [...(granted && (had || exit) ? [] : [event]), ...events, ...reused] }
    })
  },
})

/** The call as its rules read it. Throws `validation_failed` and `protocol_paused`. */
export async function gatherDefi(tx: Tx, ctx: Ctx, input: DefiInput) {
  if (input.permit && input.permit.verifying_contract.family !== 'evm')
    throw invalidField('/permit/verifying_contract', 'invalid_address', 'Permits are for EVM contracts.')
  const policy = await policyOf(tx, ctx, input.protocol_name)
  refuseContract(ctx, input, policy)
  if (policy.paused) throw new AppError('protocol_paused', `The protocol ${input.protocol_name} is paused.`)
  const subject = await marketSubject(tx, ctx, input.wallet_address)
  // What stands at a smart wallet's address on another chain may be somebody else's: nothing is signed for it there.
  if (input.permit) requireSameChain(subject.wallet, input.permit.chain_id)
  const risk = await walletRisk(tx, ctx, subject)
  return { policy, subject, risk, facts: await defiFacts(tx, ctx, { input, subject, policy, risk }) }
}

/** A permit that lives too short or too long is an invalid request, which names the decision that says so; null where its length is fine. */
function refusedLength(made: Decided): AppError | null {
  const broken = made.engine.rules.find((rule) => rule.code === 'DEFI_PERMIT_TTL' && rule.result === 'fail')
  if (!broken) return null
  const detail = `${broken.message} It lives 30 to 600 seconds.`
  return new AppError('validation_failed', detail, {
    fields: [{ pointer: '/permit/ttl_seconds', code: 'invalid_value', detail }],
    extra: { decision: made.decision as unknown as Json },
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
  name: string
  version: number | null
  paused: boolean
  minLevel: NonNullable<Room<'defi'>['min_level']>
  blocked: string[]
  /** Those permits are made for; none: any. */
  contracts: readonly { chain_id: number; address: string }[]
  /** Those of them whose control is proven. */
  proven: readonly { chain_id: number; address: string }[]
}

/** The tenant's own policy for a protocol, else what its world knows of it, else the default one. */
async function policyOf(tx: Tx, ctx: Ctx, name: string): Promise<Policy> {
  const protocol = name.toLowerCase()
  const base: Policy = {
    id: 'default',
    isDefault: true,
    name,
    version: null,
    paused: false,
    minLevel: 'default',
    blocked: [],
    contracts: [],
    proven: [],
  }
  const row = await findProtocol(tx, ctx, protocol)
  if (row) {
    const { min_level, blocked_countries, contracts } = row.policy
    const own = { id: row.id, isDefault: false, name: row.name, version: row.version, paused: row.paused }
    return { ...own, minLevel: min_level ?? 'default', blocked: blocked_countries ?? [], contracts: contracts ?? [], proven: row.proofs }
  }
  const played = ctx.world.markets.protocol(protocol)
  return played ? { ...base, ...played, id: `protocol:${protocol}`, isDefault: false } : base
}

/** A permit is made only for a contract of this policy, in production only for one whose control is proven. Leaving needs none. */
function refuseContract(ctx: Ctx, { permit, action }: DefiInput, policy: Policy): void {
  if (!permit || leaving(action?.type ?? 'access')) return
  const at = '/permit/verifying_contract'
  const same = sameContract({ chain_id: permit.chain_id, address: permit.verifying_contract.canonical })
  if (policy.contracts.length > 0 && !policy.contracts.some(same))
    throw invalidField(at, 'contract_not_listed', `The policy of ${policy.name} does not list this contract on this chain.`)
  if (ctx.world.chain.wantsProof && !policy.proven.some(same))
    throw invalidField(
      at,
      'contract_not_proven',
      `Nobody proved under ${policy.name} that this contract is theirs. List it in the protocol’s policy, then prove control with POST /v1/protocols/{id}/challenge and POST /v1/protocols/{id}/prove.`,
    )
}

/** People may always leave: then no level is asked. */
const asksAccreditation = (input: DefiInput) => input.verification_type === 'accreditation' && !leaving(input.action?.type ?? 'access')

const accreditedUntil = (subject: MarketSubject) =>
  subject.credential?.level === 'accredited' && subject.state === 'active' ? subject.credential.expires_at.toISOString() : 'none'
/** An entity that is accredited is an institution in the sense of the rules; a natural person never is. */
const isInstitution = (subject: MarketSubject) => subject.person?.kind === 'entity' && accreditedUntil(subject) !== 'none'

function levelOf(ctx: Ctx, subject: MarketSubject, risk: number): Level {
  const levels = subject.state === 'active' ? (subject.facts.credential.levels ?? []) : []
  return defiLevel({
    controlled: subject.wallet.control === 'proven' || !ctx.world.chain.wantsProof,
    levels,
    over18: subject.facts.over_18 === true,
    risk,
    accredited: accreditedUntil(subject) !== 'none',
  }) as Level
}

async function defiFacts(tx: Tx, ctx: Ctx, p: { input: DefiInput; subject: MarketSubject; policy: Policy; risk: number }) {
  const { input, subject, policy, risk } = p
  const amount = input.action?.amount
  const base = await baseFacts(ctx, 'defi.access', subject.screened.lists, { market: 'defi' })
  const rates = await rateFacts(ctx)
  const facts = exactFacts('defi.access', {
    ...base,
    environment: ctx.environment,
    fx: [...rates],
    subject: subject.facts,
    defi: {
      action: input.action?.type ?? 'access',
      amount: amount ? moneyFact(amount, input.action!.currency) : 'none',
      sum_24h: { amount: formatMicro(await sentInMarket(tx, ctx, 'defi', subject, rates)), currency: 'USD' },
      risk,
      accredited_until: accreditedUntil(subject),
      qualified_institution: isInstitution(subject),
      min_level: asksAccreditation(input) ? 'defi-institutional' : policy.minLevel,
      geo_block: policy.blocked,
      contract_matches: await contractMatches(tx, ctx, input),
      permit_seconds: input.permit?.ttl_seconds ?? 'none',
      // Who is classed by nobody may be a retail client, so the rule asks.
      ...(input.uk_promotion && {
        uk: {
          client: input.uk_promotion.client,
          first_promotion_at: input.uk_promotion.first_promotion_at ?? 'none',
          test_passed: input.uk_promotion.appropriateness_test_passed,
        },
      }),
    },
  })
  return withStated('defi.access', facts, input.compliance_facts)
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
    policy_name: policy,
    domain: permit.domain,
    types: permit.types as unknown as Record<string, unknown>,
    message: permit.message,
    signature: permit.signature,
  }
}

/** Whose turn it is after a check. What the caller can bring is named before what nobody but a person can settle. */
function nextAction(
  ctx: Ctx,
  subject: MarketSubject,
  made: { answer: string; rules: WireDecision['rules']; wantsAccreditation: boolean },
): DefiVerification['next_action'] {
  if (made.answer === 'allow') return { type: 'none', detail: 'Access is granted.' }
  const denied = { type: 'contact', detail: 'Access is denied; the reasons say why.' } as const
  if (!sanctionsClear(subject) && made.answer === 'deny') return denied
  if (subject.state !== 'active') return { type: 'verify_wallet', detail: 'The wallet needs a live credential: verify it first.' }
  if (made.answer === 'review' || subject.screened.status === 'possible_match')
    return { type: 'wait', detail: 'A person has to look at this.' }
  if (made.answer === 'deny') return denied
  const level = made.rules.find(({ code }) => code === 'defi_level_too_low')
  if (level && subject.wallet.control !== 'proven' && ctx.world.chain.wantsProof)
    return {
      type: 'verify_wallet',
      detail:
        'Control of the wallet is not proven: the holder signs a message of /v1/wallets/challenge, and you send it to /v1/wallets/verify.',
    }
  if (made.wantsAccreditation) return { type: 'verify_wallet', detail: 'The holder is not verified as accredited.' }
  if (level) return { type: 'verify_wallet', detail: `${level.message} Verify the holder for the higher level.` }
  return { type: 'contact', detail: 'A fact is missing: decision.missing names it.' }
}
