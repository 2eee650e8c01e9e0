import { offerCredential } from '#core/identity/issuing/offer.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: offerCredential,
  method: 'post',
  path: '/credentials/{id}/offers',
  market: 'platform',
  summary: 'Offer a credential to the holder’s own wallet',
  description:
    'OpenID4VCI 1.0 with a pre-authorised code. Show `url` as a link or a QR code, and tell `tx_code` another way; after five wrong codes the offer ends. The wallet takes it as SD-JWT VC or as VC, bound to its own key. In production control of the wallet that the credential is sealed to must be proven.',
  status: 201,
  errors: ['credential_invalid', 'signature_invalid'],
  examples: [
    {
      name: 'offer',
      summary: 'Offer a credential, with a code to type',
      request: { with_code: true },
      response: { success: true },
    },
  ],
})
