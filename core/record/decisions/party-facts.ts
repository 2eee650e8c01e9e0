import type { DueDiligence } from '#core/identity/due-diligence/facts.ts'
import type { Ctx, TenantNow } from '#core/kernel/context.ts'
import { isoTime } from '#core/kernel/iso-time.ts'
import { onceFor } from '#core/kernel/once-for.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Said } from '#core/record/facts/sources.ts'
import { asTenantRoom } from '#core/record/facts/table.ts'
import type { Screened } from '#core/screening/matching/screen-subject.ts'
import type { TenantFact } from '#core/sources/tenant/source.ts'
import { exactRoom, type Room } from '#engine/facts/of-checks.ts'
import type { Check, Facts } from '#engine/facts.ts'
import { type Authority, authoritiesOf } from '#engine/tables/sanctions-lists.ts'
import type { ListStamp } from '#screening/entity.ts'

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
  /** Of an address in Ukraine's partly occupied regions: who holds the place. */
  ukraineArea?: 'government_held' | 'occupied' | null
  /** Files of enhanced due diligence; null where nobody is known or no rule asks. */
  dueDiligence?: DueDiligence | null
}

/** One party as the engine's facts, of which each check adds what it knows besides. */
export type PartyFacts = Held<Room<'subject'>, 'kind' | 'places' | 'blocked_owners'> & {
  screen: Held<NonNullable<Room<'subject'>['screen']>, 'names' | 'exposure'>
}
type Held<T, K extends keyof T> = { -readonly [P in keyof T]: T[P] } & { [P in K]-?: NonNullable<T[P]> }

/** One party as the engine's facts: what was not collected is said so, because an absent fact makes a rule ask. */
export function partyFacts(party: Party): PartyFacts {
  const matches = party.screened?.matches ?? []
  const exposed = party.screened?.exposed ?? null
  const addresses = matches
    .filter((m) => m.match_type === 'address_exact')
    .map((m) => ({ address: party.address ?? '', list: m.list, active: true }))
  if (party.wasListed) addresses.push({ ...party.wasListed, active: false })
  return exactRoom('subject', {
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
      names: matches.flatMap((m) => {
        const { match_type: type } = m
        if (type === 'address_exact' || m.pep) return []
        return {
          list: m.list,
          type,
          score: Math.round(m.score * 10_000),
          name_score: m.name_score === null ? 'none' : Math.round(m.name_score * 10_000),
          held: m.held,
          agree: m.agree,
          near: m.near,
          conflict: m.conflict,
          weak: m.weak_alias,
          subject_hash: party.screened!.subjectHash(),
          entry_hash: m.entry_hash,
          exception: m.exception_facts ? { ...m.exception_facts } : ('none' as const),
        }
      }),
      // What facts of the subject took below the threshold decides nothing, and is kept with what was decided.
      ...(party.screened?.demoted.length && {
        demoted: party.screened.demoted.map((m) => ({
          list: m.list,
          entry: m.entity_id,
          score: Math.round(m.score * 10_000),
          name_score: Math.round(m.name_score! * 10_000),
          conflict: m.conflict,
          near: m.near,
        })),
      }),
      exposure: party.exposure ?? 'none',
    },
    // A match that two people set aside is another person. By a list that is too old nobody is called none: the rules ask.
    ...(exposed !== 'unknown' && {
      pep: exposed ? { ...exposed, ...(party.dueDiligence?.pep ?? { wealth: false, approved: false }) } : ('none' as const),
    }),
    // Where files are not read no rule asks for either.
    ...(party.dueDiligence && { media: party.dueDiligence.media ?? 'none' }),
    eu_permit: party.dueDiligence?.eu_permit === true,
    edd: party.dueDiligence?.edd ?? 'none',
    ...(party.ukraineArea && { ukraine_area: party.ukraineArea }),
    holdings: [],
    blocked_owners: [],
  })
}

