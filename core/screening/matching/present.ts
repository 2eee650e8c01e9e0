import type { ListedEntity, ListedName } from '#screening/entity.ts'
import { identifierKind, identifiersOf } from '#screening/identifiers.ts'
import type { ScreenMatch } from '#screening/screen.ts'

/** Names that a check answers with, best first. */
export const MOST_MATCHES = 25

/** One match as the API shows it (api.md, 4.13), with what is equal, what is near and what contradicts. */
export interface WireMatch {
  entity_id: string
  name: string
  list: string
  list_entry_id: string
  programs: string[]
  match_type: 'address_exact' | 'name' | 'identifier'
  score: number
  /** What the name alone scores, before other facts; null where the name decided nothing. */
  name_score: number | null
  /** The listed name that is most like one of those asked for, and which of those; null where a number or an address alone was found. */
  matched_name: ListedFacts['names'][number] | null
  asked_name: string | null
  /** The version of the list that has it. */
  list_version: string | null
  /** Facts that nobody verified spoke against a strong name: the score stays at review. */
  held: boolean
  evidence: number
  rank: number
  features: { name: string; score: number; weight: number; query: string; candidate: string; detail: string }[]
  weak_alias: boolean
  pep: boolean
  /** Facts that are equal on both sides. */
  agree: string[]
  /** Facts that may be the same without being equal; the feature of that name says how far apart. */
  near: string[]
  conflict: string[]
  listed_on: string | null
  url: string | null
  /** The entry as its publisher describes it, for a person to compare with. */
  listed: ListedFacts
  exception: null | { id: string; author: string; expires_at: string }
}

/** What a public list says of an entry. */
export interface ListedFacts {
  names: { full: string; strength: string; kind: string }[]
  type: string
  dates_of_birth: string[]
  places_of_birth: string[]
  nationalities: string[]
  countries: string[]
  gender: string | null
  identifiers: { type: string; value: string; country: string | null }[]
  addresses: string[]
  postal_addresses: { text: string; country: string | null }[]
  vessel: Record<string, string> | null
  titles: string[]
  remarks: string | null
}

const SHOWN_NAMES = 12
const SHOWN_IDENTIFIERS = 8
const SHOWN_ADDRESSES = 8

const shownName = ({ full, strength, kind }: ListedName): ListedFacts['names'][number] => ({ full, strength, kind })

/** What a list says of an entry, the first of what there is much of; what was found is always among it. */
function listedFacts(entity: ListedEntity, matched: ListedName | null, number: string | null): ListedFacts {
  const first = entity.names.slice(0, SHOWN_NAMES)
  const names = matched && !first.includes(matched) ? [...first.slice(0, SHOWN_NAMES - 1), matched] : first
  return {
    names: names.map(shownName),
    type: entity.type,
    dates_of_birth: entity.dates_of_birth.map((date) => date.text),
    places_of_birth: [...entity.places_of_birth],
    nationalities: [...entity.nationalities],
    countries: [...entity.countries],
    gender: entity.gender,
    identifiers: identifiersOf(entity)
      .toSorted((a, b) => Number(b.value === number) - Number(a.value === number))
      .slice(0, SHOWN_IDENTIFIERS)
      .map(({ type, value, country }) => ({ type: identifierKind(type) ?? type, value, country: country ?? null })),
    addresses: entity.addresses.slice(0, SHOWN_ADDRESSES).map((wallet) => wallet.address),
    postal_addresses: entity.postal_addresses.slice(0, SHOWN_ADDRESSES).map(({ text, country }) => ({ text, country: country ?? null })),
    vessel: entity.vessel && { ...entity.vessel },
    titles: [...entity.titles],
    remarks: entity.remarks ?? null,
  }
}

/** A match without what only the product itself compares. */
export function shownMatch(match: WireMatch & { entry_hash?: unknown; exception_facts?: unknown; exposure?: unknown }): WireMatch {
  const { entry_hash: _, exception_facts: __, exposure: ___, ...shown } = match
  return shown
}

const KEPT = 5

/** A match as it is kept. */
interface KeptMatch {
  entity_id: string
  score: number
  match_type: WireMatch['match_type']
  name_score?: number
  held?: boolean
  conflict?: string[]
  near?: string[]
}

export interface KeptResult extends Record<string, unknown> {
  status: string
  threshold: number
  matches: KeptMatch[]
  demoted?: KeptMatch[]
  /** Set of a question about a past time. */
  as_of?: string
  was_listed?: boolean
}

/** What of a result is kept with the record of the check: the best matches, what facts of the subject lowered, the threshold. */
export function keptResult(
  status: string,
  screened: { matches: readonly WireMatch[]; demoted: readonly WireMatch[]; threshold: number },
): KeptResult {
  const kept = (m: WireMatch): KeptMatch => ({
    entity_id: m.entity_id,
    score: m.score,
    match_type: m.match_type,
    ...(m.name_score !== null && m.name_score > m.score && { name_score: m.name_score, held: m.held, conflict: m.conflict, near: m.near }),
  })
  // Of politically exposed persons there may be many: they leave room for those who are sanctioned.
  const first = [...screened.matches.filter((m) => !m.pep), ...screened.matches.filter((m) => m.pep)]
  return {
    status,
    threshold: screened.threshold,
    matches: first.slice(0, KEPT).map(kept),
    ...(screened.demoted.length && { demoted: screened.demoted.slice(0, KEPT).map(kept) }),
  }
}

export function presentMatch(
  found: { kind: 'address'; entity: ListedEntity; address: string } | { kind: 'name'; match: ScreenMatch },
  listVersion: string | null,
): WireMatch {
  const entity = found.kind === 'address' ? found.entity : found.match.entity
  const number = found.kind === 'name' ? found.match.matched_number : null
  const matched = found.kind === 'name' ? found.match.matched_name : null
  const common = {
    entity_id: entity.id,
    name: entity.names[0]!.full,
    list: entity.list,
    list_entry_id: entity.list_entry_id,
    programs: entity.programs,
    rank: 0,
    pep: entity.topic === 'pep',
    listed_on: entity.listed_on,
    url: entity.url,
    matched_name: matched && shownName(matched),
    asked_name: found.kind === 'name' ? found.match.asked_name : null,
    list_version: listVersion,
    listed: listedFacts(entity, matched, number),
    exception: null,
  }
  if (found.kind === 'address') {
    const feature = {
      name: 'wallet_address',
      score: 1,
      weight: 1,
      query: found.address,
      candidate: found.address,
      detail: 'The address itself is on the list.',
    }
    return {
      ...common,
      match_type: 'address_exact',
      score: 1,
      name_score: null,
      held: false,
      evidence: 1,
      features: [feature],
      weak_alias: false,
      agree: ['wallet_address'],
      near: [],
      conflict: [],
    }
  }
  const { match } = found
  return {
    ...common,
    match_type: match.match_type,
    score: toFour(match.score),
    name_score: match.name_score === null ? null : toFour(match.name_score),
    held: match.held,
    evidence: match.evidence,
    features: match.features,
    weak_alias: match.weak_alias,
    agree: match.agree,
    near: match.near,
    conflict: match.conflict,
  }
}

/** Four decimals: more would promise a precision that no likeness of names has. */
const toFour = (score: number) => Math.round(score * 10_000) / 10_000
