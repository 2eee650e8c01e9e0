import { machine } from './machine.ts'

/** A recorded false positive of screening. */
export const MATCH_EXCEPTION = machine(
  'match_exception',
  ['proposed', 'active', 'refused', 'expired', 'voided'],
  ['refused', 'expired', 'voided'],
  `
— | propose | proposed | A, K | never for a strong or an address match
proposed | approve | active | A2 | another person than the one who asked; at most 365 days
proposed | refuse | refused | A, A2
active | expire | expired | SYS | the day after its last day
active | void | voided | A, SYS | name, birth date, country or list entry changed on either side
`,
)
