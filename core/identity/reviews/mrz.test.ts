import { expect, test } from 'vitest'
import type { DocumentSaid } from './data.ts'
import { anyDiffers, differencesOf } from './differences.ts'
import { readMrz } from './mrz.ts'

const TODAY = '2026-11-26'
/** The specimens of ICAO 9303-4, -5 and of a German card. */
const PASSPORT = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10'
const CARD = 'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<'
const GERMAN = 'IDD<<T220001293<<<<<<<<<<<<<<<\n6408125<3010315D<<<<<<<<<<<<<<\nMUSTERMANN<<ERIKA<<<<<<<<<<<<<'

const read = async (text: string) => {
  const found = await readMrz(text, TODAY)
  return 'mrz' in found ? found.mrz : found.problem
}

test('the specimens of ICAO are read, however they are typed', async () => {
  const anna = {
    full_name: 'ANNA MARIA ERIKSSON',
    date_of_birth: '1974-08-12',
    issuing_country: 'UTO',
    expires_on: '2012-04-15',
    wrong: [],
  }
  expect(await read(PASSPORT)).toMatchObject({ ...anna, format: 'TD3', number: 'L898902C3' })
  expect(await read(` ${PASSPORT.toLowerCase().replace('\n', ' \r\n\r\n ')} `)).toMatchObject(anna)
  expect(await read(PASSPORT.replaceAll('<<', '«'))).toMatchObject(anna)
  expect(await read(CARD)).toMatchObject({ ...anna, format: 'TD1', number: 'D23145890' })
  expect(await read(GERMAN)).toMatchObject({
    issuing_country: 'DE',
    nationality: 'DE',
    date_of_birth: '1964-08-12',
    expires_on: '2030-10-31',
  })
})

test('each character that is another one shows in a check digit, and what is no zone is none', async () => {
  for (const [from, to, field] of [
    ['L898902C36', 'L898902C46', 'Document number'],
    ['7408122', '7408132', 'Birth date'],
    ['1204159', '1204169', 'Expiration date'],
  ] as const)
    expect(await read(PASSPORT.replace(from, to))).toMatchObject({ wrong: expect.arrayContaining([field]) })
  for (const text of [
    '',
    'Anna Maria Eriksson',
    PASSPORT.split('\n')[0]!,
    `${PASSPORT}\n<`,
    PASSPORT.replace('P<', 'P;'),
    'A'.repeat(10_000),
  ])
    expect(await read(text)).toMatch(/^These are not the lines/)
})

test('a birth lies in the past and no document is good for a century', async () => {
  expect(await read(PASSPORT.replace('7408122', '2708122'))).toMatchObject({ date_of_birth: '1927-08-12' })
  expect(await read(PASSPORT.replace('7408122', '2608122'))).toMatchObject({ date_of_birth: '2026-08-12' })
  expect(await read(PASSPORT.replace('1204159', '7504159'))).toMatchObject({ expires_on: '2075-04-15' })
  expect(await read(PASSPORT.replace('7408122', '7402302'))).toMatchObject({ date_of_birth: null })
})

const typed = {
  ...{ kind: 'passport', full_name: 'Anna Maria Eriksson', date_of_birth: '1974-08-12', number: 'L898 902-C3', issuing_country: 'SE' },
  expires_on: '2034-04-15',
} as DocumentSaid
const results = (told: object, said: DocumentSaid = typed, zone: Parameters<typeof differencesOf>[2] = null) =>
  Object.fromEntries(differencesOf(told, said, zone).map(({ field, result }) => [field, result]))

test('what is told, typed and printed is compared field by field, and nothing that differs is passed over', () => {
  expect(results({ full_name: 'ERIKSSON, Anna Maria', date_of_birth: '1974-08-12' })).toMatchObject({
    ...{ full_name: 'same', date_of_birth: 'same', number: 'one', expires_on: 'one' },
  })
  expect(results({ full_name: 'Bertha Bauer', date_of_birth: '1974-08-13' })).toMatchObject({
    full_name: 'differs',
    date_of_birth: 'differs',
  })
  const zone = {
    ...{ format: 'TD3', full_name: 'ANNA MARIA ERIKSSON', date_of_birth: '1974-08-12', number: 'L898902C3', wrong: [] },
    ...{ issuing_country: 'SE', nationality: 'SE', expires_on: '2034-04-16' },
  }
  const fields = differencesOf({}, typed, zone)
  expect(Object.fromEntries(fields.map(({ field, result }) => [field, result]))).toEqual({
    ...{ full_name: 'same', date_of_birth: 'same', number: 'same', issuing_country: 'same', nationality: 'one', expires_on: 'differs' },
  })
  expect(anyDiffers(fields)).toBe(true)
})
