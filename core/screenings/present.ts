import type { ListedEntity } from '#screening/entity.ts'
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
  exception: null | { id: string; author: string; expires_at: string }
}

/** A match without what only the product itself compares. */
export function shownMatch(match: WireMatch & { entry_hash?: unknown; exception_facts?: unknown }): WireMatch {
  const { entry_hash: _, exception_facts: __, ...shown } = match
  return shown
}

export function presentMatch(
  found: { kind: 'address'; entity: ListedEntity; address: string } | { kind: 'name'; match: ScreenMatch },
): WireMatch {
  const entity = found.kind === 'address' ? found.entity : found.match.entity
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
    // Four decimals: more would promise a precision that no likeness of names has.
    score: Math.round(match.score * 10_000) / 10_000,
    evidence: match.evidence,
    features: match.features,
    weak_alias: match.weak_alias,
    agree: match.agree,
    near: match.near,
    conflict: match.conflict,
  }
}
