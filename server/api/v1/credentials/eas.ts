import { credentialAsEas } from '#core/identity/credentials/formats.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: credentialAsEas,
  method: 'get',
  path: '/credentials/{id}/eas',
  market: 'platform',
  summary: 'Read a credential as an EAS attestation',
  description:
    'Off-chain attestation, version 2, that any EAS tool checks. Ethereum-style wallets only, of a credential in use; in production the wallet must have proven control, because an attestation cannot say "asserted".',
  status: 200,
  errors: ['credential_invalid', 'signature_invalid', 'signer_mismatch'],
  examples: [],
  etag: true,
})
