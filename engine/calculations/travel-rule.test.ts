import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ivmsProblems, type JsonObject, normaliseIvms } from './ivms.ts'
import { fullSetDue, missingFields, regimeOf, requiredFields, selectRegimes } from './travel-rule.ts'

const CASES = Number(process.env.PROPERTY_CASES ?? 100_000)
const usd = (units: number, micro = 0) => BigInt(units) * 1_000_000n + BigInt(micro)

const person = (first: string, last: string): JsonObject => ({
  naturalPerson: {
    name: { nameIdentifier: [{ primaryIdentifier: last, secondaryIdentifier: first, naturalPersonNameIdentifierType: 'LEGL' }] },
  },
})
const address: JsonObject = {
  addressType: 'HOME',
  streetName: 'Main Street',
  buildingNumber: '1',
  postCode: '10115',
  townName: 'Berlin',
  country: 'DE',
}
const vasp = (lei: string): JsonObject => ({
  legalPerson: { nationalIdentification: { nationalIdentifier: lei, nationalIdentifierType: 'LEIX' } },
})

function message(extra: JsonObject = {}): JsonObject {
  const originator = person('Ada', 'Example')
  Object.assign(originator.naturalPerson as JsonObject, { geographicAddress: [address] }, extra)
  return {
    originator: { originatorPersons: [originator], accountNumber: ['0xabc'] },
    beneficiary: { beneficiaryPersons: [person('Bo', 'Sample')], accountNumber: ['0xdef'] },
    originatingVASP: { originatingVASP: vasp('529900T8BM49AURSDO55') },
    beneficiaryVASP: { beneficiaryVASP: vasp('5493001KJTIIGC8Y1R12') },
  }
}

describe('travel-rule regimes', () => {
  it('is decided at the exact amount of each regime, as a plain integer comparison does', () => {
    const limits: Record<string, [string, number, boolean]> = {
      US: ['USD', 3_000, true],
      GB: ['EUR', 1_000, true],
      SG: ['SGD', 1_500, false],
      HK: ['HKD', 8_000, true],
      KR: ['KRW', 1_000_000, true],
      AE: ['AED', 3_500, true],
    }
    const ids = Object.keys(limits)
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.integer({ min: -2_000_000, max: 2_000_000 }), (id, offset) => {
        const [currency, units, inclusive] = limits[id] as [string, number, boolean]
        const cents = units * 1_000_000 + offset
        const expected = inclusive ? offset >= 0 : offset > 0
        expect(fullSetDue(regimeOf(id), { [currency]: BigInt(cents) })).toBe(expected)
      }),
      { numRuns: CASES, seed: 4 },
    )
  })

  it('walks the limit by one millionth', () => {
    const us = regimeOf('US')
    expect([usd(2_999, 999_999), usd(3_000), usd(3_000, 1)].map((a) => fullSetDue(us, { USD: a }))).toEqual([false, true, true])
    const sg = regimeOf('SG')
    expect([usd(1_499, 999_999), usd(1_500), usd(1_500, 1)].map((a) => fullSetDue(sg, { SGD: a }))).toEqual([false, false, true])
  })

  it('takes the union of fields and the lowest threshold, and asks for a rate it lacks', () => {
    const both = selectRegimes(['US', 'DE', 'FR'])
    expect(both.map((r) => r.id)).toEqual(['EU', 'US'])
    expect(requiredFields(both, { USD: usd(10) }).full).toBe(true)
    expect(requiredFields(selectRegimes(['GB']), { USD: usd(10) }).needCurrency).toEqual(['EUR'])
    expect(regimeOf('MX').id).toBe('FATF')
    expect(fullSetDue(regimeOf('MX'), { USD: usd(990), EUR: usd(1_000) })).toBe(true)
    expect(fullSetDue(regimeOf('MX'), { USD: usd(999, 999_999) })).toBe(false)
    expect(fullSetDue(regimeOf('MX'), {})).toBe(null)
    expect(['CH', 'JP', 'CA', 'AU', 'BR', 'ZA', 'TR', 'PH', 'IN', 'NO', 'LI'].every((c) => fullSetDue(regimeOf(c), {}) === true)).toBe(true)
  })

  it('points at what is missing', () => {
    const need = (seats: string[], amount: bigint) => requiredFields(selectRegimes(seats), { USD: amount, EUR: amount }).fields
    const bare = message()
    delete ((bare.originator as JsonObject).originatorPersons as JsonObject[])[0]?.naturalPerson
    expect(missingFields({}, need(['US'], usd(2_999, 999_999)))).toEqual([])
    expect(missingFields({}, need(['US'], usd(3_000)))).toContain('/originator/originatorPersons/0/naturalPerson/geographicAddress')
    expect(missingFields(message(), need(['US'], usd(3_000)))).toEqual([])
    expect(missingFields(message(), need(['DE'], 1n))).toEqual(['/originator/originatorPersons/0/naturalPerson/dateAndPlaceOfBirth'])
    expect(
      missingFields(message({ dateAndPlaceOfBirth: { dateOfBirth: '1990-05-17', placeOfBirth: 'Berlin' } }), need(['DE'], 1n)),
    ).toEqual([])
    expect(
      missingFields(
        message({ nationalIdentification: { nationalIdentifier: 'X1', nationalIdentifierType: 'CCPT' }, customerIdentification: 'c-1' }),
        need(['DE'], 1n),
      ),
    ).toEqual([])
    const noName = message({ dateAndPlaceOfBirth: { dateOfBirth: '1990-05-17', placeOfBirth: 'Berlin' } })
    noName.beneficiary = {
      beneficiaryPersons: [{ naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: ' ' }] } } }],
      accountNumber: ['0xdef'],
    }
    expect(missingFields(noName, need(['DE'], usd(0, 10_000)))).toEqual(['/beneficiary/beneficiaryPersons/0/naturalPerson/name'])
    expect(missingFields({ ...message(), beneficiaryVASP: null }, need(['MX'], usd(1_000)), { selfHostedSide: 'beneficiary' })).toEqual([])
  })
})

