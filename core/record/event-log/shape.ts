import { z } from 'zod'

export const event = z.object({
  id: z.string(),
  object: z.literal('event'),
  type: z.string(),
  timestamp: z.string(),
  api_version: z.string(),
  environment: z.string(),
  sequence: z.number().int(),
  resource: z.object({ type: z.string(), id: z.string() }),
  request: z.object({ id: z.string(), idempotency_key: z.string().nullable() }).nullable(),
  actor: z.object({ type: z.string(), id: z.string() }),
  data: z.looseObject({}),
})
