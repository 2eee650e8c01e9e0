import type { Json } from '#engine/canonical.ts'
import type { Facts } from '#engine/facts.ts'
import { authoritiesOf } from '#engine/tables/sanctions-lists.ts'
import type { ListStamp } from '#screening/entity.ts'
import type { Ctx } from '../context.ts'
import type { Screened } from '../screenings/screen-subject.ts'

export interface Party {
  kind: 'natural' | 'entity' | 'wallet' | 'absent'
  personId?: string | null
  address: string | null
  fullName?: string | null
  dateOfBirth?: string | null
  places: {
    source: 'residence' | 'address' | 'id_document' | 'nationality' | 'ip' | 'vasp'
    country: string
    region?: string | null
    proven: boolean
  }[]
  screened: Screened | null
  /** Flows with listed addresses, as far as known; none without a source of chain data. */
  exposure?: { direct_usd: string; direct_bps: number; second_bps: number } | null
  wasListed?: { address: string; list: string } | null
}

/** One party as the engine's facts: what was not collected is said so, because an absent fact makes a rule ask. */
export function partyFacts(party: Party): Record<string, Json> {
  const matches = party.screened?.matches ?? []
  const addresses = matches
    .filter((m) => m.match_type === 'address_exact')
    .map((m) => ({ address: party.address ?? '', list: m.list, active: true }))
  if (party.wasListed) addresses.push({ ...party.wasListed, active: false })
  return {
    kind: party.kind,
    person_id: party.personId ?? 'none',
    address: party.address ?? 'none',
    ...(party.fullName && { full_name: party.fullName }),
    ...(party.dateOfBirth && { date_of_birth: party.dateOfBirth }),
    places: party.places.map((p) => ({ source: p.source, country: p.country, region: p.region ?? 'none', proven: p.proven })),
    screen: {
      checked_at: party.screened?.checkedAt ?? 'none',
      lists: party.screened ? namesOf(party.screened.lists) : [],
      addresses,
      names: matches
        .filter((m) => m.match_type !== 'address_exact' && !m.pep)
        .map((m) => ({
          list: m.list,
          type: m.match_type,
          score: Math.round(m.score * 10_000),
          agree: m.agree,
          near: m.near,
          conflict: m.conflict,
          weak: m.weak_alias,
          subject_hash: party.screened!.subjectHash,
          entry_hash: m.entry_hash,
          exception: m.exception_facts ? { ...m.exception_facts } : 'none',
        })),
      exposure: party.exposure ?? 'none',
    },
    // A match that two people set aside is another person.
    pep: matches.some((m) => m.pep && m.exception === null)
      ? { class: 'foreign', left_on: 'none', wealth: false, approved: false }
      : 'none',
    media: 'none',
    eu_permit: false,
    edd: 'none',
    holdings: [],
    blocked_owners: [],
    controllers: [],
  }
}

/** What lists say the same of in every decision that rests on them: made once for each set of lists. */
function once<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) {
      value = make(key)
      made.set(key, value)
    }
    return value
  }
}

const namesOf = once((lists: readonly ListStamp[]) => Object.freeze(lists.map((l) => ({ source: l.source, version: l.version }))))

type ListFacts = { source: string; version: string; sha256?: string; published_at?: string; loaded_at: string }

/** Whose sanctions law blocks for this tenant: the United States' and the United Nations' always, others when their list is loaded. */
const nexusOf = once((lists: readonly ListFacts[]) => [
  'US',
  'UN',
  ...(['EU', 'UK'] as const).filter((authority) =>
    lists.some((l) => l.source !== 'sandbox_sample' && authoritiesOf(l.source).includes(authority)),
  ),
])

const listFacts = once((lists: readonly ListFacts[]) =>
  Object.freeze(
    lists.map(({ source, version, sha256, published_at, loaded_at }) => ({
      source,
      version,
      ...(sha256 && { sha256 }),
      ...(published_at && { published_at }),
      loaded_at,
    })),
  ),
)

/** Facts every check starts with: when, on which lists, for which kind of tenant, for which market. */
export function baseFacts(ctx: Ctx, check: Facts['check'], lists: readonly ListFacts[], request: Record<string, Json> = {}): Facts {
  return {
    check,
    as_of: new Date(ctx.now).toISOString(),
    lists: listFacts(lists),
    tenant: { sanctions_nexus: nexusOf(lists), us_bsa_type: 'none', casp_auth: false, cdd_regime: 'US', enterprise_contract: false },
    screening: { available: true },
    request,
  }
}
