import { asc, count, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { openUsers } from '#core/kernel/people.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { roleRequests, users } from '#db/schema.ts'
import { presentWithUser, type RoleRequestWithUser } from './present.ts'

/** Requests for a role with whom they are from: waiting ones oldest first, others newest first. For admins. */
export const listRoleRequests = definePageVerb({
  name: 'role_requests.list',
  permission: 'users.read',
  admin: true,
  input: z.object({
    status: z.enum(['pending', 'approved', 'declined']).optional(),
    page: z.number().int().min(1).default(1),
    per_page: z.number().int().min(1).max(100).default(10),
  }),
  run: async ({
    ctx,
    input: { status, page, per_page },
  }): Promise<{ data: RoleRequestWithUser[]; total: number; page: number; per_page: number; pages: number }> => {
    const where = status ? eq(roleRequests.status, status) : undefined
    const [counted] = await ctx.db.select({ n: count() }).from(roleRequests).where(where)
    const rows = await ctx.db
      .select({ request: roleRequests, user: users })
      .from(roleRequests)
      .innerJoin(users, eq(users.id, roleRequests.user_id))
      .where(where)
      .orderBy(status === 'pending' ? asc(roleRequests.created_at) : desc(roleRequests.created_at), asc(roleRequests.id))
      .limit(per_page)
      .offset((page - 1) * per_page)
    const people = await openUsers(
      ctx.db,
      ctx.services,
      rows.map((row) => row.user),
    )
    const total = counted?.n ?? 0
    return {
      data: await Promise.all(rows.map((row, i) => presentWithUser(ctx, row.request, people[i]!))),
      total,
      page,
      per_page,
      pages: Math.max(1, Math.ceil(total / per_page)),
    }
  },
})
