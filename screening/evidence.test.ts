import { describe, expect, it } from 'vitest'
import type { ListedDate, ListedEntity } from './entity.ts'
import { compareFacts, compareIdentifier, type SubjectFacts } from './evidence.ts'
import { IDENTIFIER_TYPES, type IdentifierType } from './identifiers.ts'
import { newEntity } from './lists/build.ts'

const entry = (more: Partial<ListedEntity>): ListedEntity => ({
  ...newEntity({ list: 'us_ofac_sdn', id: '1', type: 'person' }),
  names: [{ full: 'Mallory Sanctioned', strength: 'strong', kind: 'primary' }],
  ...more,
})
const day = (text: string): ListedDate => ({ from: text, to: text, circa: false, text })
const year = (text: string, circa = false): ListedDate => ({ from: `${text}-01-01`, to: `${text}-12-31`, circa, text })
const born = (date_of_birth: string, ...dates_of_birth: ListedDate[]) => {
  const [fact] = compareFacts({ date_of_birth }, entry({ dates_of_birth }))
  return fact && [fact.relation, fact.detail]
}

describe('U1 a birth date agrees only when it is the same day', () => {
  it.each([
    // The very pair a reviewer was told "agrees" of.
    ['1971-03-14', day('1970-01-01'), 'near', '437 days apart'],
    ['1970-01-01', day('1970-01-01'), 'same', 'the same day of birth'],
    ['1970-01-02', day('1970-01-01'), 'near', '1 day apart'],
    ['1969-12-31', day('1970-01-01'), 'near', '1 day apart'],
    ['1970-12-31', day('1970-01-01'), 'near', '364 days apart'],
    // The last day of the neighbouring year, and the first beyond it.
    ['1971-12-31', day('1970-01-01'), 'near', '729 days apart'],
    ['1972-01-01', day('1970-01-01'), 'differs', '730 days apart (2 full years)'],
    ['1972-01-01', day('1970-12-31'), 'differs', '366 days apart'],
    ['1991-06-01', day('1970-01-01'), 'differs', '7821 days apart (21 full years)'],
    ['1970-03-04', day('1970-04-03'), 'near', 'day and month swapped: 30 days apart'],
  ] as const)('%s against the day %o is %s', (asked, listed, relation, words) => {
    expect(born(asked, listed)).toEqual([relation, words])
  })

  it.each([
    ['1970-06-15', year('1970'), 'near', 'same year, day unknown'],
    ['1970', day('1970-06-15'), 'near', 'same year, day unknown'],
    ['1970', year('1970'), 'near', 'same year, day unknown'],
    ['1970-02', day('1970-02-28'), 'near', 'same month, day unknown'],
    ['1970-02', day('1970-03-01'), 'near', 'at least 1 day apart'],
    ['1970-06-15', { ...year('1970'), to: '1972-12-31' }, 'near', 'within the years given, day unknown'],
    ['1971-03-14', year('1970'), 'near', 'at least 73 days apart'],
    ['1972-01-01', year('1970'), 'differs', 'at least 366 days apart'],
  ] as const)('%s against the partial date %o is %s', (asked, listed, relation, words) => {
    expect(born(asked, listed)).toEqual([relation, words])
  })

  it.each([
    ['1958-05-05', year('1958', true), 'near', 'same year, which the list gives as approximate, day unknown'],
    ['1958-05-05', { ...day('1958-05-05'), circa: true }, 'near', 'the same day, which the list gives as approximate'],
    ['1961-12-31', year('1958', true), 'near', 'at least 1096 days apart, the listed date being approximate (3 full years)'],
    ['1962-01-01', year('1958', true), 'differs', 'at least 1097 days apart, the listed date being approximate (3 full years)'],
  ] as const)('%s against the approximate date %o is %s', (asked, listed, relation, words) => {
    expect(born(asked, listed)).toEqual([relation, words])
  })

  it('says of several listed dates that it is one of them', () => {
    expect(born('1970-01-01', day('1950-05-05'), day('1970-01-01'))).toEqual([
      'same',
      'the same day of birth; the closest of 2 listed dates',
    ])
  })

  it('compares nothing that is no date', () => {
    for (const text of ['unknown', '1970-13-01', '70-01-01', '1970-01-01T00:00:00Z']) expect(born(text, day('1970-01-01'))).toBeUndefined()
  })
})

