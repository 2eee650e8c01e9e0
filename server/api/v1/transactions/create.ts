import { createTransaction } from '#core/markets/transactions/create.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createTransaction,
  method: 'post',
  path: '/transactions',
  market: 'stablecoins',
  summary: 'Check and record a transaction',
  description:
    'Checks a transfer, payment, sale, mint or burn under the rules of its market: both sides screened, credentials, places, limits, lock-ups and travel rule in one decision. With dry_run it answers 200 and stores nothing.',
  movesValue: true,
  functionName: 'transactions-create',
  aliases: [{ path: '/api/transactions/validate', adapt: ({ body }) => ({ body: { ...(body as object), dry_run: true } }) }],
  status: 201,
  statusOf: ({ id }) => (id === null ? 200 : 201),
  otherStatus: { 200: 'A dry run: nothing is stored' },
  errors: [
    'same_address',
    'asset_required',
    'ivms101_invalid',
    'signature_invalid',
    'signer_mismatch',
    'nonce_expired',
    'chain_not_configured',
    'duplicate_transaction_hash',
    'screening_unavailable',
  ],
  scenarios: ['2001', '3005', '7001', '7002', '7003', '7004', '7005', '7006'],
  examples: [
    {
      name: 'payment',
      summary: 'A stablecoin payment',
      request: {
        type: 'payment',
        from_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001',
        to_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        amount: '500',
        currency: 'USDC',
      },
      response: { success: true, status: 'approved', restriction_code: 0 },
    },
  ],
})
