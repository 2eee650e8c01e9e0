import { machine } from './machine.ts'

/** A wallet's access to a protocol. Leaving the protocol is possible in every state, whatever this says. */
export const DEFI_ACCESS = machine(
  'defi_access',
  ['none', 'granted', 'denied', 'held', 'revoked', 'expired'],
  [],
  `
none, denied, held, revoked, expired | evaluate | granted, denied, held | K, I, SYS | a revoked wallet needs a new check first
granted | permit | same | K, I | 30 to 600 seconds, one chain, one contract, the level in it
granted | list_hit | revoked | SYS | permits are not renewed
granted | credential_revoked | revoked | SYS
granted | hold | held | SYS, A | exposure, risk of 50 or more, open case
granted | expire | expired | SYS | credential or accreditation over
granted | pause | held | S, A | the protocol is paused
`,
)
