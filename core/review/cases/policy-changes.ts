import { z } from 'zod'
import { byId } from '#core/kernel/fields.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { decideChange } from './decide.ts'

/** The second person's word on a plan that waits, from the page of the policy. Throws as `cases.decide`. */
export const decidePolicyChange = definePageVerb({
  name: 'policy.decide',
  permission: 'tenant.write',
  input: byId('Id of the case').extend({ outcome: z.enum(['release', 'refuse']) }),
  run: async ({ ctx, input }) => {
    const note = input.outcome === 'release' ? 'Agreed to on the page of the policy.' : 'Declined on the page of the policy.'
    return decideChange(ctx, 'policy_change', input, note)
  },
})
