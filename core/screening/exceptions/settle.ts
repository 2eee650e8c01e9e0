import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { approveException, refuseException, removeException } from './manage.ts'

const settleExceptionInput = z.strictObject({
  id: z.string().max(100),
  outcome: z.enum(['approve', 'refuse', 'take_back']),
  note: z.string().trim().max(1_000, 'At most 1,000 characters').optional(),
})

/**
 * The word of a signed-in person on an exception of their organisation: approves or refuses what another proposed, or
 * takes back what is in force. Setting a match aside opens something that was held, so it needs a fresh second factor; closing it
 * again does not. Throws `not_found`, `second_person_required`, `invalid_transition`, `step_up_required`.
 */
export const settleException = definePageVerb({
  name: 'exceptions.settle',
  permission: 'exceptions.write',
  input: settleExceptionInput,
  run: async ({ ctx, input }) => {
    const { id, note } = input
    if (input.outcome === 'take_back') return removeException({ ctx, input: { id } })
    if (input.outcome === 'refuse') return refuseException({ ctx, input: { id, note } })
    requireStepUp(ctx)
    return approveException({ ctx, input: { id, note } })
  },
})
