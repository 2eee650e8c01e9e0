import { machine } from './machine.ts'

export const DOCUMENTS = machine(
  'documents',
  ['incomplete', 'pending', 'verified', 'rejected'],
  [],
  `
incomplete | upload_last_required | pending | I, K | virus and type check passed
pending | accept_all | verified | P, A | every item accepted
pending | refuse_item | rejected | P, A | a reason for each item
pending | remove_item | incomplete | I | before review starts
rejected | replace_item | pending | I, K | only refused items
verified | item_expired | incomplete | SYS
verified | new_requirement | incomplete | S
verified | item_found_false | rejected | A2
`,
)

export const DOCUMENT_ITEM = machine(
  'document item',
  ['uploaded', 'accepted', 'refused', 'expired'],
  ['expired'],
  `
— | upload | uploaded | I, K
uploaded | accept | accepted | P, A
uploaded | refuse | refused | P, A | reason
refused | replace | uploaded | I, K
accepted | expire | expired | SYS
accepted | found_false | refused | A2
`,
)
