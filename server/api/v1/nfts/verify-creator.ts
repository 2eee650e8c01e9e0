import { verifyCreator } from '#core/markets/nfts/verify-creator.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: verifyCreator,
  method: 'post',
  path: '/nfts/verify-creator',
  market: 'nfts',
  summary: 'Verify an NFT creator',
  description:
    'Verifies a creator in tiers with a published risk score, finds look-alikes of verified creators, and says what the next tier needs. With `sale` it names what the $10,000 and $100,000 thresholds require.',
  movesValue: true,
  functionName: 'nfts-verify-creator',
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
})
