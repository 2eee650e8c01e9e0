import { dueDiligenceOf } from '#core/identity/due-diligence/facts.ts'
import { entityFacts, shownFacts } from '#core/identity/entities/facts.ts'
import { currentFile } from '#core/identity/entities/file.ts'
import { liftOwners, screenOwners, withOwners } from '#core/identity/entities/owners.ts'
import type { PersonData } from '#core/identity/persons/ensure.ts'
import { placesOf, ukraineAreaOf } from '#core/identity/persons/places.ts'
import { fileFacts, saidOfFile, taxedThere } from '#core/identity/wallets/identification.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { baseFacts, partyFacts } from '#core/record/decisions/party-facts.ts'
import { liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { furtherFacts } from '#core/screening/matching/subject.ts'
import { verificationRoom } from '#core/sources/identity/found.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import type { persons, wallets } from '#db/schema.ts'
import { exactFacts } from '#engine/facts/of-checks.ts'
import { identifiesInFull } from '#engine/tables/customer-identification.ts'
import { usPersonFacts } from '../holdings/holder-facts.ts'
import type { InvestorRow } from './create.ts'
import type { VerifyInvestorInput } from './verify-input.ts'

/**
 * What the rules of a verification read of an investor, under the facts of now, and how the investor is screened. With `release`, what
 * two people saw of its matches is lifted first.
 */
export async function gatherVerification(
  tx: Tx,
  ctx: Ctx,
  p: {
    row: InvestorRow
    person: typeof persons.$inferSelect
    data: PersonData
    wallet: typeof wallets.$inferSelect | null
    persona: Persona | null
    documents?: VerifyInvestorInput['documents']
    release?: Release | undefined
  },
) {
  const { row, person, data, wallet, persona, documents, release } = p
  const holder = persona?.effects.holder
  const place = persona?.effects.country ?? data.country ?? row.country
  const asked: SubjectToScreen = {
    wallet_address: wallet?.address,
    full_name: holder?.full_name ?? data.full_name,
    date_of_birth: (holder ?? data).date_of_birth ?? undefined,
    country: place ?? undefined,
    entity_type: row.type === 'entity' ? 'organization' : 'person',
    ...(!holder && furtherFacts(data)),
  }
  const isEntity = row.type === 'entity'
  const lifted = release ? await liftMatches(tx, ctx, asked, await screenSubject(tx, ctx, asked), release) : []
  if (release && isEntity) lifted.push(...(await liftOwners(tx, ctx, person.id, data, release)))
  const owners = isEntity ? await screenOwners(tx, ctx, person.id, data) : null
  const own = await screenSubject(tx, ctx, asked)
  const screened = owners ? withOwners(own, owners) : own
  const places = placesOf(
    data,
    place,
    documents?.map((one) => one.country),
  )
  const identity = await ctx.world.identity.of(tx, ctx, { personId: person.id, shownFor: row.id, played: persona })
  // Of an entity a whole file is asked as soon as there is one; without one nothing shows that it exists.
  const company = isEntity ? await currentFile(tx, ctx, person.id) : null
  // Whom the sandbox plays has all papers that its story gives them.
  const inFull = !isEntity && !persona && (await asksInFull(ctx))
  const level = company || inFull ? 'enhanced' : 'basic'
  const facts = exactFacts('investor.verify', {
    ...(await baseFacts(ctx, 'investor.verify', screened.lists, { level, market: 'securities', moves_value: false })),
    investor: {
      ...partyFacts({
        kind: isEntity ? 'entity' : 'natural',
        personId: person.id,
        address: wallet?.address ?? null,
        fullName: data.full_name,
        dateOfBirth: data.date_of_birth ?? null,
        places,
        screened,
        ukraineArea: ukraineAreaOf(data),
        dueDiligence: await dueDiligenceOf(tx, ctx, person.id, 'verification'),
      }),
      ...owners?.facts,
      registration_no: (data.registration_number as string | undefined) ?? 'none',
      // What accredits is judged at each sale by the documents then current; identity does not wait for it.
      accreditation: { basis: 'none', status: 'not_accredited' },
      verification: verificationRoom(identity, documents?.length ? 'document' : 'non_documentary'),
      opened_on: rulesDay(row.created_at),
      ...usPersonFacts(place),
      ...(company && { ...(await entityFacts(tx, ctx, person.id, company.file)), ...shownFacts(identity) }),
      ...(inFull && { ...fileFacts(ctx, data, identity), ...taxedThere(place, data) }),
    },
  })
  return { facts, place, asked, screened, lifted, identity, said: inFull ? saidOfFile(data, 'investor') : [] }
}

/**
 * Whether investors are asked for a whole file of identification, as holders of accounts are: an organisation that says that it is a bank, a
 * broker-dealer, a mutual fund, a futures firm or an issuer of payment stablecoins opens accounts for them.
 */
async function asksInFull(ctx: Ctx): Promise<boolean> {
  const said = (await ctx.world.tenant.forDecision(ctx)).find(({ fact }) => fact === 'us_bsa_type')
  return identifiesInFull(said?.value)
}
