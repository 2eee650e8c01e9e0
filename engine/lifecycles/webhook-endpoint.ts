import { machine } from './machine.ts'

export const WEBHOOK_ENDPOINT = machine(
  'webhook endpoint',
  ['unverified', 'enabled', 'failing', 'disabled', 'deleted'],
  ['deleted'],
  `
— | create | unverified | S, K | https to a public address
unverified | ping_ok | enabled | SYS
enabled | first_failure | failing | SYS
failing | success | enabled | SYS
failing | 5_days_failed, http_410 | disabled | SYS
enabled, failing | disable | disabled | S, K
disabled | recover | enabled | S, K | ping answered
unverified, enabled, failing, disabled | rotate_secret | same | S, K
unverified, enabled, failing, disabled | delete | deleted | S, K
`,
)
