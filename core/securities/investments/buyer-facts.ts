import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { screenOwners } from '#core/identity/entities/owners.ts'
import { consentWithdrawn } from '#core/identity/persons/consents.ts'
import type { PersonData } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { asRoom, FACTS, unsaidOf } from '#core/record/facts/table.ts'
import type { Screened } from '#core/screening/matching/screen-subject.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { UnsaidSale } from '#core/sources/statements/source.ts'
import type { Tx } from '#db/connect.ts'
import { legalDay } from '#engine/dates.ts'
import { exactRoom, type FactsOf, type Room } from '#engine/facts/of-checks.ts'
import { boughtBefore } from '../bookings/stated.ts'
import { affiliationOf, heldBy, stateFacts, usPersonFacts } from '../holdings/holder-facts.ts'
import { METHOD_OF_WORDS } from '../investors/accreditation/input.ts'
import { routeFacts, type VerifiedRoute } from '../investors/accreditation/route.ts'
import { controllers } from '../investors/controllers.ts'
import type { InvestorRow } from '../investors/create.ts'
import { money, type OfferingRow } from '../offerings/facts.ts'
import { buyerParty, credentialFacts } from './buyer.ts'
import type { CreateInvestmentInput } from './create.ts'
import { isNewHolder } from './terms-of-sale.ts'

/** A buyer and what they buy. */
export interface Sold {
  ctx: Ctx
  offering: OfferingRow
  investor: InvestorRow
  persona: Persona | null
  place: string | null
  amount: string
  input: CreateInvestmentInput
  unsaid: UnsaidSale
}

/** Whether an investor's accreditation was verified and counts today. */
export function isAccredited(ctx: Ctx, investor: InvestorRow): boolean {
  return (
    investor.accreditation_status === 'verified' &&
    (!investor.accreditation_expires_at || investor.accreditation_expires_at.getTime() > ctx.now)
  )
}

const accreditationStatus = (s: Sold) =>
  isAccredited(s.ctx, s.investor) ? 'accredited' : s.investor.accreditation_status === 'pending' ? 'pending' : 'not_accredited'

/** Who buys, as investor and as acquirer. */
type Buyer = NonNullable<FactsOf<'investment.accept'>['investor']>
type Accreditation = NonNullable<Buyer['accreditation']>
const METHODS: Record<string, Accreditation['method']> = METHOD_OF_WORDS

/** What a record says of its accreditation, and when: a statement without a day of its own is as old as the record. */
function accreditationOf(s: Sold): Accreditation {
  const record = s.investor.accreditation
  if (record?.route) return ofFile(s, record as FileRecord)
  const assumed = s.ctx.world.statements
  const counts = s.ctx.world.accreditation.takesWord
  const said = typeof record?.recorded_at === 'string' ? Date.parse(record.recorded_at) : s.investor.created_at.getTime()
  const dated = typeof record?.dated === 'string' ? record.dated : null
  const verifier = verifierOf(record?.verifier)
  const standing = record?.good_standing
  return {
    status: accreditationStatus(s),
    expired: s.investor.accreditation_status === 'verified' && !isAccredited(s.ctx, s.investor),
    contrary_knowledge: record?.contrary !== undefined,
    self_certified_at: record ? rulesDay(said) : 'none',
    method: counts && typeof record?.method === 'string' ? (METHODS[record.method] ?? 'none') : 'none',
    ...basisOf(record?.type, assumed.basis),
    ...(counts &&
      dated && {
        letter: {
          ...assumed.letter,
          ...(verifier && { verifier }),
          ...(typeof standing === 'boolean' && { good_standing: standing }),
          dated,
        },
      }),
  }
}

interface FileRecord extends Record<string, unknown> {
  basis: NonNullable<Accreditation['basis']>
  route: VerifiedRoute
  recorded_at: string
}

/** What a file that a person confirmed says of a sale today: whether its method still carries it, the rules judge. */
const ofFile = (s: Sold, record: FileRecord): Accreditation => ({
  status: accreditationStatus(s),
  expired: s.investor.accreditation_status === 'verified' && !isAccredited(s.ctx, s.investor),
  contrary_knowledge: record.contrary !== undefined,
  self_certified_at: rulesDay(Date.parse(record.recorded_at)),
  basis: record.basis,
  ...routeFacts(record.route, legalDay(s.ctx.now)),
})

const BASES: Record<string, Accreditation['basis']> = {
  income: 'income',
  net_worth: 'net_worth',
  professional: 'license',
  entity: 'entity_assets',
}
const basisOf = (type: unknown, otherwise: Accreditation['basis'] | null): Pick<Accreditation, 'basis'> => {
  const basis = (typeof type === 'string' && BASES[type]) || otherwise
  return basis ? { basis } : {}
}

