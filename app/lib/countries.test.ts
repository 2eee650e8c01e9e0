import { expect, test } from 'vitest'
import { allCountries } from '#core/kernel/countries.ts'
import { COUNTRY_CODES, countryCodes } from './countries.ts'

test('the list is that of the verbs, in the order of its names', () => {
  expect(COUNTRY_CODES).toEqual(allCountries().map(({ code }) => code))
})

test('countries are typed by name or code; what is none is kept, so that it is refused', () => {
  expect(countryCodes('Germany, fr;\nUnited States')).toEqual(['DE', 'FR', 'US'])
  expect(countryCodes('DE FR')).toEqual(['DE', 'FR'])
  expect(countryCodes('Bosnia & Herzegovina')).toEqual(['BA'])
  expect(countryCodes('Atlantis, DE')).toEqual(['Atlantis', 'DE'])
  expect(countryCodes(' ')).toEqual([])
})
