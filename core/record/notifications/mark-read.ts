import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { notifications } from '#db/schema.ts'
import { definePageVerb } from '../verb.ts'

/** Marks one notification, or all of them, as read. Not audited: what a person has looked at concerns nobody else. */
export const markNotificationsRead = definePageVerb({
  name: 'notifications.mark_read',
  permission: 'account.write',
  input: z.strictObject({ id: z.string().optional() }),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    await ctx.db
      .update(notifications)
      .set({ read_at: new Date() })
      .where(
        and(eq(notifications.user_id, ctx.actor.id), isNull(notifications.read_at), input.id ? eq(notifications.id, input.id) : undefined),
      )
    return { success: true }
  },
})
