import { refuseOwnRecord } from '#core/investors/refuse-self.ts'
import { verifyInvestor, verifyInvestorInput } from '#core/investors/verify.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { investorVerification } from '../_securities.ts'

export default defineOperation({
  id: 'investors.verify',
  method: 'post',
  path: '/investors/{id}/verify',
  market: 'securities',
  summary: 'Verify an investor',
  description: 'Runs identity, sanctions, accreditation and document checks.',
  permission: 'investors.write',
  params: idParams('Investor id, inv_…'),
  body: verifyInvestorInput,
  response: investorVerification,
  status: 200,
  errors: [
    'verification_in_progress',
    'already_verified',
    'invalid_transition',
    'conflicting_fields',
    'terms_not_accepted',
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
  handler: async ({ ctx, params, body }) => {
    await refuseOwnRecord({ ctx, input: params })
    return verifyInvestor({ ctx, input: { ...params, ...body } })
  },
})
