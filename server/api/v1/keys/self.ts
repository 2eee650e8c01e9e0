import { z } from 'zod'
import { getOwnKey } from '#core/api-keys/rotate.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'keys.self',
  method: 'get',
  path: '/keys/self',
  market: 'platform',
  summary: 'Read the key in use',
  description: 'Name, scopes, environment, pinned version and last use of the key that makes this call.',
  permission: 'keys.self',
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
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: ({ ctx }) => getOwnKey({ ctx }),
})
