import { machine } from './machine.ts'

export const ALERT = machine(
  'alert',
  ['new', 'dismissed', 'escalated'],
  ['dismissed', 'escalated'],
  `
— | raise | new | SYS, A
new | dismiss | dismissed | A | reason
new | escalate | escalated | A, SYS | opens a case; by itself after 24 hours (sanctions: 4)
`,
)

export const CASE = machine(
  'case',
  ['open', 'in_review', 'awaiting_info', 'escalated', 'decided', 'closed'],
  ['closed'],
  `
— | open | open | A, SYS
open | assign | in_review | A | not the person who made the fact under review
in_review | ask | awaiting_info | A
awaiting_info | answer | in_review | I, S, K
awaiting_info | deadline | in_review | SYS
open, in_review | escalate | escalated | A, SYS
in_review, escalated | decide | decided | A, A2 | A2 to release a block or a list hit
decided | close | closed | SYS, A
decided | appeal | in_review | I | once, within 30 days, another decider
`,
)
