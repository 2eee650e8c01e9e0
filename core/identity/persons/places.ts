import { invalidField } from '#core/kernel/errors.ts'
import type { Party } from '#core/record/decisions/party-facts.ts'
import { usStateOf } from '#engine/tables/us-states.ts'
import type { PersonData } from './ensure.ts'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * Where somebody is by all that was said of them: the residence or seat, the country of the address, and where an entity is
 * registered. With `papers`, nationality and the countries of documents too, which a verification judges once. A second country never
 * takes the place of the first: an embargo holds whichever of them it is.
 */
export function placesOf(
  data: PersonData | null,
  residence: string | null,
  papers: readonly (string | null | undefined)[] = [],
): Party['places'] {
  const said = text(data?.region)
  const regionIn = (country: string) => (said?.startsWith(`${country}-`) ? said : null)
  const places: Party['places'] = residence ? [{ source: 'residence', country: residence, region: regionIn(residence), proven: false }] : []
  const also = (source: Party['places'][number]['source'], country: string | null) => {
    if (country && !places.some((place) => place.country === country && place.source !== 'nationality'))
      places.push({ source, country, region: regionIn(country), proven: false })
  }
  also('address', text(data?.address?.country))
  also('address', text(data?.country))
  also('address', text(data?.registration_country))
  for (const country of papers) also('id_document', country ?? null)
  return places
}

/** A region lies in the country that is named with it. Throws `validation_failed`; a country that nobody named contradicts nothing. */
export function refuseRegionElsewhere(
  pointer: string,
  said: { region?: string | undefined } | undefined,
  countries: readonly (string | null | undefined)[],
): void {
  const named = countries.filter((one) => typeof one === 'string' && one !== '')
  if (said?.region && named.length && !named.some((country) => said.region!.startsWith(`${country}-`)))
    throw invalidField(pointer, 'conflicting_fields', `${said.region} is not in ${named.join(' or ')}.`)
}

/** A state of the United States is one of them, by code or name. Elsewhere any text may stand. Throws `validation_failed`. */
export function refuseUnknownState(pointer: string, state: string | null | undefined, country: string | null | undefined): void {
  if (state && country === 'US' && usStateOf(state) === null)
    throw invalidField(pointer, 'unknown_region', 'This is no state of the United States: use two letters such as TX, or its name.')
}

/** Who holds the place, where an address is in a region of Ukraine that is partly occupied and somebody said so. */
export const ukraineAreaOf = (data: PersonData | null): Party['ukraineArea'] =>
  data?.ukraine_area === 'government_held' || data?.ukraine_area === 'occupied' ? data.ukraine_area : null

/** The state of a resident of the United States: of the address, else of the region. */
export const stateOfPerson = (data: PersonData | null): string | null =>
  text(data?.address?.state) ?? (text(data?.region)?.startsWith('US-') ? text(data?.region)!.slice(3) : null)
