import { attachCredential } from '#core/identity/wallets/attach.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: attachCredential,
  method: 'post',
  path: '/credentials/attach',
  market: 'platform',
  summary: 'Attach a credential to a wallet',
  description:
    'Names the credential by id, or shows it as a VC, SD-JWT VC or EAS attestation. The wallet must be the one it is sealed to, or another of the same holder. The credential of another organisation is presented as SD-JWT VC by the holder’s own wallet, with `nonce` and `audience` of a challenge: that is the holder’s consent, and it becomes evidence of the method `foreign_credential`. When it is suspended or revoked there, the evidence ends and what was sealed on it is suspended.',
  aliases: [{ path: '/api/credentials/attach' }],
  status: 200,
  errors: [
    'credential_bound_elsewhere',
    'credential_invalid',
    'issuer_not_trusted',
    'signature_invalid',
    'signer_mismatch',
    'nonce_expired',
    'kyc_data_required',
    'already_verified',
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
