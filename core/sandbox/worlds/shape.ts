import { z } from 'zod'

export const snapshot = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('sandbox_snapshot'),
  label: z.string(),
  rows: z.number().int(),
  created_at: z.string(),
})
