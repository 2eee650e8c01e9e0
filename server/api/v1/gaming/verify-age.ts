import { verifyAge } from '#core/markets/gaming/verify-age.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: verifyAge,
  method: 'post',
  path: '/gaming/verify-age',
  market: 'gaming',
  summary: 'Verify an age',
  description:
    "Answers whether a wallet's holder may play, by age tier and place. The birth date is used once and not kept; the answer discloses the tier only.",
  functionName: 'gaming-verify-age',
  status: 200,
  errors: ['screening_unavailable'],
  scenarios: ['6012', '6013', '6018', '6021', '6090', '6091'],
  examples: [
    {
      name: 'adult',
      summary: 'Eighteen or older in the United States',
      request: {
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        date_of_birth: '2000-01-01',
        jurisdiction: 'US',
        required_age_tier: '18+',
      },
      response: { success: true, age_tier: '21+', age_verified: true, geo_compliant: true, eligible: true },
    },
  ],
})
