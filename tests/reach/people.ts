import { accredit, type House } from './accreditation.ts'
import type { Tenant } from './production.ts'

/** Who may be verified: an ordinary person in the United States, changed by what a row says. */
export interface Named {
  full_name?: string
  country?: string
  region?: string
  date_of_birth?: string
  more?: Record<string, unknown>
}

interface Holder {
  address: string
  prove: (of: Tenant) => Promise<{ message: string; signature: string }>
}

/** A verified holder, basic or with a full file that rests on a passport. */
export async function verified(of: Tenant, holder: Holder, level: 'basic' | 'enhanced' = 'basic', named: Named = {}): Promise<string> {
  const { full_name = `Person ${holder.address.slice(2, 10)}`, country = 'US', date_of_birth = '1985-03-04', region, more } = named
  await of.post('/wallets/verify', {
    wallet_address: holder.address,
    level,
    signature: await holder.prove(of),
    kyc_data: {
      full_name,
      date_of_birth,
      country,
      ...(region && { region }),
      ...(level === 'enhanced' && {
        address: { line1: '1 Main Street', city: 'Albany', ...(country === 'US' && { state: 'NY' }), postal_code: '12207', country },
        id_number: country === 'US' ? { type: 'ssn', country, number: '900-00-0000' } : { type: 'passport', country, number: 'X1' },
        notice_shown_at: new Date(Date.now() - 60_000).toISOString(),
        document: { kind: 'passport', sha256: 'c'.repeat(64), country, expires_on: '2033-01-01', full_name, date_of_birth },
      }),
      ...more,
    },
  })
  return holder.address
}

/** Somebody whose accreditation a lawyer vouched for, in a letter that a reviewer read, on a wallet that they proved. */
export async function accredited(house: House, of: Tenant, holder: Holder): Promise<string> {
  const made = await of.post('/investors', {
    full_name: `Person ${holder.address.slice(2, 10)}`,
    email: `${holder.address.slice(2, 10)}@people.example`,
    wallet_address: holder.address,
    date_of_birth: '1980-01-01',
    country: 'US',
    address: { line1: '1 Street', city: 'Austin', state: 'TX' },
  })
  await of.post(`/investors/${made.id}/verify`, { signature: await holder.prove(of), accepted_terms: true })
  await accredit(house, of, made.id)
  return holder.address
}

/** A party of the travel rule, with all that any regime asks for. */
export const party = (side: 'originator' | 'beneficiary', country = 'US', family = 'Example') => ({
  [`${side}Persons`]: [
    {
      naturalPerson: {
        name: { nameIdentifier: [{ primaryIdentifier: family, secondaryIdentifier: 'Ada', naturalPersonNameIdentifierType: 'LEGL' }] },
        geographicAddress: [
          { addressType: 'HOME', streetName: 'Main Street', buildingNumber: '1', townName: 'Town', postCode: '12207', country },
        ],
        dateAndPlaceOfBirth: { dateOfBirth: '1985-03-04', placeOfBirth: 'Town' },
      },
    },
  ],
})
