import { machine } from './machine.ts'

/** A holder's consent that a tenant relies on a check made for another. */
export const CONSENT = machine(
  'consent',
  ['asked', 'given', 'withdrawn', 'refused', 'expired'],
  ['withdrawn', 'refused', 'expired'],
  `
— | ask | asked | K, S
asked | give | given | I | signed by the wallet: tenant, levels, purpose, expiry within 365 days, nonce
asked | refuse | refused | I
asked | deadline | expired | SYS
given | withdraw | withdrawn | I | stops the next check, not past ones
given | expire | expired | SYS
`,
)