describe('U1 the other facts agree only when they are equal', () => {
  it('tells a nationality from another tie to the country', () => {
    const told = (country: string) =>
      compareFacts({ country }, entry({ nationalities: ['IR'], countries: ['IR', 'AE'] })).map((fact) => [fact.relation, fact.detail])
    expect(told('ir')).toEqual([['same', 'IR, a listed nationality']])
    expect(told('AE')).toEqual([['same', 'AE, tied to the entry though not as a nationality']])
    expect(told('CH')).toEqual([['differs', 'no country in common']])
  })

  it('finds a number by its own kind alone, and says same of it only from the same country', () => {
    const listed = entry({
      identifiers: [
        { type: 'passport', value: 'AB 123-456', country: 'IR' },
        { type: 'tax_id', value: '77 00 11' },
        { type: 'swift', value: 'MIDLIRTH' },
        { type: 'other', value: 'Q-99887' },
      ],
      vessel: { imo: '9187629' },
    })
    const relation = (type: IdentifierType | undefined, value: string, country?: string) =>
      compareIdentifier({ type, value, country }, listed)?.relation ?? null
    expect(compareIdentifier({ type: 'passport', value: 'ab123456', country: 'ir' }, listed)).toMatchObject({
      relation: 'same',
      candidate: 'AB 123-456',
      detail: 'the same passport number of IR',
    })
    expect([relation('passport', 'ab123456'), relation('passport', 'ab123456', 'US')]).toEqual(['near', 'near'])
    expect([relation('tax', '770011', 'IR'), relation('bic', 'MIDLIRTH'), relation('bic', 'midlirthxxx')]).toEqual(['near', 'same', 'same'])
    expect([relation('imo', 'IMO 9187629'), relation('mmsi', '9187629')]).toEqual(['same', null])
    // Of no other kind, however equal; but where the list says no kind it may be any.
    for (const type of IDENTIFIER_TYPES.filter((one) => one !== 'passport')) expect(relation(type, 'AB123456', 'IR'), type).toBeNull()
    for (const type of IDENTIFIER_TYPES) expect(relation(type, 'Q99887'), type).toBe('near')
    expect(relation(undefined, 'ab123456')).toBe('near')
    expect(relation('passport', 'AB1')).toBeNull()
  })

  it('reads towns and addresses through their spelling, and takes nothing that differs for a contradiction', () => {
    const listed = entry({
      places_of_birth: ['Tikrit, Iraq'],
      postal_addresses: [{ text: '12 Example Street, Baghdad, Iraq', country: 'IQ' }],
      nationalities: ['IQ'],
    })
    const told = (facts: SubjectFacts) => compareFacts(facts, listed).map((fact) => [fact.name, fact.relation])
    expect(told({ birth_place: 'TIKRIT' })).toEqual([['birth_place', 'same']])
    expect(told({ birth_place: 'Iraq' })).toEqual([])
    expect(told({ birth_place: 'Basra, Iraq' })).toEqual([])
    expect(told({ addresses: ['Paris, France', 'Example Street 12, Baghdad'] })).toEqual([['address', 'same']])
    expect(told({ addresses: ['Example Street 12, 10001 Baghdad'] })).toEqual([['address', 'near']])
    expect(told({ nationality: 'iq' })).toEqual([['nationality', 'same']])
    expect(told({ nationality: 'SE' })).toEqual([['nationality', 'differs']])
  })

  it('compares gender and kind by equality', () => {
    const [gender] = compareFacts({ gender: 'female' }, entry({ gender: 'female' }))
    expect(gender!.relation).toBe('same')
    expect(compareFacts({ gender: 'female' }, entry({ gender: 'male' }))[0]!.relation).toBe('differs')
    expect(compareFacts({ entity_type: 'vessel' }, entry({}))[0]!.relation).toBe('differs')
    expect(compareFacts({ entity_type: 'person' }, entry({}))).toEqual([])
  })
})
