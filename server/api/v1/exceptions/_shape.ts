import { z } from 'zod'

export const exception = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('exception'),
  status: z.enum(['proposed', 'active', 'refused', 'expired', 'voided']),
  subject: z.object({ id: z.string(), wallet_address: z.string().nullable(), check_id: z.string() }),
  entity_id: z.string(),
  entity_name: z.string(),
  reason: z.string(),
  author: z.string(),
  approved_by: z.string().nullable(),
  approved_at: z.string().nullable(),
  expires_at: z.string(),
  end_reason: z.string().nullable(),
  ended_at: z.string().nullable(),
  created_at: z.string(),
})
