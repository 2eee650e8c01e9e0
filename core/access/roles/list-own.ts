import { desc, eq } from 'drizzle-orm'
import { definePageVerb } from '#core/record/verb.ts'
import { roleRequests } from '#db/schema.ts'
import { presentRoleRequest, type RoleRequest } from './present.ts'

/** The signed-in person's own requests, newest first. */
export const listOwnRoleRequests = definePageVerb({
  name: 'role_requests.list_own',
  permission: 'account.read',
  run: async ({ ctx }): Promise<{ data: RoleRequest[] }> => {
    const rows = await ctx.db
      .select()
      .from(roleRequests)
      .where(eq(roleRequests.user_id, ctx.actor.id))
      .orderBy(desc(roleRequests.created_at))
      .limit(20)
    return { data: await Promise.all(rows.map((row) => presentRoleRequest(ctx, row))) }
  },
})
