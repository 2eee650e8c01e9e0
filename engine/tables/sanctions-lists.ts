/**
 * Whose law a sanctions list is, and whether a hit blocks. Non-blocking lists (sectoral, correspondent-account, compilations) hold.
 * The small list shipped for the sandbox stands in for every authority. As of 2026-11-21.
 */
export type Authority = 'US' | 'EU' | 'UK' | 'UN'
export const AUTHORITIES: readonly Authority[] = ['US', 'EU', 'UK', 'UN']
const ROWS: Record<string, { authorities: readonly Authority[]; blocking: boolean }> = {
  us_ofac_sdn: { authorities: ['US'], blocking: true },
  us_ofac_cons: { authorities: ['US'], blocking: false },
  us_csl: { authorities: ['US'], blocking: false },
  eu_fsf: { authorities: ['EU'], blocking: true },
  gb_fcdo: { authorities: ['UK'], blocking: true },
  un_sc: { authorities: ['UN'], blocking: true },
  sandbox_sample: { authorities: AUTHORITIES, blocking: true },
}

/** Authorities of a list; an unknown list has none. */
export function authoritiesOf(list: string): readonly Authority[] {
  return ROWS[list]?.authorities ?? []
}

/** Whether this is the list by which an authority blocks: no compilation and no sectoral list stands in for it. */
export const isListOf = (list: string, authority: Authority): boolean =>
  ROWS[list]?.blocking === true && ROWS[list].authorities.includes(authority)

/** Whether a hit on this list denies for a tenant with this nexus. The United Nations list cannot be switched off. */
export function denies(list: string, nexus: readonly string[]): boolean {
  const row = ROWS[list]
  return row?.blocking === true && row.authorities.some((a) => a === 'UN' || nexus.includes(a))
}
