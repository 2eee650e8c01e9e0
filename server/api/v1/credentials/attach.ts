import { attachCredential } from '#core/identity/wallets/attach.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: attachCredential,
  method: 'post',
  path: '/credentials/attach',
  market: 'platform',
  summary: 'Attach a credential to a wallet',
  description:
    'Names the credential by id, or shows it as a VC or EAS attestation. The wallet must be the one it is sealed to, or another of the same holder.',
  aliases: [{ path: '/api/credentials/attach' }],
  status: 200,
  errors: [
    'credential_bound_elsewhere',
    'credential_invalid',
    'issuer_not_trusted',
    'signature_invalid',
    'signer_mismatch',
    'nonce_expired',
    'conflict',
  ],
  examples: [
    {
      name: 'own_credential',
      summary: 'Attach a credential to another wallet of its holder',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002', credential_id: 'cre_…' },
      response: { success: true },
    },
  ],
})
