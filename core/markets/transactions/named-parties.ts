import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { countryCode } from '#core/kernel/countries.ts'
import { AppError } from '#core/kernel/errors.ts'
import { region as regionCode } from '#core/kernel/fields.ts'
import { type Party, partyFacts } from '#core/record/decisions/party-facts.ts'
import type { SubjectToScreen } from '#core/screening/matching/screen-subject.ts'
import { lookUpNames } from '#core/screening/screenings/named.ts'
import type { Tx } from '#db/connect.ts'
import type { JsonObject } from '#engine/calculations/ivms.ts'
import type { CreateTransactionInput } from './create.ts'
import { personsIn } from './party.ts'

/** Names in one party's travel-rule data; each is looked up. */
const MOST_NAMES = 20

type Places = Party['places']
type Named = { asked: SubjectToScreen[]; places: Places }

const room = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
const rooms = (value: unknown): JsonObject[] => (Array.isArray(value) ? value : []).map(room)
const word = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Whom a party of a payment names, and every country it names for them. What is no code stays as it was written: the rules ask. */
function namedIn(party: Record<string, unknown> | undefined, side: 'originatorPersons' | 'beneficiaryPersons'): Named {
  const asked: SubjectToScreen[] = []
  const places: Places = []
  const place = (source: Places[number]['source'], country: unknown, region: unknown = '') => {
    const code = countryCode(word(country)) ?? word(country).toUpperCase()
    const part = word(region).toUpperCase()
    if (code)
      places.push({
        source,
        country: code,
        region: part.startsWith(`${code}-`) && regionCode.safeParse(part).success ? part : null,
        proven: false,
      })
  }
  for (const one of rooms(party && personsIn(party, side))) {
    const person = room(one.naturalPerson ?? one.legalPerson)
    const { nameIdentifier, localNameIdentifier, phoneticNameIdentifier } = room(person.name)
    const born = word(room(person.dateAndPlaceOfBirth).dateOfBirth)
    const date_of_birth = /^\d{4}-\d{2}-\d{2}$/.test(born) ? born : undefined
    for (const name of [nameIdentifier, localNameIdentifier, phoneticNameIdentifier].flatMap(rooms)) {
      const full = word(name.legalPersonName) || `${word(name.secondaryIdentifier)} ${word(name.primaryIdentifier)}`.trim()
      // Person or company is only said: the name is looked for among both.
      if (full && !asked.some((known) => known.full_name === full)) asked.push({ full_name: full, date_of_birth, entity_type: 'any' })
    }
    for (const address of rooms(person.geographicAddress)) place('address', address.country, address.countrySubDivision)
    place('address', person.countryOfResidence)
    place('address', person.countryOfRegistration)
    place('id_document', room(person.nationalIdentification).countryOfIssue)
  }
  if (asked.length > MOST_NAMES)
    throw new AppError('ivms101_invalid', `A party has at most ${MOST_NAMES} names. Send those of the people who pay and are paid.`)
  return { asked, places }
}

/** The two sides of a movement with whom each names: the payer's side where there is one, else the other. */
const sidesOf = (input: CreateTransactionInput, from: MarketSubject | null, to: MarketSubject | null) => [
  { side: from ?? to, named: namedIn(input.originator, 'originatorPersons') },
  { side: to ?? from, named: namedIn(input.beneficiary, 'beneficiaryPersons') },
]

/**
 * Looks up everybody whom the travel-rule data of a movement names, and adds what is found, and where they are, to the wallet's own
 * facts: who pays or is paid through somebody's wallet is a party as its holder is. Throws `screening_unavailable` and `ivms101_invalid`.
 */
export async function screenNamed(
  tx: Tx,
  ctx: Ctx,
  p: { input: CreateTransactionInput; from: MarketSubject | null; to: MarketSubject | null },
): Promise<void> {
  for (const { side, named } of sidesOf(p.input, p.from, p.to)) {
    if (!side || (!named.asked.length && !named.places.length)) continue
    side.facts.places = [
      ...side.facts.places,
      ...partyFacts({ kind: 'natural', address: null, places: named.places, screened: null }).places,
    ]
    for (const screened of await lookUpNames(tx, ctx, side, named.asked)) {
      const open = screened.matches.filter((match) => match.exception === null)
      side.screened = {
        ...side.screened,
        status:
          [side.screened.status, screened.status].find((one) => one === 'hit') ?? (open.length ? 'possible_match' : side.screened.status),
        matches: [...side.screened.matches, ...open],
      }
    }
  }
}

/** Whom a movement names. */
export const namedBy = (input: CreateTransactionInput): SubjectToScreen[] => sidesOf(input, null, null).flatMap(({ named }) => named.asked)
