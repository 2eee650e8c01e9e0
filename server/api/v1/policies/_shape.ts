import { z } from 'zod'

export const policy = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('policy'),
  version: z.string(),
  sha256: z.string(),
  change: z.enum(['first', 'published', 'rolled_back']).meta({ description: '`rolled_back`: these rules had been in force before' }),
  in_force_since: z.string(),
})
