import { machine } from './machine.ts'

export const IDENTITY = machine(
  'identity',
  ['incomplete', 'pending', 'verified', 'rejected'],
  [],
  `
incomplete | submit | pending | I, K | required fields present
pending | approve | verified | P, SYS, A | no open block case, sanctions clear
pending | reject | rejected | P, A | a code, and whether it may be tried again
pending | request_info | incomplete | P, A | what is missing is named
pending | withdraw | incomplete | I
pending | timeout_30d | incomplete | SYS
rejected | resubmit | pending | I, K | may be tried again, fewer than 3 attempts
rejected | appeal_upheld | pending | A2 | appeal case
verified | material_change | pending | I, K, SYS | name, birth date, country or entity owners
verified | expire | incomplete | SYS
verified | revoke | rejected | A2 | fraud or confirmed match
incomplete, pending | admin_set | incomplete, pending, rejected | A | note
verified | admin_set | incomplete, pending, rejected | A | note
incomplete, pending, rejected | admin_set | verified | A2 | note
rejected | admin_set | incomplete, pending | A2 | note
`,
)

/** The overall status: rejected, then incomplete, then pending, then verified; documents count only where they are required. */
export function overallStatus(identity: string, documents: string | null): string {
  for (const status of ['rejected', 'incomplete', 'pending']) if (identity === status || documents === status) return status
  return identity === 'verified' && (documents === null || documents === 'verified') ? 'verified' : 'incomplete'
}
