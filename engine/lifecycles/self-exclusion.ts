import { machine } from './machine.ts'

/** A player's exclusion of himself or herself. It is never lifted before its end date. */
export const SELF_EXCLUSION = machine(
  'self_exclusion',
  ['active', 'ended'],
  ['ended'],
  `
— | start | active | I, S, SYS | from the person, the tenant's register or a national one
active | extend | same | I, SYS | only to a later end date
active | end | ended | SYS | the day after the end date
`,
)
