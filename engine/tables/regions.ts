import { COUNTRY_CODES } from './country-codes.ts'
import { UA_REGIONS } from './ua-regions.ts'
import { usStateOf } from './us-states.ts'

const regions = new Map<string, boolean>()
/** There are some five thousand; what nobody ever heard of is looked at anew each time. */
const MOST_REGIONS = 8000

/** Whether such a region exists, by ISO 3166-2 in capital letters; of Ukraine and the United States, on whose regions rules rest, only those that do. Pure. */
export function isRegion(code: string): boolean {
  let known = regions.get(code)
  if (known === undefined) {
    known = exists(code)
    if (regions.size < MOST_REGIONS) regions.set(code, known)
  }
  return known
}

function exists(code: string): boolean {
  if (!/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code) || !COUNTRY_CODES.has(code.slice(0, 2))) return false
  if (code.startsWith('UA-')) return UA_REGIONS.includes(code)
  return !code.startsWith('US-') || usStateOf(code.slice(3)) === code.slice(3)
}
