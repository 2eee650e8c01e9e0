import { eq } from 'drizzle-orm'
import { worth } from '#core/chain/transactions/worth.ts'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Rate } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { organizations } from '#db/schema.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { micro } from '#engine/money.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import { EU_MEMBERS } from '#engine/tables/eu-members.ts'
import type { CreateTransactionInput } from './create.ts'
import { isInbound, travelMessage } from './party.ts'

export interface TravelRule {
  required: boolean
  regime: string
  threshold: string
  status: 'not_required' | 'complete' | 'incomplete' | 'awaiting_counterparty' | 'accepted' | 'rejected' | 'repair_requested'
  /** JSON pointers into the call; `/from/credential` or `/to/credential` where the wallet of that side has to be verified, or to a higher level. */
  missing: string[]
  counterparty: string | null
  code: number | null
  facts: NonNullable<Room<'tx'>['travel']>
}

const THRESHOLDS = {
  US: { regime: 'US 31 CFR 1010.410(f)', amount: '3000', currency: 'USD' },
  EU: { regime: 'EU 2023/1113', amount: '0', currency: 'EUR' },
} as const

/** Which travel rule binds a payment, what is still missing for it, and how the counterparty stands. */
export function travelRule(
  ctx: Pick<Ctx, 'world' | 'now'>,
  input: CreateTransactionInput,
  from: MarketSubject | null,
  to: MarketSubject | null,
  known: {
    rates: readonly Rate[]
    /** What went from this sender to this beneficiary in the 24 hours before: a threshold is read on the whole. */
    linked: { usd: bigint }
    tenant: Room<'tenant'>
    /** The organisation, which is the provider on its side of the payment. */
    self: string
    /** Payments of thirty days from the same provider that came without their data. */
    failures?: number
  },
): TravelRule {
  const { rates, linked, tenant, self, failures = 0 } = known
  const dollars = worth(input.amount, input.currency, 'USD', rates) + linked.usd
  const euros = worth(input.amount, input.currency, 'EUR', rates)
  const flags = [...(from?.persona?.effects.flags ?? []), ...(to?.persona?.effects.flags ?? [])]
  // The sandbox's unproven wallet plays the European case, which begins above 1,000 EUR.
  const european = [from, to].some((side) => side?.data?.country && EU_MEMBERS.includes(side.data.country))
  const europeanCase = flags.includes('self_hosted') && euros > micro('1000')
  const own = seatsOf(tenant)
  const inEu = european || europeanCase || (own ?? []).some((seat) => EU_MEMBERS.includes(seat))
  const regime = inEu ? THRESHOLDS.EU : THRESHOLDS.US
  const seats = own && (inEu ? [...new Set([...own, 'DE'])] : own)
  const required = seats?.length !== 0 && dollars >= micro(regime.amount)
  const inbound = isInbound(input)
  const hosted = selfHostedSide(input, inbound, flags.includes('self_hosted'))
  const keeper = hosted === 'originator' ? from : hosted === 'beneficiary' ? to : null
  const played = flags.includes('vasp_accepts')
    ? 'accepted'
    : flags.includes('vasp_rejects')
      ? 'rejected'
      : flags.includes('vasp_repair')
        ? 'repair_requested'
        : flags.includes('vasp_silent')
          ? 'awaiting_counterparty'
          : null
  const { originator, beneficiary } = played ? { ...playedParties(played), ...partiesOf(input) } : input
  // The other provider: who sends what arrives, who receives what leaves.
  const vasp = (((inbound && !played ? originator : beneficiary) as { vasp?: string } | undefined)?.vasp ?? null) as string | null
  const missing = required && played === 'repair_requested' ? [ADDRESS_OF_ORIGINATOR] : []
  const status = required ? (played ?? 'complete') : 'not_required'
  return {
    required,
    regime: regime.regime,
    // In the Union data is held of every payment, to a wallet kept by its owner too: above 1,000 EUR its ownership is proven besides.
    threshold: `${regime.amount} ${regime.currency}`,
    status,
    missing,
    counterparty: vasp,
    code: played === 'rejected' ? 90 : played === 'repair_requested' ? 153 : null,
    facts: {
      ...(seats && { seats }),
      self_hosted: hosted,
      ...(keeper && { self_hosted_owner: ownerOf(input, from, to), self_hosted_address: keeper.wallet.address, proof: proofOf(keeper) }),
      lei_known: input.compliance_facts['tx.lei_known'] === true,
      message: travelMessage({
        originator,
        beneficiary,
        accounts: { originator: from?.wallet.address, beneficiary: to?.wallet.address },
        self: { side: inbound ? 'beneficiary' : 'originator', name: self },
      }),
      has_account: ctx.world.markets.account || (from?.person !== null && from?.state === 'active'),
      verified_by_bank: input.compliance_facts['tx.verified_by_bank'] === true,
      ...(inbound && { vasp_failures_30d: failures }),
      ...counterparty(vasp, played, ctx),
      endpoint: 'none',
    },
  }
}

