import { z } from 'zod'
import { resolveInput, resolveVerification } from '#core/sandbox/resolve.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'sandbox.resolve_verification',
  method: 'post',
  path: '/sandbox/verifications/{id}/resolve',
  market: 'platform',
  summary: 'End a verification',
  description: 'Lets the identity provider of the sandbox find what you ask for. Verified still needs that the rules allow it.',
  permission: 'sandbox.manage',
  params: idParams('`verification_id` of an investor’s verification'),
  body: resolveInput,
  response: z.object({ success: z.literal(true), object: z.literal('verification'), id: z.string(), status: z.string() }),
  status: 200,
  errors: ['conflict', 'screening_unavailable'],
  examples: [{ name: 'verified', summary: 'Verified', request: { status: 'verified' }, response: { success: true, status: 'verified' } }],
  sandboxOnly: true,
  handler: ({ ctx, params, body }) => resolveVerification({ ctx, input: { ...params, ...body } }),
})
