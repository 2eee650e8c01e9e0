import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'

/** A decision as it is read back, with what it was about. */
export const readDecision = decision.extend({
  object: z.literal('decision'),
  check: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }).nullable(),
  environment: z.string(),
})
