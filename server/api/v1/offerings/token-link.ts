import { linkToken } from '#core/securities/tokens/link.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: linkToken,
  method: 'post',
  path: '/offerings/{id}/token/link',
  market: 'securities',
  summary: 'Link a contract by signature',
  description:
    'Links the contract that the signed message names. In production the contract itself has to say that the wallet is its owner, its agent or may mint; on Solana its Token-2022 mint that the wallet is its mint authority. Its decimals are taken over, and its supply may not exceed the offering’s. One contract stands for one offering.',
  status: 200,
  errors: ['signature_invalid', 'signer_mismatch', 'nonce_expired', 'invalid_transition', 'conflict', 'chain_not_configured'],
  examples: [
    {
      name: 'signed',
      summary: 'What `…/token/challenge` answered, signed by the wallet it names',
      request: { message: 'localhost wants you to sign in with your Ethereum account: …', signature: '0x…' },
      response: { success: true },
    },
  ],
})
