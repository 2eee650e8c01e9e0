import { isDeepStrictEqual } from 'node:util'
import type { PersonData } from '#core/identity/persons/ensure.ts'
import type { VerifyInvestorInput } from './verify-input.ts'

const plain = (value: unknown) => (typeof value === 'string' ? value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim() : value)

/** Fields of a verified person that are given with another value than is known. */
export function materialChange(known: PersonData, identity: VerifyInvestorInput['identity']): string[] {
  if (!identity) return []
  const given: Record<string, unknown> = {
    full_name: identity.first_name && identity.last_name ? `${identity.first_name} ${identity.last_name}` : undefined,
    date_of_birth: identity.date_of_birth,
    country: identity.country,
    region: identity.region,
    ukraine_area: identity.ukraine_area,
    owners: identity.owners,
  }
  return Object.entries(given).flatMap(([field, value]) => {
    const was = known[field]
    return value === undefined || was === undefined || was === null || was === '' || isDeepStrictEqual(plain(was), plain(value))
      ? []
      : [field]
  })
}
