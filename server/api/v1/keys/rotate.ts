import { z } from 'zod'
import { rotateApiKey } from '#core/api-keys/rotate.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

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
    object: z.literal('api_key').optional(),
    id: z.string(),
    name: z.string(),
    key_prefix: z.string(),
    environment: z.enum(['sandbox', 'production']),
    is_active: z.boolean(),
    scopes: z.array(z.string()),
    allowed_ips: z.array(z.string()),
    api_version: z.string(),
    expires_at: z.string().nullable(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    last_used_ip: z.string().nullable(),
    last_used_route: z.string().nullable(),
    replaced_by: z.string().nullable(),
    key: z.string().optional(),
    replaces: z.string().optional(),
    old_key_expires_at: z.string().optional(),
  }),
  status: 201,
  errors: ['conflict'],
  examples: [{ name: 'a_day', summary: 'The old key works for one more day', request: { overlap_hours: 24 }, response: { success: true } }],
  handler: ({ ctx, params, body }) => rotateApiKey({ ctx, input: { ...params, ...body } }),
})
