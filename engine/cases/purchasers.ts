/** Purchasers who are not accredited and bought on one day, for worked cases. */
export function buyersOn(
  date: string,
  count: number,
  prefix = 'per',
): { person_id: string; date: string; accredited: boolean; excluded_501e: boolean }[] {
  return Array.from({ length: count }, (_, i) => ({ person_id: `${prefix}_${i}`, date, accredited: false, excluded_501e: false }))
}
