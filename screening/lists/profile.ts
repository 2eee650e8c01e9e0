import type { ListedEntity, SanctionsList } from '../entity.ts'
import { TREASURY_PARTS } from './us-csl.ts'

/** What a list is made of, each counted on its own, so that losing one kind shows though the rest is whole. */
export const KINDS = [
  'entries',
  'persons',
  'companies',
  'vessels',
  'aircraft',
  'names',
  'aliases',
  'wallets',
  'birth_dates',
  'identifiers',
  'nationalities',
  'postal_addresses',
] as const
export type Kind = (typeof KINDS)[number]
export type ListProfile = Record<Kind, number>

const TYPES: Partial<Record<ListedEntity['type'], Kind>> = {
  person: 'persons',
  organization: 'companies',
  vessel: 'vessels',
  aircraft: 'aircraft',
}

/** The entries a list answers for itself: what Commerce reprints of Treasury's lists comes and goes with those. */
export const ownEntries = (list: SanctionsList): ListedEntity[] =>
  list.source === 'us_csl' ? list.entries.filter((entity) => !TREASURY_PARTS.has(entity.programs[0] ?? '')) : list.entries

/**
 * What rises with every publication where the publisher numbers its entries, aliases and addresses in turn (OFAC), or says when it listed
 * an entry. Measured: of 7,752 entries OFAC listed in three years 96 % had a number above all before, and its highest never fell.
 */
export type ListMarks = { entry?: number; alias?: number; address?: number; listed_on?: string }

export function marksOf(list: SanctionsList, companions: Pick<ListMarks, 'alias' | 'address'> = {}): ListMarks {
  const marks: ListMarks = { ...companions }
  for (const entity of ownEntries(list)) {
    if (list.source.startsWith('us_ofac_')) marks.entry = Math.max(marks.entry ?? 0, Number(entity.list_entry_id) || 0)
    if (entity.listed_on && entity.listed_on > (marks.listed_on ?? '')) marks.listed_on = entity.listed_on
  }
  return marks
}

/** Counts of each kind. Wallets, names, aliases and postal addresses are counted singly, the rest by entries that have any. */
export function profileOf(list: SanctionsList): ListProfile {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as ListProfile
  for (const entity of ownEntries(list)) {
    counts.entries++
    const type = TYPES[entity.type]
    if (type) counts[type]++
    counts.names += entity.names.length
    counts.aliases += entity.names.filter((name) => name.kind !== 'primary').length
    counts.wallets += entity.addresses.length
    counts.postal_addresses += entity.postal_addresses.length
    if (entity.dates_of_birth.length) counts.birth_dates++
    if (entity.identifiers.length) counts.identifiers++
    if (entity.nationalities.length) counts.nationalities++
  }
  return counts
}
