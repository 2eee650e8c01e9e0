import { and, desc, eq, ne } from 'drizzle-orm'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import { liftOwners, screenOwners, withOwners } from '#core/identity/entities/owners.ts'
import { openPerson, type PersonData } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { DecisionInput } from '#core/record/decisions/decide.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import { type Sources, withSaid } from '#core/record/facts/sources.ts'
import { saleFacts } from '#core/record/facts/stated-facts.ts'
import { type HeldSubject, liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { furtherFacts } from '#core/screening/matching/subject.ts'
import { accreditationFound } from '#core/sources/accreditation/source.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import type { Subject } from '#core/sources/identity/source.ts'
import { meetsHolderLimit, type Persona } from '#core/sources/personas/source.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { documents, persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { exactFacts, type Room } from '#engine/facts/of-checks.ts'
import { formatMicro, parseMicro } from '#engine/money.ts'
import { stateFacts } from '../holdings/holder-facts.ts'
import { fundOwners, holderLimitFacts, holdersOfRecord } from '../holdings/of-record.ts'
import type { InvestorRow } from '../investors/create.ts'
import { firstSaleInState } from '../offerings/derived.ts'
import { money, type OfferingRow } from '../offerings/facts.ts'
import { offeringRooms } from '../offerings/open-facts.ts'
import { buyerRoom, investmentFacts } from './buyer-facts.ts'
import type { CreateInvestmentInput } from './create.ts'
import { sales506b } from './sales-506b.ts'

const parse = (text: string) => parseMicro(text) ?? 0n

/** What a judged investment is made from. */
export interface Judged {
  offering: OfferingRow
  investor: InvestorRow
  wallet: WalletRow | null
  amount: bigint
  quantity: bigint
  /** What others who wait hold of the raise. */
  reserved: bigint
  /** Units that were issued without a sale. */
  granted: bigint
  input: CreateInvestmentInput
  /** What is stored was asked for by an earlier call. */
  again?: DecisionInput['again']
  /** Set when two people let it go: its possible matches become false positives, and only what they saw is lifted. */
  release?: Release
}

/** The buyer as screening asks for them. */
const buyerAsked = (investor: InvestorRow, data: PersonData, wallet: WalletRow | null, persona: Persona | null): SubjectToScreen => ({
  wallet_address: wallet?.address,
  full_name: persona?.effects.holder?.full_name ?? data.full_name,
  date_of_birth: persona?.effects.holder?.date_of_birth ?? data.date_of_birth ?? undefined,
  country: persona?.effects.country ?? investor.country ?? data.country ?? undefined,
  entity_type: investor.type === 'entity' ? 'organization' : 'person',
  ...(!persona?.effects.holder && furtherFacts(data)),
})

/** Whom a release of a sale sets matches aside of: the buyer, and an entity's owners with a possible match. */
export async function peopleOfSale(tx: Tx, ctx: Ctx, { investor, wallet }: Pick<Judged, 'investor' | 'wallet'>): Promise<HeldSubject[]> {
  const person = await findScoped(tx, persons, ctx, investor.person_id)
  const data = await openPerson(tx, ctx, person!)
  const asked = buyerAsked(investor, data, wallet, ctx.world.personas.at(wallet?.address ?? null))
  const owners = investor.type === 'entity' ? (await screenOwners(tx, ctx, investor.person_id, data)).open : []
  return [{ asked, screened: await screenSubject(tx, ctx, asked) }, ...owners]
}

/** What the rules read of one investment, under the facts of now, and whom and what it is about. Lifts what two people let go. */
export async function gatherSale(tx: Tx, ctx: Ctx, p: Judged) {
  const { offering, investor, wallet, amount, quantity, reserved, granted, input } = p
  const persona = ctx.world.personas.at(wallet?.address ?? null)

  const person = await findScoped(tx, persons, ctx, investor.person_id)
  const data = await openPerson(tx, ctx, person!)
  const place = persona?.effects.country ?? investor.country ?? data.country ?? null
  const asked = buyerAsked(investor, data, wallet, persona)
  let own = await screenSubject(tx, ctx, asked)
  const liftedEvents = p.release ? await liftMatches(tx, ctx, asked, own, p.release) : []
  if (p.release && investor.type === 'entity') liftedEvents.push(...(await liftOwners(tx, ctx, investor.person_id, data, p.release)))
  if (liftedEvents.length) own = await screenSubject(tx, ctx, asked)
  const owners = investor.type === 'entity' ? await screenOwners(tx, ctx, investor.person_id, data) : null
  const screened = owners ? withOwners(own, owners) : own
  const unsaid = { now: ctx.now, personId: investor.person_id, entity: investor.type === 'entity', place, offering }
  const subject = { ctx, offering, investor, persona, place, amount: formatMicro(amount), input, unsaid }
  const said = saleFacts(input.compliance_facts, investor, [place, data.registration_country])
  const rooms = await offeringRooms(tx, ctx, offering)
  const { issuer } = rooms
  const holders = await holdersOfRecord(tx, ctx, null)
  const base = await baseFacts(ctx, 'investment.accept', screened.lists, { market: 'securities' })
  const facts = exactFacts('investment.accept', {
    ...base,
    said: withSaid(base, rooms.said),
    fx: await rateFacts(ctx),
    issuer: {
      ...issuer,
      outstanding_units: offering.total_supply,
      holders,
      ...(await fundOwners(tx, ctx, issuer, holders)),
      sales_506b: await sales506b(tx, ctx, offering, issuer),
    },
    offering: {
      ...rooms.offering,
      ...(await firstSaleInState(tx, ctx, offering.id, stateFacts(ctx, place, investor.us_state).us_state)),
      ...agreementFacts(ctx, await agreementsOf(tx, offering.id), input.agreement_sha256),
      ...limitFacts(offering, reserved, granted),
      ...(await holderLimitFacts(tx, ctx, offering, { personId: investor.person_id, atLimit: meetsHolderLimit(persona) })),
      ...ctx.world.personas.offeringOf(persona, ctx.now),
    },
    investor: await buyerRoom(tx, ctx, subject, { data, wallet, screened, owners, said: said.investor, keyId: person!.subject_key_id }),
    from: { person_id: 'none' },
    investment: {
      ...investmentFacts(subject),
      ...said.investment,
      quantity: String(quantity),
      paid_in_full_at: rulesDay(ctx.now),
      gift_or_estate_of_one_owner: false,
    },
    token: {
      offering_id: offering.id,
      linked_offering_ids: [offering.id],
      ...rooms.token,
    },
    environment: ctx.environment,
  })
  const { found, shownBy } = await evidenceOfBuyer(tx, ctx, { personId: investor.person_id, shownFor: investor.id, played: persona })
  // Of sales elsewhere the issuer says something, or there are none: what is counted then is our own records.
  const measured: Sources = 'issuer.sales_506b' in rooms.said ? {} : { 'issuer.sales_506b': 'measured' }
  return { facts, subject, screened, keyId: person!.subject_key_id, liftedEvents, found: { ...found, ...measured }, shownBy }
}

/** What evidence says of a buyer, and of their accreditation. */
async function evidenceOfBuyer(tx: Tx, ctx: Ctx, about: Subject) {
  const identity = await ctx.world.identity.of(tx, ctx, about)
  const { found, shownBy } = evidencedBy({ investor: identity, acquirer: identity })
  return { found: { ...found, ...accreditationFound(await ctx.world.accreditation.of(tx, ctx, about)) }, shownBy }
}

/** Hashes of an offering's subscription agreements, the newest first. */
export async function agreementsOf(tx: Tx, offeringId: string): Promise<string[]> {
  const rows = await tx
    .select({ sha256: documents.sha256 })
    .from(documents)
    .where(
      and(
        eq(documents.owner_type, 'offering'),
        eq(documents.owner_id, offeringId),
        eq(documents.kind, 'subscription_agreement'),
        ne(documents.status, 'removed'),
      ),
    )
    .orderBy(desc(documents.created_at), desc(documents.id))
  return rows.map((row) => row.sha256)
}

/** The offering's own limits. */
function limitFacts(offering: OfferingRow, reserved: bigint, granted: bigint): Room<'offering'> {
  const price = parse(offering.price_per_token)
  const taken = price === 0n ? 0n : (parse(offering.amount_raised) + reserved) / price
  return {
    max_non_accredited: offering.max_non_accredited ?? 'none',
    non_accredited_count: offering.non_accredited_count,
    lockup_days: offering.lockup_days ?? 'none',
    units_left: String(BigInt(offering.total_supply) - taken - granted),
    reserved: money(formatMicro(reserved), offering.currency),
    blocked_countries: offering.blocked_countries,
    allowed_countries: offering.allowed_countries.length ? offering.allowed_countries : 'none',
  }
}

/** The agreement that has to be signed: one of the offering's own, else the one named for it, or what its world takes for it. */
function agreementFacts(ctx: Ctx, current: readonly string[], signed: string | undefined): Pick<Room<'offering'>, 'agreement_sha256'> {
  const own = signed !== undefined && current.includes(signed) ? signed : (current[0] ?? ctx.world.statements.agreement(signed))
  return own === undefined ? {} : { agreement_sha256: own }
}
