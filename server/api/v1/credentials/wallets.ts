import { linkCredentialWallet } from '#core/identity/wallets/attach.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: linkCredentialWallet,
  method: 'post',
  path: '/credentials/{id}/wallets',
  market: 'platform',
  summary: 'Link a further wallet',
  description: 'Joins one more wallet to the holder of the credential. In production the wallet must sign a challenge.',
  status: 200,
  errors: ['invalid_transition', 'wallet_bound_to_other_person', 'signature_invalid', 'signer_mismatch', 'nonce_expired', 'conflict'],
  examples: [
    {
      name: 'second_wallet',
      summary: 'Link a second wallet',
      request: { wallet_address: '0x00000000000000000000000000000000005ec0d2' },
      response: { success: true },
    },
  ],
})