/** A person is no company, has no owners and was not founded for this. */
const A_PERSON = { control_persons_verified: true, fund_owner_count: 'none', formed_for_purchase: false, owners: [] } as const

/** What our records say of a buyer, and under it what nobody needs to say in this world. */
function recordOf(s: Sold): Buyer {
  const { world } = s.ctx
  const entity = s.investor.type === 'entity'
  return {
    ...asRoom('investor', unsaidOf(FACTS.investor)),
    ...asRoom('investor', s.investor.facts),
    ...world.statements.buyer(s.unsaid),
    ...(entity ? world.statements.behindEntity : A_PERSON),
    kind: entity ? 'entity' : 'natural',
    person_id: s.investor.person_id,
    accreditation: accreditationOf(s),
    identity_status: s.investor.status,
    documents_status: s.investor.documents_status,
    ...(s.place && { residence: s.place }),
    ...stateFacts(s.ctx, s.place, s.investor.us_state),
    ...usPersonFacts(s.persona?.effects.flags?.includes('us_person') ? 'US' : s.place),
    ...(s.input.annual_income && { annual_income: { amount: s.input.annual_income, currency: 'USD' } }),
    ...(s.input.net_worth && { net_worth_without_home: { amount: s.input.net_worth, currency: 'USD' } }),
  } satisfies Buyer
}

const affiliate = (said: Awaited<ReturnType<typeof affiliationOf>>): Pick<Room<'investor'>, 'affiliate_of_issuer'> =>
  said ? { affiliate_of_issuer: said.now } : {}

/** Who buys, as the rules read them. */
export async function buyerRoom(
  tx: Tx,
  ctx: Ctx,
  s: Sold,
  p: {
    data: PersonData
    wallet: WalletRow | null
    screened: Screened
    owners: Awaited<ReturnType<typeof screenOwners>> | null
    said: Room<'investor'>
    keyId: string
  },
): Promise<Buyer> {
  const { data, wallet, screened, owners, keyId } = p
  const { offering, investor } = s
  const party = { ...buyerParty({ investor, wallet, data, place: s.place, screened }), ...owners?.facts }
  return {
    ...party,
    ...recordOf(s),
    ...p.said,
    ...(investor.type === 'entity' && (await controllers(tx, ctx, investor.person_id, data))),
    ...affiliate(await affiliationOf(tx, ctx, investor.person_id)),
    balance: await heldBy(tx, ctx, offering.id, investor.person_id),
    bought_in_offering: money(await boughtBefore(tx, ctx, investor.person_id, offering.id), offering.currency),
    birth_date: data.date_of_birth ?? 'none',
    consent_withdrawn: await consentWithdrawn(tx, ctx, investor.person_id),
    sanctions: {
      status: screened.status,
      // Owners that nobody named are unknown, not clear.
      ...(owners?.facts.holdings !== 'none' && { owners_status: owners?.status ?? 'clear' }),
      wallet_status: screened.matches.some((m) => m.match_type === 'address_exact') ? 'hit' : 'clear',
      lists_loaded_at: oldestList(screened.lists),
    },
    credential: await credentialFacts(tx, ctx, wallet, { party, lists: screened.lists, subjectKeyId: keyId }),
    holds_offering: !(await isNewHolder(tx, ctx, offering, investor)),
  } satisfies Buyer
}

const oldestList = (lists: readonly { current_at: string }[]) => lists.map((l) => l.current_at).sort()[0] ?? 'none'

/** The sale itself: what the call says, over what nobody needs to say in this world. */
export function investmentFacts(s: Sold): Room<'investment'> {
  const assumed = s.ctx.world.statements.sale(s.unsaid)
  return exactRoom('investment', {
    ...assumed,
    amount: money(s.amount, s.offering.currency),
    ...(s.input.payment_method && { payment_method: s.input.payment_method }),
    accepted_terms: s.investor.terms_accepted_at !== null || assumed.accepted_terms === true,
    ...(s.input.agreement_sha256 && { agreement_sha256: s.input.agreement_sha256 }),
  })
}

const VERIFIERS = ['broker_dealer', 'sec_adviser', 'state_adviser', 'attorney', 'cpa', 'other'] as const

/** Who wrote the letter, as the rules know it: a name that is no kind counts as another, which no rule relies on. Null when not said. */
const verifierOf = (given: unknown): (typeof VERIFIERS)[number] | null =>
  typeof given !== 'string' ? null : (VERIFIERS.find((one) => one === given) ?? 'other')
