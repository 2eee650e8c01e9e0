import { count, desc } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { users } from '#db/schema.ts'
import { userFilter, usersWhere } from './filter.ts'
import { matchingIds, readUsers } from './matching.ts'
import { presentUser, type UserRow } from './present.ts'

export interface UserPage {
  data: UserRow[]
  total: number
  page: number
  per_page: number
  pages: number
}

/** Users of every organisation, newest first, in pages of ten, with their number. For admins. */
export const searchUsers = definePageVerb({
  name: 'users.search',
  permission: 'users.read',
  admin: true,
  input: userFilter.extend({
    page: z.number().int().min(1).max(1_000_000).default(1),
    per_page: z.number().int().min(1).max(1_000).default(10),
  }),
  run: async ({ ctx, input: { page, per_page, ...filter } }): Promise<UserPage> => {
    const { ids, total } = await found(ctx, filter, (page - 1) * per_page, per_page)
    const rows = await readUsers(ctx, ids)
    return { data: rows.map(presentUser), total, page, per_page, pages: Math.max(1, Math.ceil(total / per_page)) }
  },
})

async function found(
  ctx: Ctx,
  filter: z.output<typeof userFilter>,
  offset: number,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  if (filter.search) {
    const all = await matchingIds(ctx, filter)
    return { ids: all.slice(offset, offset + limit), total: all.length }
  }
  const where = usersWhere(filter)
  const [[counted], rows] = await Promise.all([
    ctx.db.select({ n: count() }).from(users).where(where),
    ctx.db.select({ id: users.id }).from(users).where(where).orderBy(desc(users.created_at), desc(users.id)).limit(limit).offset(offset),
  ])
  return { ids: rows.map(({ id }) => id), total: counted?.n ?? 0 }
}
