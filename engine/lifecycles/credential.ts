import { machine } from './machine.ts'

export const CREDENTIAL = machine(
  'credential',
  ['active', 'suspended', 'expired', 'revoked', 'superseded'],
  ['expired', 'revoked', 'superseded'],
  `
— | issue | active | SYS, A2 | control proven in production; one live per person and level
active | suspend | suspended | A, P, SYS
suspended | resume | active | A, A2 | screened clear again, not past expiry; A2 after a list hit
active, suspended | revoke | revoked | A2, I, P | the holder for its own, the provider for fraud
active, suspended | expire | expired | SYS
active | renew | superseded | SYS, P | a new one is issued
active, suspended | move_wallet | superseded | I, A2 | both signatures, else a second person and 24 hours
`,
)
