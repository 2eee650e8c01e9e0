import { z } from 'zod'
import { verifyWallet, walletVerifyInput } from '#core/wallets/verify.ts'
import { defineOperation } from '../../../operation.ts'
import { credential, decision, markets, warning } from '../_responses.ts'

const W = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'

export default defineOperation({
  id: 'wallets.verify',
  method: 'post',
  path: '/wallets/verify',
  market: 'stablecoins',
  summary: 'Verify a wallet',
  description: 'Verifies the person behind a wallet and seals the result to it. A live credential is reused, so nobody is asked twice. Needs `kyc_data` unless a live credential exists.',
  permission: 'wallets.verify',
  functionName: 'wallets-verify',
  aliases: [{ path: '/api/wallets/verify' }],
  body: walletVerifyInput,
  response: z.object({
    success: z.literal(true),
    wallet_id: z.string(),
    verification_status: z.enum(['basic', 'enhanced', 'pending', 'rejected', 'none']),
    verified_at: z.string().nullable(),
    wallet_address: z.string(),
    object: z.literal('wallet_verification'),
    verified: z.boolean(),
    expires_at: z.string().nullable(),
    credential: credential.nullable(),
    rejection: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
    uniqueness: z.object({ status: z.enum(['unique', 'also_bound']), count: z.string(), policy: z.string() }),
    sanctions_cleared: z.boolean(),
    markets,
    public_url: z.string().nullable(),
    warnings: z.array(warning),
    decision,
  }),
  status: 200,
  errors: ['kyc_data_required', 'under_age', 'signature_invalid', 'signer_mismatch', 'nonce_expired', 'wallet_bound_to_other_person', 'screening_unavailable', 'chain_not_configured'],
  scenarios: ['0001', '0002', '1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008', '2001', '2002', '2003', '2004', '2005', '2006', '2007', '9429', '9500', '9503'],
  examples: [
    {
      name: 'basic',
      summary: 'Name, birth date and country give a basic credential',
      request: { wallet_address: W, kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' } },
      response: { success: true, wallet_id: 'wal_01jd6q0k3v8w4m2n7p5r9t1xyz', verification_status: 'basic', verified_at: '2026-11-21T10:00:00.000Z' },
    },
  ],
  handler: ({ ctx, body }) => verifyWallet({ ctx, input: body }),
})
