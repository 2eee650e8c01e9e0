import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import type { Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { exceptions } from '#db/schema.ts'
import { approveException, refuseException, removeException } from './manage.ts'
import { visibleExceptions } from './search.ts'

const settleExceptionInput = z.strictObject({
  id: z.string().max(100),
  outcome: z.enum(['approve', 'refuse', 'take_back']),
  note: z.string().trim().max(1_000, 'At most 1,000 characters').optional(),
})

/**
 * The word of a signed-in person on an exception of any organisation they may see: approves or refuses what another proposed, or
 * takes back what is in force. Setting a match aside opens something that was held, so it needs a fresh second factor; closing it
 * again does not. Throws `not_found`, `second_person_required`, `invalid_transition`, `step_up_required`.
 */
export const settleException = definePageVerb({
  name: 'exceptions.settle',
  permission: 'exceptions.write',
  admin: true,
  input: settleExceptionInput,
  run: async ({ ctx, input }) => {
    const [row] = await ctx.db
      .select({ organization: exceptions.organization_id, environment: exceptions.environment })
      .from(exceptions)
      .where(visibleExceptions(ctx, eq(exceptions.id, input.id)))
      .limit(1)
    if (!row) throw notFound()
    const tenant = await tenantCtx(ctx, row.organization, row.environment as Environment)
    const { id, note } = input
    if (input.outcome === 'take_back') return removeException({ ctx: tenant, input: { id } })
    if (input.outcome === 'refuse') return refuseException({ ctx: tenant, input: { id, note } })
    requireStepUp(ctx)
    return approveException({ ctx: tenant, input: { id, note } })
  },
})
