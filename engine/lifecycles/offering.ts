import { machine } from './machine.ts'

export const OFFERING = machine(
  'offering',
  ['draft', 'needs_contact', 'open', 'paused', 'closed', 'cancelled'],
  ['cancelled'],
  `
— | create | open, draft, needs_contact | S, K | refused fields are an error; above 100M needs contact; open only when every guard allows
draft | edit | draft | S, K
draft | open | open | S, K | every rule of offering.open allows
draft | raise_above_100m | needs_contact | SYS
needs_contact | terms_recorded | draft | A
open | edit_material | paused | S | review case
open | pause | paused | S, A, SYS
paused | resume | open | S, A | whoever paused, or an admin; guards again
open, paused | close | closed | S, A, SYS
closed | reopen | open | A2 | at most 30 days, no later offering begun
draft, needs_contact | cancel | cancelled | S, A
open, paused | cancel | cancelled | A2 | issuer and admin together; every investment refunded
`,
)
