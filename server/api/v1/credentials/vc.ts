import { credentialAsVc } from '#core/identity/issuing/signed-forms.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: credentialAsVc,
  method: 'get',
  path: '/credentials/{id}/vc',
  market: 'platform',
  summary: 'Read a credential as a VC',
  description:
    'W3C VC 2.0 as a JWT, signed with Ed25519. It says whether control of the wallet was proven, how and when. Given out while the credential is in use; whoever has it reads its end from the status list.',
  status: 200,
  errors: ['credential_invalid'],
  examples: [],
  etag: true,
})