// What lists say the same of in every decision that rests on them.
const namesOf = onceFor((lists: readonly ListStamp[]) => Object.freeze(lists.map((l) => ({ source: l.source, version: l.version }))))

/** `current_at`: since when nobody knows the version to be current. To the rules a list is as fresh as that. */
type ListFacts = { source: string; version: string; sha256?: string; published_at?: string; loaded_at: string; current_at?: string }

/** Whose sanctions law blocks for this tenant: the United States' and the United Nations' always, others when their list is loaded. */
const loadedNexus = onceFor((lists: readonly { source: string }[]): Authority[] => [
  'US',
  'UN',
  ...(['EU', 'UK'] as const).filter((authority) =>
    lists.some((l) => l.source !== 'sandbox_sample' && authoritiesOf(l.source).includes(authority)),
  ),
])

/** The same with those the organisation names: the rules ask for the list of one that is not loaded. */
export function nexusOf(lists: readonly { source: string }[], named: unknown): Authority[] {
  const loaded = loadedNexus(lists)
  if (!Array.isArray(named) || !named.length) return loaded
  return [...loaded, ...(named as Authority[]).filter((one) => !loaded.includes(one))]
}

const listFacts = onceFor((lists: readonly ListFacts[]) =>
  Object.freeze(
    lists.map(({ source, version, sha256, published_at, loaded_at, current_at }) => ({
      source,
      version,
      ...(sha256 && { sha256 }),
      ...(published_at && { published_at }),
      loaded_at: current_at ?? loaded_at,
    })),
  ),
)

/** What every check starts with. */
export type BaseFacts<C extends Check> = {
  readonly check: C
  readonly as_of: string
  readonly environment: 'sandbox' | 'production'
  readonly lists: NonNullable<Facts['lists']>
  readonly tenant: Room<'tenant'>
  readonly screening: Room<'screening'>
  readonly request: Room<'request'>
  readonly said: Said
}

const wordsOf = onceFor((facts: readonly TenantFact[]) => ({
  tenantOn: tenantOn(facts),
  said: Object.freeze(
    Object.fromEntries(
      facts.map(({ fact, stated_by, at, effective_at }) => [`tenant.${fact}`, { by: stated_by, at: (effective_at ?? at).toISOString() }]),
    ),
  ),
}))

/** The room of an organisation on a day, beside some lists: one object for the calls of a moment, frozen, so that it is made into text once. */
function tenantOn(facts: readonly TenantFact[]) {
  const nexus = facts.find(({ fact }) => fact === 'nexus')?.value
  // What nobody said of the tenant is left out, and the rules that need it ask.
  const said = asTenantRoom(Object.fromEntries(facts.map(({ fact, value }) => [fact, value])))
  const beside = onceFor((lists: readonly ListFacts[]) => {
    let last: (Room<'tenant'> & { business_day: string }) | undefined
    return (day: string): Room<'tenant'> => {
      if (last?.business_day !== day) last = Object.freeze({ ...said, sanctions_nexus: nexusOf(lists, nexus), business_day: day })
      return last
    }
  })
  return (lists: readonly ListFacts[], day: string) => beside(lists)(day)
}

const AVAILABLE = Object.freeze({ available: true })

/** Facts every check starts with: when, on which lists, for which kind of tenant, for which market. */
export async function baseFacts<C extends Check>(
  ctx: TenantNow & Pick<Ctx, 'world'>,
  check: C,
  lists: readonly ListFacts[],
  request: Room<'request'> = {},
): Promise<BaseFacts<C>> {
  const { tenantOn, said } = wordsOf(await ctx.world.tenant.forDecision(ctx))
  return {
    check,
    as_of: isoTime(ctx.now),
    environment: ctx.environment,
    lists: listFacts(lists),
    tenant: tenantOn(lists, rulesDay(ctx.now)),
    said,
    screening: AVAILABLE,
    request,
  }
}
