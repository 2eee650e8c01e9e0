import { machine } from './machine.ts'

// settled is terminal but for a chain reorganisation, with a confirmed mint the one exception of all lifecycles.
export const TRANSACTION = machine(
  'transaction',
  ['review', 'awaiting_counterparty', 'approved', 'submitted', 'settled', 'denied', 'failed', 'expired'],
  ['settled', 'denied', 'failed', 'expired'],
  `
— | evaluate | approved, denied, review, awaiting_counterparty | K, I, S | approval lives 10 minutes
— | record_sent | submitted | K, SYS | already on chain: a case opens unless allowed
review | release | approved | A2 | a block is never released; decided again
review | refuse | denied | A, A2
awaiting_counterparty | accepted | approved | C, SYS | decided again
awaiting_counterparty | rejected | denied | C, SYS
awaiting_counterparty | deadline | expired | SYS
approved | submit | submitted | K, I | same from, to and amount as authorised
approved | ttl | expired | SYS
approved | facts_changed | review, denied | SYS | sanctions or revocation between: denied
submitted | confirmed | settled | SYS | 12 blocks on EVM, finalized on Solana
submitted | reverted, dropped_24h | failed | SYS
settled | reorg | submitted | SYS
`,
)
