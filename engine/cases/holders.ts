import type { Json } from '../canonical.ts'

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

/** Consolidated-tape volumes of weeks in a row. */
export function tape(volumes: readonly number[]): Json[] {
  return volumes.map((volume, i) => ({ week_of: `2026-12-${String(i + 1).padStart(2, '0')}`, consolidated_tape: String(volume) }))
}
