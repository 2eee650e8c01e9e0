import { z } from 'zod'
import { furtherShape } from '../matching/subject-fields.ts'

export const monitored = {
  id: z.string(),
  object: z.literal('monitored_subject'),
  subject: z.object({
    wallet_address: z.string().nullable(),
    full_name: z.string().nullable(),
    country: z.string().nullable(),
    entity_type: z.string(),
    ...furtherShape,
  }),
  status: z.enum(['clear', 'possible_match', 'hit']),
  matches: z.array(z.object({ entity_id: z.string(), score: z.number(), match_type: z.string() })),
  threshold: z.number(),
  lists: z.array(z.string()).nullable(),
  check_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
}
