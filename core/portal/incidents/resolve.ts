import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { incidents } from '#db/schema.ts'
import { updateText } from './create.ts'
import { CLOSED, type IncidentView } from './incident.ts'
import { updateIncident } from './update.ts'

const resolveIncidentInput = z.strictObject({ id: z.string().max(40), text: updateText, notify: z.boolean().default(true) })

/** Closes an open incident, or ends a maintenance window early, with a last entry. Throws `not_found`, `invalid_transition`. */
export const resolveIncident = definePageVerb({
  name: 'incidents.resolve',
  permission: 'status.manage',
  admin: true,
  input: resolveIncidentInput,
  run: async ({ ctx, input }): Promise<IncidentView> => {
    const [found] = await ctx.db
      .select({ kind: incidents.kind, status: incidents.status })
      .from(incidents)
      .where(eq(incidents.id, input.id))
      .limit(1)
    if (!found) throw notFound()
    if (CLOSED.includes(found.status)) throw new AppError('invalid_transition', 'This is already closed. Add an update instead.')
    return updateIncident({ ctx, input: { ...input, status: found.kind === 'maintenance' ? 'completed' : 'resolved' } })
  },
})
