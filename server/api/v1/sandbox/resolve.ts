import { resolveVerification } from '#core/upkeep/deadlines/resolve.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: resolveVerification,
  method: 'post',
  path: '/sandbox/verifications/{id}/resolve',
  market: 'platform',
  summary: 'End a verification',
  description: 'Lets the identity provider of the sandbox find what you ask for. Verified still needs that the rules allow it.',
  status: 200,
  errors: ['conflict', 'screening_unavailable'],
  examples: [{ name: 'verified', summary: 'Verified', request: { status: 'verified' }, response: { success: true, status: 'verified' } }],
  sandboxOnly: true,
})
