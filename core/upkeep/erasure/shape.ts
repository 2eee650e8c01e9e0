import { z } from 'zod'

export const erasure = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('erasure'),
  status: z.enum(['restricted', 'erased']),
  person_id: z.string(),
  law: z.string(),
  asked_on: z.string(),
  erase_from: z.string().nullable().meta({ description: 'First day on which what a law keeps may be erased; it then is' }),
  legal_hold: z.string().nullable(),
  erased: z.array(z.string()).meta({ description: 'What is gone' }),
  retained: z
    .array(z.object({ kind: z.string(), from: z.string(), until: z.string().nullable(), ground: z.string() }))
    .meta({ description: 'What a law keeps, with its ground and the day it ends' }),
  environment: z.string(),
  created_at: z.string(),
  erased_at: z.string().nullable(),
})
