import { machine } from './machine.ts'

/** The exchange of travel-rule data with the other provider. */
export const TRAVEL_RULE = machine(
  'travel_rule',
  ['required', 'sent', 'repair_requested', 'accepted', 'rejected', 'expired'],
  ['accepted', 'rejected', 'expired'],
  `
— | require | required | SYS, K | full set due under at least one regime
required | send | sent | SYS, K | every field there, endpoint verified; never to a self-hosted party
required | self_hosted_proven | accepted | SYS, K | proof of control of the last 365 days
sent | accept | accepted | C, SYS
sent | reject | rejected | C, SYS | the transfer is denied with byte 31
sent | ask_repair | repair_requested | C, SYS
repair_requested | send | sent | SYS, K
required, sent, repair_requested | deadline | expired | SYS | the transfer expires; 48 hours of silence hold it before
`,
)
