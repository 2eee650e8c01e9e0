import { placesSeen } from '../shapes.ts'
import { fact } from '../vocabulary.ts'
import type { PlaceSource } from '../words.ts'

/** `country` is read as text so that an unknown code can be named; `proven` says that evidence stands behind it. */
export type Place = { readonly source: PlaceSource; readonly country: string; readonly region: string | null; readonly proven: boolean }

export const subject = {
  kind: fact('subject.kind'),
  places: fact('subject.places'),
  /** Each that can be read, though another cannot. */
  placesSeen: fact('subject.places', placesSeen),
  /** The wallet address, or "none" for a check of a person alone. */
  address: fact('subject.address'),
  addressMatches: fact('subject.screen.addresses', { at_least: 'listed' }),
  /** Name and identifier matches; score in 1/10000. */
  nameMatches: fact('subject.screen.names', { at_least: 'listed' }),
  nexus: fact('tenant.sanctions_nexus'),
}

/** The first place of a source. */
export function placeOf(places: readonly Place[], source: PlaceSource): Place | null {
  return places.find((p) => p.source === source) ?? null
}

/** A region when one is known, else the country. */
export function placeCode(place: Place): string {
  return place.region ?? place.country
}
