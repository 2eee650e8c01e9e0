import { credentialAsSdJwt } from '#core/identity/issuing/signed-forms.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: credentialAsSdJwt,
  method: 'get',
  path: '/credentials/{id}/sd-jwt',
  market: 'platform',
  summary: 'Read a credential as an SD-JWT VC',
  description:
    'Of it the holder shows only what is asked, such as "at least basic" without the level itself. Bound to the wallet in `sub`. Each call salts anew, so that two copies cannot be matched by what they hide. Of a credential in use only.',
  status: 200,
  errors: ['credential_invalid'],
  examples: [],
})
