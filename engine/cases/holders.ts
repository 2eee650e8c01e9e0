import type { Json } from '../canonical.ts'
import { isoDay, parseDay } from '../dates.ts'

/** So many holders of 100 units each: accredited ones first. */
export function people(accredited: number, others: number): Json[] {
  return Array.from({ length: accredited + others }, (_, i) => ({ person_id: `h_${i}`, units: '100', accredited: i < accredited }))
}

/** So many owners of a fund, 100 units each, none of them a fund or an employee. */
export function owners(count: number): Json[] {
  return Array.from({ length: count }, (_, i) => ({
    person_id: `o_${i}`,
    units: '100',
    knowledgeable_employee: false,
    fund_owner_count: 'none',
  }))
}

/** Consolidated-tape volumes of weeks in a row, of which the last begins on that Monday. */
export function tape(volumes: readonly number[], last = '2027-01-04'): Json[] {
  const end = parseDay(last)!
  return volumes.map((volume, i) => ({ week_of: isoDay(end - 7 * (volumes.length - 1 - i)), consolidated_tape: String(volume) }))
}
