import { machine } from './machine.ts'

export const TOKEN = machine(
  'token',
  ['unlinked', 'linked', 'active', 'paused', 'deactivated'],
  ['deactivated'],
  `
unlinked | link | linked | S, K | signed by the contract owner; supply as the offering says
linked | activate | active | S, K | offering open or closed, legends set
active | pause | paused | S, A
paused | resume | active | S, A | same or higher than who paused
active, paused | deactivate | deactivated | A2 | no holders, or a redemption plan
`,
)

// confirmed is terminal but for a chain reorganisation, as a settled transaction is.
export const ISSUANCE = machine(
  'issuance',
  ['authorized', 'submitted', 'confirmed', 'denied', 'failed'],
  ['confirmed', 'denied', 'failed'],
  `
— | authorize | authorized, denied | S, K | decided again at issue; supply left; wallet proven
authorized | submit | submitted | S, K
authorized | ttl_24h | failed | SYS
submitted | confirm | confirmed | SYS
submitted | revert, dropped_24h | failed | SYS
confirmed | reorg | submitted | SYS
`,
)
