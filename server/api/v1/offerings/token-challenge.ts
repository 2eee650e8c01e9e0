import { challengeTokenLink } from '#core/securities/tokens/link.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: challengeTokenLink,
  method: 'post',
  path: '/offerings/{id}/token/challenge',
  market: 'securities',
  summary: 'Ask for the message that links a contract',
  description: 'A message that names contract and offering, for the wallet that controls the contract to sign within ten minutes.',
  status: 201,
  errors: ['invalid_transition', 'conflict'],
  examples: [
    {
      name: 'ask',
      summary: 'For a contract and the wallet that owns it',
      request: {
        token_address: '0x52908400098527886E0F7030069857D2E4169EE7',
        wallet_address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      },
      response: { success: true },
    },
  ],
})
