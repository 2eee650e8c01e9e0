import { eq } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { incidents } from '#db/schema.ts'
import { type IncidentView, presentIncident } from './incident.ts'

/** One incident with its timeline. Throws `not_found`. */
export const getIncident = definePageVerb({
  name: 'incidents.get',
  permission: 'status.manage',
  admin: true,
  input: byId(),
  run: async ({ ctx, input }): Promise<IncidentView> => {
    const [row] = await ctx.db.select().from(incidents).where(eq(incidents.id, input.id)).limit(1)
    if (!row) throw notFound()
    return presentIncident(row, Date.now())
  },
})
