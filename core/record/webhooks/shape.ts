import { z } from 'zod'

export const webhookEndpoint = z.object({
  id: z.string(),
  object: z.literal('webhook_endpoint'),
  url: z.string(),
  description: z.string().nullable(),
  event_types: z.array(z.string()),
  filters: z.looseObject({}),
  strict_order: z.boolean(),
  payload: z.enum(['summary', 'full']),
  status: z.enum(['enabled', 'disabled']).meta({ description: 'Whether events are sent to it' }),
  state: z.enum(['unverified', 'enabled', 'failing', 'disabled']).meta({
    description: 'How it takes them: `unverified` until it answers a first signed message 2xx, `failing` since its last try failed',
  }),
  disabled_reason: z.string().nullable(),
  verified_at: z.string().nullable().meta({ description: 'When a signed message was first answered 2xx' }),
  failing_since: z.string().nullable().meta({ description: 'Since when every try has failed' }),
  api_version: z.string(),
  previous_secret_until: z.string().nullable(),
  environment: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
