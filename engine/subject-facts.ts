/**
 * Facts about one party, shared by the rules of the markets half. Nothing here is optional: what was not collected is said so
 * ("none", an empty list), because an absent fact makes a rule ask.
 */
import { fact, k } from './facts.ts'

/** `wallet`: only an address is known. `absent`: the party does not exist (the sender of a mint, the receiver of a burn). */
export const SUBJECT_KINDS = ['natural', 'entity', 'wallet', 'absent'] as const
export const PLACE_SOURCES = ['residence', 'address', 'id_document', 'nationality', 'ip', 'vasp'] as const
export type PlaceSource = (typeof PLACE_SOURCES)[number]
/** `country` is read as text so that an unknown code can be named; `proven` says that evidence stands behind it. */
export type Place = { readonly source: PlaceSource; readonly country: string; readonly region: string | null; readonly proven: boolean }

const exceptionRecord = k.record({
  author: k.text,
  requester: k.text,
  reason: k.text,
  decided_on: k.day,
  expires_on: k.day,
  subject_hash: k.text,
  entry_hash: k.text,
})

export const subject = {
  kind: fact.oneOf('subject.kind', SUBJECT_KINDS),
  places: fact.list('subject.places', { source: k.oneOf(PLACE_SOURCES), country: k.text, region: k.orNone(k.text), proven: k.bool }),
  /** The wallet address, or "none" for a check of a person alone. */
  address: fact.orNone(fact.text('subject.address')),
  addressMatches: fact.list('subject.screen.addresses', { address: k.text, list: k.text, active: k.bool }),
  /** Name and identifier matches; score in 1/10000. */
  nameMatches: fact.list('subject.screen.names', {
    list: k.text,
    type: k.oneOf(['name', 'identifier']),
    score: k.int,
    agree: k.list(k.text),
    /** Facts that may be the same without being equal: another day within a year or so, a year without a day. */
    near: k.optional(k.list(k.text)),
    conflict: k.list(k.text),
    weak: k.bool,
    subject_hash: k.text,
    entry_hash: k.text,
    exception: k.orNone(exceptionRecord),
  }),
  nexus: fact.texts('tenant.sanctions_nexus'),
}

/** The first place of a source. */
export function placeOf(places: readonly Place[], source: PlaceSource): Place | null {
  return places.find((p) => p.source === source) ?? null
}

/** A region when one is known, else the country. */
export function placeCode(place: Place): string {
  return place.region ?? place.country
}
