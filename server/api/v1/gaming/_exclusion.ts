import { z } from 'zod'

export const exclusion = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('self_exclusion'),
  wallet_id: z.string().nullable(),
  scope: z.enum(['all', 'gambling']),
  source: z.enum(['organization', 'holder']),
  status: z.enum(['active', 'ended']),
  until: z.string().meta({ description: 'Last day, in the place of play' }),
  extended_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  created_at: z.string(),
})
