import { verifyWalletVerb } from '#core/identity/wallets/verify.ts'
import { defineOperation } from '../../../operation.ts'

const W = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'

export default defineOperation({
  verb: verifyWalletVerb,
  method: 'post',
  path: '/wallets/verify',
  market: 'platform',
  summary: 'Verify a wallet',
  description:
    'Verifies the person behind a wallet and seals the result to it. A live credential is reused, so nobody is asked twice. Needs `kyc_data` unless a live credential exists.',
  functionName: 'wallets-verify',
  aliases: [{ path: '/api/wallets/verify' }],
  status: 200,
  errors: [
    'kyc_data_required',
    'under_age',
    'signature_invalid',
    'signer_mismatch',
    'nonce_expired',
    'wallet_bound_to_other_person',
    'verification_in_progress',
    'conflict',
    'screening_unavailable',
    'chain_not_configured',
  ],
  scenarios: [
    '0001',
    '0002',
    '1001',
    '1002',
    '1003',
    '1004',
    '1005',
    '1006',
    '1007',
    '1008',
    '2001',
    '2002',
    '2003',
    '2004',
    '2005',
    '2006',
    '2007',
    '9429',
    '9500',
    '9503',
  ],
  examples: [
    {
      name: 'basic',
      summary: 'Name, birth date and country give a basic credential',
      request: { wallet_address: W, kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' } },
      response: {
        success: true,
        wallet_id: 'wal_01jd6q0k3v8w4m2n7p5r9t1xyz',
        verification_status: 'basic',
        verified_at: '2026-11-21T10:00:00.000Z',
      },
    },
  ],
})
