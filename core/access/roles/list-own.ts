import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { roleRequests } from '#db/schema.ts'
import { presentRoleRequest, type RoleRequest } from './present.ts'

/** The signed-in person's own requests, newest first. */
export async function listOwnRoleRequests({ ctx }: { ctx: Ctx }): Promise<{ data: RoleRequest[] }> {
  requirePermission(ctx, 'account.read')
  const rows = await ctx.db
    .select()
    .from(roleRequests)
    .where(eq(roleRequests.user_id, ctx.actor.id))
    .orderBy(desc(roleRequests.created_at))
    .limit(20)
  return { data: await Promise.all(rows.map((row) => presentRoleRequest(ctx, row))) }
}
