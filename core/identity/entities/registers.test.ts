import { expect, test } from 'vitest'
import { isLei } from './lei.ts'
import { readNumber } from './registers.ts'

const read = (country: string, number: string, more: { region?: string; court?: string } = {}) => readNumber({ country, number, ...more })

test('a LEI is one whose check digits fit', () => {
  // Of companies that are well known.
  for (const lei of ['5493001KJTIIGC8Y1R12', 'HWUPKR0MPOU8FGXBT394']) expect(isLei(lei), lei).toBe(true)
  for (const lei of ['5493001KJTIIGC8Y1R13', '5493001KJTIIGC8Y1R1', '5493001kjtiigc8y1r12', '']) expect(isLei(lei), lei).toBe(false)
})

test('a number is read as its register writes it', () => {
  const kept = [
    ['AU', '004 085 616', '004085616'],
    ['CA', '1234567-8', '1234567-8'],
    ['CH', 'che116281710', 'CHE-116.281.710'],
    ['ES', 'a58818501', 'A58818501'],
    ['FR', '732 829 320', '732829320'],
    ['GB', '1234567', '01234567'],
    ['GB', 'sc123456', 'SC123456'],
    ['IN', 'U72200KA2007PTC043114', 'U72200KA2007PTC043114'],
    ['IT', '00743110157', '00743110157'],
    ['JP', '5835678256246', '5835678256246'],
    ['NL', '12345678', '12345678'],
    ['SG', 'T08LL0001B', 'T08LL0001B'],
  ] as const
  for (const [country, number, as] of kept) expect(read(country, number), number).toEqual({ form: 'well_formed', number: as })
  expect(read('DE', 'hrb  12345 b', { court: 'München' })).toEqual({ form: 'well_formed', number: 'HRB 12345 B' })
  expect(read('US', '7654321', { region: 'US-DE' })).toEqual({ form: 'well_formed', number: '7654321' })
})

test('a number with another check digit, or of another form, is none of its register', () => {
  const wrong = [
    ['AU', '004085617'],
    ['CH', 'CHE-116.281.711'],
    ['DE', 'DE-123456'],
    ['ES', 'A58818502'],
    ['ES', 'Q58818501'],
    ['FR', '732829321'],
    ['GB', 'ZZ123456'],
    ['GB', '123'],
    ['IN', 'X72200KA2007PTC043114'],
    ['IT', '00743110158'],
    ['JP', '6835678256246'],
    ['NL', '1234567'],
    ['SG', '12345678'],
  ] as const
  for (const [country, number] of wrong)
    expect(read(country, number), number).toMatchObject({ problem: expect.stringContaining('This is not') })
  expect(read('US', '7654321X', { region: 'US-DE' })).toHaveProperty('problem')
  // Numbers of a German court say nothing without the court.
  expect(read('DE', 'HRB 12345')).toMatchObject({ problem: expect.stringContaining('court') })
})

test('a number of a register whose form is not known here is kept, and said to be unchecked', () => {
  expect(read('KY', ' mc-1234 ')).toEqual({ form: 'unchecked', number: 'MC-1234' })
  expect(read('US', 'E0123', { region: 'US-NV' })).toEqual({ form: 'unchecked', number: 'E0123' })
  expect(read('CA', 'BC1234567', { region: 'CA-BC' })).toEqual({ form: 'unchecked', number: 'BC1234567' })
})
