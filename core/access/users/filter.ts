import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { ROLES } from '#core/kernel/permissions.ts'
import { users } from '#db/schema.ts'

const day = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** What narrows the list of users; every part may be left out. Days are UTC and both ends count. */
export const userFilter = z.object({
  search: z.string().trim().max(200).optional(),
  role: z.enum(ROLES as ['admin', 'issuer', 'investor']).optional(),
  is_verified: z.boolean().optional(),
  created_from: day.optional(),
  created_to: day.optional(),
})
export type UserFilter = z.input<typeof userFilter>

const DAY_MS = 86_400_000

/** The condition for a filter, but for its search: names are sealed, see matching.ts. */
export function usersWhere(filter: z.output<typeof userFilter>): SQL | undefined {
  const to = filter.created_to && new Date(filter.created_to)
  // A plain day means until its last moment.
  const before = to && (filter.created_to!.length === 10 ? new Date(to.getTime() + DAY_MS) : new Date(to.getTime() + 1))
  return and(
    filter.role ? eq(users.role, filter.role) : undefined,
    filter.is_verified === undefined ? undefined : eq(users.is_verified, filter.is_verified),
    filter.created_from ? gte(users.created_at, new Date(filter.created_from)) : undefined,
    before ? lt(users.created_at, before) : undefined,
  )
}
