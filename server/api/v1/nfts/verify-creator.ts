import { z } from 'zod'
import { creatorInput, verifyCreator } from '#core/nfts/verify-creator.ts'
import { defineOperation } from '../../../operation.ts'
import { credential, decision } from '../_responses.ts'

const tier = z.enum(['none', 'basic', 'standard', 'premium'])

export default defineOperation({
  id: 'nfts.verify_creator',
  method: 'post',
  path: '/nfts/verify-creator',
  market: 'nfts',
  summary: 'Verify an NFT creator',
  description:
    'Verifies a creator in tiers with a published risk score, finds look-alikes of verified creators, and says what the next tier needs. With `sale` it names what the $10,000 and $100,000 thresholds require.',
  permission: 'nfts.verify',
  functionName: 'nfts-verify-creator',
  body: creatorInput,
  response: z.object({
    success: z.literal(true),
    wallet_id: z.string(),
    creator_name: z.string(),
    verified: z.boolean(),
    risk_score: z.number().int(),
    verification_tier: tier,
    object: z.literal('creator_verification'),
    wallet_address: z.string(),
    next_tier: z.object({ tier, missing: z.array(z.string()) }).nullable(),
    social_links: z.record(z.string(), z.object({ handle: z.string(), proof: z.enum(['asserted', 'proven']) })),
    similar_to: z.array(z.object({ creator_name: z.string(), similarity: z.number() })),
    sale: z.object({ requires: z.array(z.string()), cleared: z.boolean() }).nullable(),
    sanctions_cleared: z.boolean(),
    credential: credential.nullable(),
    verified_at: z.string().nullable(),
    decision,
  }),
  status: 200,
  errors: ['screening_unavailable'],
  scenarios: ['4001', '4002', '4003', '4004', '4005'],
  examples: [
    {
      name: 'premium',
      summary: 'Three links on a clean wallet',
      request: {
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        creator_name: 'Ada Draws',
        social_links: { twitter: '@adadraws', instagram: 'adadraws', website: 'https://ada.example' },
      },
      response: { success: true, creator_name: 'Ada Draws', verified: true, risk_score: 5, verification_tier: 'premium' },
    },
  ],
  handler: ({ ctx, body }) => verifyCreator({ ctx, input: body }),
})
