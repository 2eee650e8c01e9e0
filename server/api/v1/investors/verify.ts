import { verifyInvestor } from '#core/securities/investors/verify.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: verifyInvestor,
  method: 'post',
  path: '/investors/{id}/verify',
  market: 'securities',
  summary: 'Verify an investor',
  description: 'Runs identity, sanctions, accreditation and document checks.',
  status: 200,
  errors: [
    'verification_in_progress',
    'already_verified',
    'invalid_transition',
    'conflicting_fields',
    'terms_not_accepted',
    'under_age',
    'signature_invalid',
    'nonce_expired',
    'signer_mismatch',
    'screening_unavailable',
  ],
  scenarios: ['1001', '1002', '3001', '3002', '3003', '3004'],
  examples: [
    {
      name: 'identity',
      summary: 'Identity and sanctions',
      request: { checks: ['identity', 'sanctions'], accepted_terms: true },
      response: { success: true, status: 'verified' },
    },
  ],
})
