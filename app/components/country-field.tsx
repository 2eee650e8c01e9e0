import type { ComponentProps } from 'react'
import { COUNTRY_CODES, countryCodes } from '../lib/countries.ts'
import { countryName } from '../lib/format.ts'
import { Input, Select } from '../ui/input.tsx'

/** The names, which the browser may spell otherwise than the server did. */
const Options = () =>
  COUNTRY_CODES.map((code) => (
    <option key={code} value={code} suppressHydrationWarning>
      {countryName(code)}
    </option>
  ))

/** One country by its name: typing finds it, on a telephone the system's own list does. */
export const CountrySelect = (props: Omit<ComponentProps<'select'>, 'children'>) => (
  <Select {...props}>
    <option value="">Choose</option>
    <Options />
  </Select>
)

/** Several countries, by name: chosen one after the other, or typed with commas, which needs no scripts. */
export function CountriesInput({
  value,
  onValue,
  ...props
}: Omit<ComponentProps<'input'>, 'value' | 'defaultValue'> & { value: string; onValue: (text: string) => void }) {
  const named = (codes: readonly string[]) => codes.map(countryName).join(', ')
  return (
    <div className="grid gap-2">
      <Input {...props} value={value} autoComplete="off" onChange={(event) => onValue(event.target.value)} />
      <Select
        className="js-only"
        aria-label="Add a country"
        value=""
        onChange={(event) => onValue(named([...new Set([...countryCodes(value), event.target.value])]))}
      >
        <option value="">Add a country</option>
        <Options />
      </Select>
    </div>
  )
}
