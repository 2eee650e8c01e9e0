import { issueForHolder } from '#core/identity/wallets/issue-for-holder.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: issueForHolder,
  method: 'post',
  path: '/credentials',
  market: 'platform',
  summary: 'Issue a credential',
  description:
    'Issues a new credential for the person behind a wallet, after the same checks as every verification. When the decision is not "allow", `credential` is null and the decision says why.',
  status: 201,
  errors: [
    'kyc_data_required',
    'under_age',
    'signature_invalid',
    'signer_mismatch',
    'nonce_expired',
    'wallet_bound_to_other_person',
    'screening_unavailable',
  ],
  scenarios: ['1001', '1002', '2001', '2002', '2003'],
  examples: [
    {
      name: 'basic',
      summary: 'A basic credential for a new holder',
      request: {
        wallet_address: '0x00000000000000000000000000000000c0ffee01',
        kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
      },
      response: { success: true, object: 'credential_issuance', verification_status: 'basic' },
    },
  ],
})
