import { presentSimulated } from '#core/sandbox/simulated/present.ts'
import { REFUSALS } from '#credentials/presented/refused.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: presentSimulated,
  method: 'post',
  path: '/sandbox/present-credential',
  market: 'platform',
  summary: 'Present from a simulated wallet',
  description:
    'Lets a simulated identity wallet answer the request of a session, over the real protocol and with real signatures, with a credential of a made-up issuer. With a `flaw` it is refused as a real one would be.',
  status: 200,
  errors: ['not_found', 'invalid_transition', ...REFUSALS],
  examples: [
    {
      name: 'licence',
      summary: 'A mobile driving licence',
      request: { session_id: 'ids_…', credential: 'mdl' },
      response: { success: true, status: 'verified' },
    },
    {
      name: 'accreditation',
      summary: 'An accreditation that somebody else verified',
      request: { session_id: 'ids_…', credential: 'accreditation' },
      response: { success: true, status: 'verified' },
    },
  ],
  sandboxOnly: true,
  idempotent: false,
})