/**
 * On which side a wallet is that its owner keeps: of what arrives first the sender's (Regulation (EU) 2023/1113 art 16(2)), of what leaves
 * the receiver's (art 14(5)); whose wallet sends what leaves is a customer's of the tenant.
 */
function selfHostedSide({ originator, beneficiary }: CreateTransactionInput, inbound: boolean, played: boolean): SelfHosted {
  if (inbound && originator?.self_hosted === true) return 'originator'
  return played || beneficiary?.self_hosted === true ? 'beneficiary' : 'none'
}
type SelfHosted = NonNullable<NonNullable<Room<'tx'>['travel']>['self_hosted']>

/**
 * Whose travel rule binds the tenant: the countries it names and those of its licences, which it does not name away; while it names none
 * also the Union for who serves it. Null while nothing says: then the rules ask.
 */
export function seatsOf({ travel_seats, us_bsa_type, casp_auth, serves_eu }: Room<'tenant'>): readonly string[] | null {
  const named = travel_seats ?? []
  const inEu = !named.some((seat) => EU_MEMBERS.includes(seat)) && (casp_auth === true || (!travel_seats && serves_eu === true))
  const seats = [...named, ...(us_bsa_type !== undefined && us_bsa_type !== 'none' ? ['US'] : []), ...(inEu ? ['DE'] : [])]
  return travel_seats || seats.length ? [...new Set(seats)] : null
}

type Owner = NonNullable<Room<'tx'>['travel']>['self_hosted_owner']
/** Whose a wallet is that its owner keeps: the customer's own where both are one person's, else as the parties say. */
function ownerOf({ compliance_facts: said }: CreateTransactionInput, from: MarketSubject | null, to: MarketSubject | null): Owner {
  if (from?.person && from.person.id === to?.person?.id) return 'own_customer'
  // While nobody says otherwise its control has to be proven, as the customer's own.
  return (said['tx.self_hosted_owner'] as Owner) ?? 'own_customer'
}

const ADDRESS_OF_ORIGINATOR = '/originator/originatorPersons/0/naturalPerson/geographicAddress'

/** By the rule that asks: what its caller can bring. */
const ASKED: Readonly<Record<string, (rule: RuleOutcome, travel: TravelRule, input: CreateTransactionInput) => readonly string[]>> = {
  TRAVEL_RULE_INCOMPLETE: (rule) => pointersOf(rule),
  TRAVEL_RULE_LINKED: (rule) => pointersOf(rule),
  TRAVEL_RULE_INBOUND_MISSING: (rule) => pointersOf(rule),
  TRAVEL_RULE_NOT_VERIFIED: () => ['/from/credential'],
  // Of a third party it asks who they are as well, or only that.
  TRAVEL_RULE_SELF_HOSTED_PROOF: ({ missing }, { facts }) =>
    missing.map((path) => (path.endsWith('.credential') ? `/${path.replace('.', '/')}` : `/${facts.self_hosted}/proof`)),
  // Who refused was asked and answered: nothing is missing.
  TRAVEL_RULE_COUNTERPARTY: (rule, _, input) =>
    rule.result === 'fail' ? [] : [isInbound(input) ? '/originator/vasp' : '/beneficiary/vasp'],
}
const pointersOf = ({ params }: RuleOutcome): readonly string[] => (params?.pointers as readonly string[] | undefined) ?? []
const DATA = ['INCOMPLETE', 'LINKED', 'INBOUND_MISSING', 'NOT_VERIFIED', 'SELF_HOSTED_PROOF'].map((name) => `TRAVEL_RULE_${name}`)

/**
 * The travel rule of a payment as its decision left it: what is missing is what the rules asked for, named as the call has it. No rule
 * of it holds a payment back without a field that somebody can fill, but for a provider that refused.
 */
