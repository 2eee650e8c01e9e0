import { expect, test } from 'vitest'
import { allCountries, countryCode, isCountry } from './countries.ts'

test('each country is listed once, under the code it has now', () => {
  const names = allCountries().map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(['Burkina Faso', 'Benin'].map(countryCode)).toEqual(['BF', 'BJ'])
  expect(['HV', 'DY'].map(isCountry)).toEqual([false, false])
})
