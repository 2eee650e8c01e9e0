import { showPassportChip } from '#core/identity/chips/show.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: showPassportChip,
  method: 'post',
  path: '/identity/sessions/{id}/passport-chip',
  market: 'platform',
  summary: 'Show the chip of a passport',
  description:
    'What your reader app read from the chip (ICAO 9303): the machine-readable zone, the security object, and where the chip has a key of its own, data group 15 with what it answered to the challenge of the session. The signature is followed to a state that your organisation trusts. Without the answer of the chip only its data are proven, which a copy has as well; the evidence says which.',
  status: 200,
  errors: [
    'not_found',
    'invalid_transition',
    'conflict',
    'passport_used_before',
    'passport_unreadable',
    'passport_algorithm_unsupported',
    'passport_issuer_unknown',
    'passport_issuer_mismatch',
    'passport_signer_not_allowed',
    'passport_signer_expired',
    'passport_signer_revoked',
    'issuer_revocation_unknown',
    'passport_signature_invalid',
    'passport_data_altered',
    'passport_chip_copied',
    'passport_expired',
  ],
  examples: [
    {
      name: 'chip',
      summary: 'A passport with a key of its own',
      params: { id: 'ids_…' },
      request: {
        dg1: 'YVtfH1hQPFVU',
        sod: 'd4IFGzCCBRcG',
        dg14: 'bhowGDAWBgYE',
        dg15: 'b1swWTATBgcq',
        active_authentication: '1b3pXk0vQ2M=',
      },
      response: { success: true, status: 'verified', method: 'passport_chip' },
    },
  ],
})
