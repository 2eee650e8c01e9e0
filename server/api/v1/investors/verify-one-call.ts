import { verifyInvestorOneCall } from '#core/securities/investors/verify-one-call.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: verifyInvestorOneCall,
  method: 'post',
  path: '/investors/verify',
  market: 'securities',
  summary: 'Create and verify an investor',
  description:
    'Finds the investor by id, external id, e-mail or wallet, makes one when there is none, and verifies: one call. A wallet_address of an investor who exists is bound when the wallet signs for itself, and refused when it is somebody else’s.',
  status: 200,
  errors: [
    'verification_in_progress',
    'already_verified',
    'terms_not_accepted',
    'signature_invalid',
    'nonce_expired',
    'signer_mismatch',
    'screening_unavailable',
    'ambiguous_investor',
    'investor_exists',
    'wallet_bound_to_other_person',
    'under_age',
    'conflict',
  ],
  examples: [
    {
      name: 'wallet',
      summary: 'By wallet and identity',
      request: {
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100003001',
        kyc_data: { full_name: 'Avery Accredited', date_of_birth: '1980-02-29', country: 'US' },
      },
      response: { success: true, status: 'verified', created: true },
    },
  ],
})
