import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notFound } from '#core/kernel/errors.ts'
import { isId } from '#core/kernel/ids.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { cases, organizations } from '#db/schema.ts'
import { type AppealView, presentAppeal } from './appeal.ts'

/** How an appeal stands, for whoever has the id that its opening gave. Throws `not_found`. */
export const readAppeal = definePageVerb({
  name: 'appeals.read',
  permission: null,
  input: z.strictObject({ id: z.string() }),
  run: async ({ ctx, input }): Promise<{ success: true } & AppealView> => {
    if (!isId('appeal', input.id)) throw notFound()
    const [found] = await ctx.db
      .select({ row: cases, organization: organizations.name })
      .from(cases)
      .leftJoin(organizations, eq(organizations.id, cases.organization_id))
      .where(sql`${cases.appeal} ->> 'id' = ${input.id}`)
      .limit(1)
    if (!found) throw notFound()
    return { success: true, ...presentAppeal(found.row, found.organization ?? 'An organisation') }
  },
})
