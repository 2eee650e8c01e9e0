import type { ListedEntity } from './entity.ts'

/** Kinds of number a subject can be asked for by. */
export const IDENTIFIER_TYPES = ['passport', 'national_id', 'tax', 'lei', 'bic', 'imo', 'mmsi', 'registration'] as const
export type IdentifierType = (typeof IDENTIFIER_TYPES)[number]

/** A number as it is asked for. Without a type nobody said of what kind it is. */
export type AskedIdentifier = {
  type?: IdentifierType | undefined
  value: string
  /** Who issued it, ISO 3166-1 alpha-2. */
  country?: string | undefined
}

/** Given once in the world: its country adds nothing. */
const WORLDWIDE: ReadonlySet<string> = new Set(['lei', 'bic', 'imo', 'mmsi'])

/** What the kinds of the lists are called here, where that is another word. */
const KINDS: Readonly<Record<string, string>> = { tax_id: 'tax', swift: 'bic', aircraft_tail: 'registration' }

/** The kind of a listed number; null where its publisher does not say. */
export const identifierKind = (listed: string): string | null => (listed === 'other' || listed === '' ? null : (KINDS[listed] ?? listed))

/** The form identifiers are compared in: letters and digits, upper case. Too short ones identify nobody and come back empty. */
export function identifierKey(value: string): string {
  const key = value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^IMO[\s:.#-]*(?=\d{7}$)/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return key.length >= 5 ? key : ''
}

/** The same of a kind: a branch of a bank is the bank, whose code are the first eight characters. */
export function identifierKeyOf(kind: string | null | undefined, value: string): string {
  const key = identifierKey(value)
  return kind === 'bic' && key.length === 11 ? key.slice(0, 8) : key
}

/** The keys a number is found by: also as the code of the bank that a branch belongs to. Rather too many are looked at than too few. */
export const identifierKeys = (value: string): string[] =>
  [...new Set([identifierKey(value), identifierKeyOf('bic', value)])].filter((key) => key !== '')

/** Numbers an entry is known by, those of a ship among them. */
export function identifiersOf({ identifiers, vessel }: ListedEntity): ListedEntity['identifiers'] {
  if (!vessel) return identifiers
  const has = (type: string) => identifiers.some((one) => one.type === type)
  const ship = (['imo', 'mmsi'] as const).flatMap((type) => (vessel[type] && !has(type) ? [{ type, value: vessel[type] }] : []))
  return [...identifiers, ...ship]
}

/**
 * How a listed number and one asked for compare: `same` is the same number of the same kind and, where countries give numbers of their own,
 * of the same country. `near` is the same number of which a side does not say that. Null where they are different numbers, or of different kinds.
 */
export function compareNumbers(
  asked: AskedIdentifier,
  listed: ListedEntity['identifiers'][number],
): { relation: 'same' | 'near'; detail: string } | null {
  const kind = identifierKind(listed.type)
  if (asked.type && kind && asked.type !== kind) return null
  const key = identifierKeyOf(asked.type ?? kind, asked.value)
  if (!key || key !== identifierKeyOf(asked.type ?? kind, listed.value)) return null
  if (!kind) return { relation: 'near', detail: 'the same number; the list does not say of what kind' }
  if (!asked.type) return { relation: 'near', detail: `the same number, listed as ${wordsOf(kind)}; nobody said of what kind it is` }
  if (WORLDWIDE.has(kind)) return { relation: 'same', detail: `the same ${wordsOf(kind)}` }
  if (!asked.country || !listed.country)
    return {
      relation: 'near',
      detail: `the same ${wordsOf(kind)}; ${asked.country ? 'the list does' : 'we are'} not ${asked.country ? 'say' : 'told'} which country gave it`,
    }
  if (asked.country.toUpperCase() !== listed.country)
    return {
      relation: 'near',
      detail: `the same ${wordsOf(kind)}, given by ${asked.country.toUpperCase()}; the listed one by ${listed.country}`,
    }
  return { relation: 'same', detail: `the same ${wordsOf(kind)} of ${listed.country}` }
}

const WORDS: Readonly<Record<string, string>> = { lei: 'LEI', bic: 'BIC', imo: 'IMO number', mmsi: 'MMSI', tax: 'tax number' }
const wordsOf = (kind: string): string => WORDS[kind] ?? `${kind.replaceAll('_', ' ')} number`.replace('id number', 'id')
