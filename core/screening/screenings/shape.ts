import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'
import { furtherShape } from '../matching/subject-fields.ts'

const kept = z.object({
  entity_id: z.string().meta({ description: 'The list, a colon, and the entry there' }),
  score: z.number(),
  match_type: z.enum(['address_exact', 'name', 'identifier']),
  name_score: z.number().optional().meta({ description: 'What the name alone scored, where more was said of the subject' }),
  held: z.boolean().optional(),
  conflict: z.array(z.string()).optional(),
  near: z.array(z.string()).optional(),
})

/** What a check came to, as it is answered and as it is read again. */
export const verdict = {
  sanctioned: z.boolean(),
  sanctions_cleared: z.boolean(),
  status: z.enum(['clear', 'possible_match', 'hit']),
  risk_level: z.enum(['none', 'low', 'medium', 'high', 'severe']),
  was_listed: z.boolean(),
  as_of: z.string().nullable(),
}

/** A check as it was recorded. */
export const recordedCheck = {
  id: z.string(),
  object: z.literal('sanctions_check'),
  kind: z.enum(['sanctions', 'verification']),
  wallet_address: z.string().nullable(),
  wallet_id: z.string().nullable(),
  investor_id: z.string().nullable(),
  subject: z
    .object({
      wallet_address: z.string().nullable(),
      full_name: z.string().nullable(),
      date_of_birth: z.string().nullable(),
      country: z.string().nullable(),
      entity_type: z.string(),
      ...furtherShape,
    })
    .nullable()
    .meta({ description: 'What was asked. Null in a verification, and after an erasure' }),
  erased: z.boolean().meta({ description: 'What was asked was erased; the result stays' }),
  ...verdict,
  matches: z.array(kept).meta({ description: 'The best five' }),
  demoted: z.array(kept),
  threshold: z.number().nullable(),
  lists: decision.shape.lists,
  checked_at: z.string(),
  decision: decision.nullable().meta({ description: 'Null where a list changed and nothing was decided' }),
  environment: z.string(),
}
