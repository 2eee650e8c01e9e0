import { machine } from './machine.ts'

export const API_KEY = machine(
  'api key',
  ['active', 'rotating', 'expired', 'revoked'],
  ['expired', 'revoked'],
  `
— | create | active | S, A | signed in, named; production: verified organisation and second factor
active | rotate | rotating | S, A, K | overlap of 0 to 168 hours; a new key is active
rotating | overlap_end | expired | SYS
active | expires_at | expired | SYS
active, rotating | revoke | revoked | S, A, SYS | at once, for good
`,
)
