import { bindIdentity } from '#core/identity/wallets/bind-identity.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: bindIdentity,
  method: 'post',
  path: '/credentials/{id}/identities',
  market: 'platform',
  summary: 'Bind an on-chain identity',
  description:
    'Binds an ONCHAINID contract to the wallet of the credential, so that claims can be made for it. The wallet signs a challenge that names the identity (POST /v1/wallets/challenge with `identity` and `chain_id`), and its key must be a management key of the contract by the newest final block.',
  status: 200,
  errors: [
    'credential_invalid',
    'credential_bound_elsewhere',
    'signature_invalid',
    'signer_mismatch',
    'nonce_expired',
    'chain_not_configured',
  ],
  examples: [
    {
      name: 'identity',
      summary: 'Bind the holder’s on-chain identity',
      request: {
        identity: '0x52908400098527886E0F7030069857D2E4169EE7',
        chain_id: 1,
        signature: { message: 'sealwright.example wants you to sign in…', signature: '0x…' },
      },
      response: { success: true },
    },
  ],
})
