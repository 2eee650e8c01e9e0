import { z } from 'zod'
import { difference } from './evidence.ts'

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
  evidence: z
    .object({ differences: z.array(difference), document_sha256: z.string().nullable() })
    .nullable()
    .optional()
    .meta({ description: 'What tells the subject from the entry, where something was stated; only where one exception is read' }),
})