export function travelAfter(travel: TravelRule, rules: readonly RuleOutcome[], input: CreateTransactionInput): TravelRule {
  // While nobody knows whose rule binds the payment, no field of the call is missing: the decision asks for the seats.
  const bound = rules.filter((rule) => rule.code in ASKED && !rule.missing.some((path) => /travel.seats$/.test(path)))
  const open = bound.filter((rule) => ['fail', 'review', 'needs_info'].includes(rule.result))
  const asked = open
    .flatMap((rule) => ASKED[rule.code]!(rule, travel, input))
    .map((pointer) => (travel.missing.includes(pointer) ? pointer : inCall(pointer, input)))
  const missing = [...new Set([...travel.missing, ...asked])].sort(
    (a, b) => Number(a.startsWith('/beneficiary')) - Number(b.startsWith('/beneficiary')),
  )
  const incomplete = travel.status === 'complete' && open.some((rule) => DATA.includes(rule.code))
  return { ...travel, missing, status: incomplete ? 'incomplete' : travel.status }
}

/** A pointer into the message as one into the call: a side that was not sent is missing whole, a flat one has no list of persons. */
export function inCall(pointer: string, input: CreateTransactionInput): string {
  const at = pointer.replace(/^\/originatingVASP.*/, '/originator/vasp').replace(/^\/beneficiaryVASP.*/, '/beneficiary/vasp')
  const side = (['originator', 'beneficiary'] as const).find((one) => at.startsWith(`/${one}`))
  if (!side) return at
  const party = input[side]
  if (!party) return `/${side}`
  const [, within] = /^\/\w+\/\w+Persons\/0(\/.*)$/.exec(at) ?? []
  if (within === undefined || `${side}Persons` in party) return at
  if ('naturalPerson' in party || 'legalPerson' in party) return `/${side}${within}`
  return 'name' in party && within.endsWith('/geographicAddress') ? `/${side}/address` : at
}

/** What the caller sent of the parties. */
const partiesOf = ({ originator, beneficiary }: CreateTransactionInput) => ({
  ...(originator && { originator }),
  ...(beneficiary && { beneficiary }),
})

/** The fictional parties of the sandbox's providers, so that their wallets alone play the persona. One who asks for repair lacks the address. */
function playedParties(played: TravelRule['status']): Pick<CreateTransactionInput, 'originator' | 'beneficiary'> {
  const named = (family: string, given: string) => ({
    name: {
      nameIdentifier: [{ primaryIdentifier: family, secondaryIdentifier: given, naturalPersonNameIdentifierType: 'LEGL' }],
    },
  })
  const address = {
    addressType: 'HOME',
    streetName: 'Main Street',
    buildingNumber: '1',
    townName: 'Reno',
    postCode: '89501',
    country: 'US',
  }
  return {
    originator: {
      originatorPersons: [
        {
          naturalPerson: {
            ...named('Originator', 'Olga'),
            ...(played !== 'repair_requested' && { geographicAddress: [address] }),
            dateAndPlaceOfBirth: { dateOfBirth: '1990-05-17', placeOfBirth: 'Reno' },
          },
        },
      ],
    },
    beneficiary: { beneficiaryPersons: [{ naturalPerson: named('Beneficiary', 'Ben') }], vasp: 'vasp.example' },
  }
}

/** What is known of the provider on the other side. A real one was examined by nobody here, so a person has to. */
function counterparty(
  vasp: string | null,
  played: TravelRule['status'] | null,
  ctx: Pick<Ctx, 'world' | 'now'>,
): NonNullable<Room<'tx'>['travel']> {
  const now = new Date(ctx.now).toISOString()
  const status = played === 'rejected' ? 'rejected' : played ? 'active' : ctx.world.markets.provider
  return {
    vasp: vasp || played ? { status, examined_on: status === 'active' ? rulesDay(ctx.now) : 'none' } : 'none',
    sent_at: played ? now : 'none',
    answered: played !== null && played !== 'awaiting_counterparty',
  }
}

/** That the holder showed control of the wallet, and when. */
const proofOf = ({ wallet }: MarketSubject): NonNullable<Room<'tx'>['travel']>['proof'] =>
  wallet.control === 'proven' && wallet.control_proven_at
    ? { method: 'signature', at: wallet.control_proven_at.toISOString(), address: wallet.address }
    : 'none'

/** The organisation as it is registered: the provider on its side of a payment. */
export async function providerName(tx: Tx, ctx: Ctx): Promise<string> {
  const [row] = await tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  return row!.name
}
