import type { EntityType, ListedDate, ListedEntity, ListedIdentifier, ListedName, ListSource } from '../entity.ts'
import type { FileSigns } from './judge.ts'
import { scriptOf, squeeze } from './text.ts'

/** What a parser hands back. `warnings` name what the publisher left odd but readable; the list is whole all the same. */
export type ParsedList = {
  source: ListSource
  published_at: string | null
  entries: ListedEntity[]
  warnings: string[]
  /** What points to a list that is not whole; read by `judgeList`. */
  signs?: FileSigns
}

export function newEntity({ list, id, type }: { list: ListSource; id: string; type: EntityType }): ListedEntity {
  return {
    id: `${list}:${id}`,
    list,
    list_entry_id: id,
    type,
    topic: 'sanction',
    names: [],
    programs: [],
    dates_of_birth: [],
    places_of_birth: [],
    nationalities: [],
    countries: [],
    gender: null,
    identifiers: [],
    addresses: [],
    postal_addresses: [],
    vessel: null,
    titles: [],
    listed_on: null,
    url: null,
    remarks: null,
  }
}

/** Adds a value once; blanks and nulls are skipped. */
export function addOnce(values: string[], value: string | null | undefined): void {
  const clean = value === null || value === undefined ? '' : squeeze(value)
  if (clean !== '' && !values.includes(clean)) values.push(clean)
}

export type NameInput = Omit<ListedName, 'script' | 'parts'> & { parts?: Record<string, string | undefined> }

/** Adds a name once. The same name published as weak and as strong is strong; the primary name stays first. */
export function addName(entity: ListedEntity, input: NameInput): void {
  const full = squeeze(input.full)
  if (full === '') return
  const same = entity.names.find((n) => n.full === full)
  if (same) {
    if (input.strength === 'strong') same.strength = 'strong'
    return
  }
  const name: ListedName = { full, strength: input.strength, kind: input.kind }
  const parts = Object.entries(input.parts ?? {}).filter(([, v]) => v !== undefined && v.trim() !== '')
  if (parts.length > 0) name.parts = Object.fromEntries(parts.map(([k, v]) => [k, squeeze(v!)]))
  const script = scriptOf(full)
  if (script) name.script = script
  if (input.lang) name.lang = input.lang
  if (input.kind !== 'primary') entity.names.push(name)
  else entity.names.splice(entity.names.filter((n) => n.kind === 'primary').length, 0, name)
}

export function addDate(entity: ListedEntity, date: ListedDate | null): void {
  if (!date) return
  const same = entity.dates_of_birth.find((d) => d.from === date.from && d.to === date.to)
  if (!same) entity.dates_of_birth.push(date)
  else if (!date.circa) same.circa = false
}

export function addIdentifier(
  entity: ListedEntity,
  { type, value, country }: { type: string; value: string; country?: string | null },
): void {
  const clean = squeeze(value)
  if (clean === '') return
  if (entity.identifiers.some((i) => i.type === type && i.value === clean)) return
  const identifier: ListedIdentifier = { type, value: clean }
  if (country) identifier.country = country
  entity.identifiers.push(identifier)
}

export function addPostal(entity: ListedEntity, parts: (string | undefined)[], country: string | null): void {
  const text = parts
    .map((p) => squeeze(p ?? ''))
    .filter((p) => p !== '')
    .join(', ')
  if (country) addOnce(entity.countries, country)
  if (text === '' || entity.postal_addresses.some((a) => a.text === text)) return
  entity.postal_addresses.push(country ? { text, country } : { text })
}

export function addWallet(entity: ListedEntity, wallet: ListedEntity['addresses'][number]): void {
  if (!entity.addresses.some((w) => w.address === wallet.address && w.ticker === wallet.ticker)) entity.addresses.push(wallet)
}

export function genderOf(text: string): 'male' | 'female' | null {
  const first = text.trim().toLowerCase()
  if (first === 'm' || first === 'male') return 'male'
  if (first === 'f' || first === 'female') return 'female'
  return null
}

/** Appends to the free text kept with the entry. */
export function addRemark(entity: ListedEntity, text: string | null | undefined): void {
  const clean = squeeze(text ?? '')
  if (clean === '' || entity.remarks?.includes(clean)) return
  entity.remarks = entity.remarks === null ? clean : `${entity.remarks}; ${clean}`
}

/** Makes the first strong name the primary one where the publisher marks none. False when there is no name at all. */
export function settlePrimary(entity: ListedEntity): boolean {
  const names = entity.names
  if (names.length === 0) return false
  if (names[0]!.kind === 'primary') return true
  const strong = names.findIndex((name) => name.strength === 'strong')
  const [chosen] = names.splice(Math.max(strong, 0), 1)
  names.unshift({ ...chosen!, kind: 'primary' })
  return true
}
