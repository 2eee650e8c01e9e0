import { z } from 'zod'
import { verifyInvestorOneCall, verifyOneCallInput } from '#core/investors/verify-one-call.ts'
import { defineOperation } from '../../../operation.ts'
import { investor, investorVerification } from '../_securities.ts'

export default defineOperation({
  id: 'investors.verify_one_call',
  method: 'post',
  path: '/investors/verify',
  market: 'securities',
  summary: 'Create and verify an investor',
  description: 'Finds the investor by id, external id, e-mail or wallet, makes one when there is none, and verifies: one call.',
  permission: 'investors.write',
  body: verifyOneCallInput,
  response: investorVerification.extend({ created: z.boolean(), investor }),
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
  handler: ({ ctx, body }) => verifyInvestorOneCall({ ctx, input: body }),
})
