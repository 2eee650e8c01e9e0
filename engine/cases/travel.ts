/** A well-formed transfer on which the worked cases of the travel rule are laid. Data, all fictional. */
import type { Json } from '../canonical.ts'

const name = (first: string, last: string): Json => ({
  nameIdentifier: [{ primaryIdentifier: last, secondaryIdentifier: first, naturalPersonNameIdentifierType: 'LEGL' }],
})
const provider = (lei: string): Json => ({
  legalPerson: { nationalIdentification: { nationalIdentifier: lei, nationalIdentifierType: 'LEIX' } },
})

export const US_MESSAGE: Json = {
  originator: {
    originatorPersons: [
      {
        naturalPerson: {
          name: name('Ada', 'Example'),
          geographicAddress: [
            { addressType: 'HOME', streetName: 'Main Street', buildingNumber: '1', postCode: '10001', townName: 'New York', country: 'US' },
          ],
        },
      },
    ],
    accountNumber: ['0xabcd000000000000000000000000000000000001'],
  },
  beneficiary: {
    beneficiaryPersons: [{ naturalPerson: { name: name('Bo', 'Sample') } }],
    accountNumber: ['0xabcd000000000000000000000000000000000002'],
  },
  originatingVASP: { originatingVASP: provider('529900T8BM49AURSDO55') },
  beneficiaryVASP: { beneficiaryVASP: provider('5493001KJTIIGC8Y1R12') },
}

export const TRAVEL_CASE: { readonly [path: string]: Json } = {
  'tx.direction': 'outbound',
  'tx.amount': { amount: '3000.00', currency: 'USD' },
  'tx.local_amounts': [],
  'tx.travel.seats': ['US'],
  'tx.travel.self_hosted': 'none',
  'tx.travel.lei_known': false,
  'tx.travel.message': US_MESSAGE,
  'from.credential.levels': ['basic'],
  fx: [
    { from: 'USD', to: 'EUR', rate: '0.92', source: 'ECB', date: '2026-11-20' },
    { from: 'EUR', to: 'USD', rate: '1.087', source: 'ECB', date: '2026-11-20' },
  ],
}
