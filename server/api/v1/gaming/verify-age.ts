import { z } from 'zod'
import { ageVerifyInput, verifyAge } from '#core/gaming/verify-age.ts'
import { defineOperation } from '../../../operation.ts'
import { citation, credential, decision } from '../_responses.ts'

const tier = z.enum(['under_13', '13+', '18+', '21+'])

export default defineOperation({
  id: 'gaming.verify_age',
  method: 'post',
  path: '/gaming/verify-age',
  market: 'gaming',
  summary: 'Verify an age',
  description:
    "Answers whether a wallet's holder may play, by age tier and place. The birth date is used once and not kept; the answer discloses the tier only.",
  permission: 'gaming.verify',
  functionName: 'gaming-verify-age',
  body: ageVerifyInput,
  response: z.object({
    success: z.literal(true),
    wallet_id: z.string().nullable(),
    age_tier: tier,
    age_verified: z.boolean(),
    geo_compliant: z.boolean(),
    eligible: z.boolean(),
    object: z.literal('age_verification'),
    wallet_address: z.string(),
    required_age_tier: tier,
    evidence: z.enum(['self_declared', 'credential', 'document']),
    self_excluded: z.boolean(),
    reason_codes: z.array(z.string()),
    valid_until: z.string().nullable(),
    jurisdiction: z.object({ code: z.string(), rule: z.string(), citation: citation.nullable() }),
    credential: credential.nullable(),
    decision,
  }),
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
  handler: ({ ctx, body }) => verifyAge({ ctx, input: body }),
})
