import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { openUsers } from '#core/kernel/people.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { apiKeys, memberships, serviceAccounts, users } from '#db/schema.ts'

/**
 * Who stands behind the ids that a page of the organisation shows as authors: members by name, its keys and programs by theirs, whoever belonged
 * to it as somebody who left. Of others nothing is told: their id is left out.
 */
export const nameAuthors = definePageVerb({
  name: 'members.name_authors',
  permission: 'members.read',
  input: z.strictObject({ ids: z.array(z.string().max(100)).max(2_000) }),
  run: async ({ ctx, input }): Promise<Record<string, string>> => {
    const ids = [...new Set(input.ids)]
    if (!ids.length) return {}
    const [m, k, s] = [memberships, apiKeys, serviceAccounts]
    const [people, keys, programs] = await Promise.all([
      ctx.db
        .select({ user: users, ended: m.ended_at })
        .from(m)
        .innerJoin(users, eq(users.id, m.user_id))
        .where(and(eq(m.organization_id, ctx.organizationId), inArray(m.user_id, ids)))
        .orderBy(m.id),
      ctx.db
        .select({ id: k.id, name: k.name })
        .from(k)
        .where(and(eq(k.organization_id, ctx.organizationId), inArray(k.id, ids))),
      ctx.db
        .select({ id: s.id, name: s.name })
        .from(s)
        .where(and(eq(s.organization_id, ctx.organizationId), inArray(s.id, ids))),
    ])
    const left = people.filter((one) => one.ended !== null).map((one) => [one.user.id, 'a former member'])
    const now = people.filter((one) => one.ended === null).map((one) => one.user)
    const named = (await openUsers(ctx.db, ctx.services, now)).map((one) => [
      one.id,
      `${one.first_name} ${one.last_name}`.trim() || one.email,
    ])
    return Object.fromEntries([
      ...keys.map(({ id, name }) => [id, `the key “${name}”`]),
      ...programs.map(({ id, name }) => [id, `the program “${name}”`]),
      // Whoever came back is no former member.
      ...left,
      ...named,
    ])
  },
})
