import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { investors, offerings } from '#db/schema.ts'

const THINGS = { offering: offerings, investor: investors }

/** In which environment of the caller's organisation something is: a link to its page says nothing of that. Throws `not_found`. */
export const whereIs = definePageVerb({
  name: 'offerings.where',
  permission: 'offerings.read',
  input: byId().extend({ what: z.enum(['offering', 'investor']) }),
  run: async ({ ctx, input }): Promise<{ environment: Environment }> => {
    const t = THINGS[input.what]
    const [row] = await ctx.db
      .select({ environment: t.environment })
      .from(t)
      .where(and(eq(t.id, input.id), eq(t.organization_id, ctx.organizationId)))
      .limit(1)
    if (!row) throw notFound()
    return { environment: row.environment as Environment }
  },
})