describe('IVMS101 structure', () => {
  const check = (m: JsonObject) => ivmsProblems(normaliseIvms(m) as JsonObject, '2026-11-21').map((p) => p.code)

  it('reads older spellings', () => {
    const old: JsonObject = {
      Originator: {
        originatorPersons: [
          {
            naturalPerson: {
              name: [{ nameIdentifier: { primaryIdentifier: 'Example', naturalPersonNameIdentifierType: 'LEGL' } }],
              customerNumber: 'c-1',
            },
          },
        ],
      },
    }
    const one = normaliseIvms(old) as JsonObject
    expect(check(old)).toEqual([])
    expect(missingFields(one, ['originator.name', 'originator.any_identity'])).toEqual([])
  })

  it('names every structural fault', () => {
    expect(check(message())).toEqual([])
    expect(check({ ...message(), originator: { originatorPersons: [person('Ada', 'Example')] } })).toEqual(['identity_required'])
    expect(
      check(
        message({ nationalIdentification: { nationalIdentifierType: 'LEIX', nationalIdentifier: 'L', registrationAuthority: 'RA000001' } }),
      ),
    ).toEqual(['not_with_lei'])
    expect(check(message({ dateAndPlaceOfBirth: { dateOfBirth: '2026-11-21', placeOfBirth: 'B' } }))).toEqual(['not_past'])
    expect(check(message({ dateAndPlaceOfBirth: { dateOfBirth: '2026-11-20', placeOfBirth: 'B' } }))).toEqual([])
    const both = message()
    ;((both.originator as JsonObject).originatorPersons as JsonObject[])[0]!.legalPerson = {}
    expect(check(both)).toEqual(['one_person_kind'])
    expect(check(message({ name: { nameIdentifier: [{ primaryIdentifier: 'X', naturalPersonNameIdentifierType: 'ALIA' }] } }))).toEqual([
      'legal_name_required',
    ])
    expect(check(message({ name: { nameIdentifier: [{ primaryIdentifier: 'X', naturalPersonNameIdentifierType: 'SHRT' }] } }))).toEqual([
      'name_type_unknown',
      'legal_name_required',
    ])
    const legal: JsonObject = {
      originator: {
        originatorPersons: [
          {
            legalPerson: {
              name: { nameIdentifier: [{ legalPersonName: 'Acme', legalPersonNameIdentifierType: 'LEGL' }] },
              dateAndPlaceOfBirth: { dateOfBirth: '1990-01-01' },
            },
          },
        ],
      },
    }
    expect(check(legal)).toEqual(['identity_required'])
  })
})
