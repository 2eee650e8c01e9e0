import { requestPersonErasure } from '#core/review/erasure/erase.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: requestPersonErasure,
  method: 'post',
  path: '/erasures',
  market: 'platform',
  summary: 'Erase a person',
  description:
    "Answers a person's request for erasure. What no law keeps is erased at once; what a law keeps is restricted, named with its ground, and erased on its day. The person's credential is revoked. Decisions stay provable; replaying one answers that its facts were erased.",
  status: 201,
  errors: ['not_found', 'conflict', 'already_exists'],
  examples: [
    {
      name: 'request',
      summary: 'A person asks to be forgotten',
      request: { investor_id: 'inv_…', law: 'gdpr' },
      response: { success: true },
    },
  ],
})
