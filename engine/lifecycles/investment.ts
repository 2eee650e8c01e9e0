import { machine } from './machine.ts'

export const INVESTMENT = machine(
  'investment',
  ['pending', 'accepted', 'rejected', 'cancelled', 'refunded'],
  ['rejected', 'cancelled', 'refunded'],
  `
— | submit | accepted, pending, rejected | I, S, K | allow, needs_info or review, deny
pending | facts_updated | accepted, pending, rejected | SYS | decided again under the ruleset now in force
pending | reviewer_release | accepted | A2, S | a block is never released; S for contract rules only
pending | expire_reservation | cancelled | SYS | 72 hours
pending | cancel | cancelled | I, S
accepted | cancel | cancelled | S | not issued
accepted | payment_failed | pending | S, SYS | five days to make it good, then cancelled
pending | payment_received | accepted, pending, rejected | S | after payment_failed; decided again
accepted | issue_confirmed | accepted | SYS
accepted | refund | refunded | S, A
accepted | found_ineligible | pending | A, SYS
`,
)
