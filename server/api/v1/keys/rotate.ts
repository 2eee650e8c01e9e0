import { z } from 'zod'
import { rotateApiKey } from '#core/api-keys/rotate.ts'
import { defineOperation } from '../../../operation.ts'
import { apiKey, idParams } from '../_responses.ts'

export default defineOperation({
  id: 'keys.rotate',
  method: 'post',
  path: '/keys/{id}/rotate',
  market: 'platform',
  summary: 'Rotate an API key',
  description: 'Makes a new key like this one. The old key works for the overlap, then ends.',
  permission: 'keys.manage',
  params: idParams('Id'),
  body: z.strictObject({ overlap_hours: z.number().int().min(0).max(168).default(24) }),
  response: z.object({
    success: z.literal(true),
    object: z.literal('api_key'),
    ...apiKey.shape,
    key: z.string(),
    replaces: z.string(),
    old_key_expires_at: z.string(),
  }),
  status: 201,
  errors: ['invalid_transition', 'secret_shown_once'],
  examples: [{ name: 'a_day', summary: 'The old key works for one more day', request: { overlap_hours: 24 }, response: { success: true } }],
  handler: ({ ctx, params, body }) => rotateApiKey({ ctx, input: { ...params, ...body } }),
})
