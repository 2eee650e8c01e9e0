import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { notifications } from '#db/schema.ts'

/** Marks one notification, or all of them, as read. Not audited: what a person has looked at concerns nobody else. */
export async function markNotificationsRead({ ctx, input }: { ctx: Ctx; input: { id?: string | undefined } }): Promise<{ success: true }> {
  requirePermission(ctx, 'account.write')
  await ctx.db
    .update(notifications)
    .set({ read_at: new Date() })
    .where(
      and(eq(notifications.user_id, ctx.actor.id), isNull(notifications.read_at), input.id ? eq(notifications.id, input.id) : undefined),
    )
  return { success: true }
}
