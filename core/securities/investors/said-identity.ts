import type { PersonData } from '#core/identity/persons/ensure.ts'
import type { VerifyInvestorInput } from './verify-input.ts'

/** The file of identification besides name, birth date and address. */
const FILE = ['id_number', 'notice_shown_at', 'collected_at'] as const

/** What is known of a person, completed by what is said now: nothing that is known is said anew, but who owns a company and where it is registered. */
export function fillGaps(data: PersonData, identity: VerifyInvestorInput['identity']): PersonData {
  if (!identity) return data
  const full = identity.first_name && identity.last_name ? `${identity.first_name} ${identity.last_name}` : undefined
  const given = { line1: identity.address, city: identity.city, state: identity.state, postal_code: identity.zip_code }
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  // Another street is another address; a state or city alone completes the one that is known.
  const address = identity.address
    ? { city: null, state: null, postal_code: null, ...said }
    : Object.keys(said).length
      ? { ...data.address, ...said }
      : data.address
  return {
    ...data,
    full_name: data.full_name || full || '',
    date_of_birth: data.date_of_birth ?? identity.date_of_birth ?? null,
    country: data.country ?? identity.country ?? null,
    region: data.region ?? identity.region ?? null,
    ukraine_area: data.ukraine_area ?? identity.ukraine_area ?? null,
    address: address ?? null,
    phone: data.phone ?? identity.phone_number ?? null,
    ...(identity.registration_number && { registration_number: identity.registration_number }),
    ...(identity.registration_country && { registration_country: identity.registration_country }),
    // Owners change: the last word counts.
    ...(identity.owners && { owners: identity.owners }),
    ...(identity.national_id_last4 && { national_id_last4: identity.national_id_last4 }),
    // Who gave a number of a kind that does not do gives another one: the last word counts.
    ...Object.fromEntries(FILE.flatMap((field) => (identity[field] ? [[field, identity[field]]] : []))),
  }
}
