import { type AskedIdentifier, IDENTIFIER_TYPES, type IdentifierType } from '#screening/identifiers.ts'

/** A postal address as it is asked for. */
export interface AskedAddress {
  line1?: string | undefined
  line2?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postal_code?: string | undefined
  country?: string | undefined
}

/** What is known of a subject beside name, birth date and country. */
export interface FurtherFacts {
  other_names?: readonly string[] | undefined
  gender?: 'male' | 'female' | undefined
  birth_place?: string | undefined
  nationality?: string | undefined
  addresses?: readonly AskedAddress[] | undefined
  identifiers?: readonly AskedIdentifier[] | undefined
}

type Fields = Record<string, unknown>

const textIn = (data: Fields, field: string): string | undefined =>
  typeof data[field] === 'string' && data[field] !== '' ? (data[field] as string) : undefined
const objectsIn = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => one !== null && typeof one === 'object')

/** The kinds of number that are asked of a customer, as lists file them. */
const CUSTOMER_NUMBERS: Readonly<Record<string, IdentifierType>> = {
  ssn: 'national_id',
  alien_id: 'national_id',
  itin: 'tax',
  ein: 'tax',
  passport: 'passport',
}

/**
 * The further facts in what was kept of a person or of a question, so that every door asks the lists for the same subject. An
 * identification number of no kind that lists have is asked for as such: any number like it is looked at.
 */
export function furtherFacts(data: Fields | null | undefined): FurtherFacts {
  if (!data) return {}
  const names = Array.isArray(data.other_names) ? data.other_names.filter((one) => typeof one === 'string' && one !== '') : []
  const gender = textIn(data, 'gender')
  const addresses = objectsIn(data.addresses ?? data.address)
    .map(addressFrom)
    .filter((one) => Object.keys(one).length > 0)
  const identifiers = [...objectsIn(data.identifiers), ...objectsIn(data.id_number)].flatMap(identifierFrom)
  const birth_place = textIn(data, 'birth_place')
  const nationality = textIn(data, 'nationality')
  return {
    ...(names.length && { other_names: names as string[] }),
    ...((gender === 'male' || gender === 'female') && { gender }),
    ...(birth_place && { birth_place }),
    ...(nationality && { nationality }),
    ...(addresses.length && { addresses }),
    ...(identifiers.length && { identifiers }),
  }
}

const ADDRESS_FIELDS = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const
const addressFrom = (one: Fields): AskedAddress =>
  Object.fromEntries(ADDRESS_FIELDS.flatMap((field) => (textIn(one, field) ? [[field, textIn(one, field)]] : [])))

function identifierFrom(one: Fields): AskedIdentifier[] {
  const value = textIn(one, 'value') ?? textIn(one, 'number')
  const said = textIn(one, 'type') ?? ''
  const type = IDENTIFIER_TYPES.find((known) => known === said) ?? CUSTOMER_NUMBERS[said]
  const country = textIn(one, 'country')
  return value ? [{ value, ...(type && { type }), ...(country && { country }) }] : []
}

/** The further facts of what was kept, as answers tell them. */
export function toldFurther(data: Fields) {
  const { other_names = [], gender = null, birth_place = null, nationality = null, addresses = [], identifiers = [] } = furtherFacts(data)
  return {
    other_names: [...other_names],
    gender,
    birth_place,
    nationality,
    addresses: addresses.map((one) => ({ ...one }) as Record<string, string>),
    identifiers: identifiers.map(({ type, value, country }) => ({ type: type ?? null, value, country: country ?? null })),
  }
}

/** What of the further facts can make another party of a subject: a decision about a match rests on them too. */
export function decidingFacts({ other_names = [], identifiers = [] }: FurtherFacts): string[] {
  const numbers = identifiers.map(({ type, value, country }) => `${type ?? ''}:${country ?? ''}:${value}`)
  return [...other_names.map((name) => `name:${name}`), ...numbers].sort()
}

export const addressText = (one: AskedAddress): string => ADDRESS_FIELDS.flatMap((field) => one[field] ?? []).join(', ')
