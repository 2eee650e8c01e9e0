import { machine } from './machine.ts'

export const ACCREDITATION = machine(
  'accreditation',
  ['incomplete', 'pending', 'verified', 'rejected'],
  [],
  `
incomplete | self_certify | incomplete | I | enough for 506(b) and Tier 2 only
incomplete | submit | pending | I, K | basis and method are a legal pair
pending | verify | verified | P, S, A | evidence hash, date, for which issuer
pending | reject | rejected | P, A
pending | request_info | incomplete | P
pending | timeout_30d | incomplete | SYS
verified | expire | incomplete | SYS
verified | contrary_knowledge | pending | S, A, P
verified | re_represent | verified | I | at most five years, same issuer
rejected | resubmit | pending | I, K | may be tried again, fewer than 5 attempts
rejected | admin_set | incomplete, pending, verified, rejected | A2 | note
`,
)
