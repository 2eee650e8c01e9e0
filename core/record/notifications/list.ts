import { and, count, desc, eq, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { openOrNull } from '#core/kernel/sealed.ts'
import { notifications } from '#db/schema.ts'
import { definePageVerb } from '../verb.ts'
import { noticeContext } from './notify.ts'

export interface NotificationView {
  id: string
  title: string
  body: string
  href: string | null
  read: boolean
  created_at: string
}

/** What the signed-in person was told, newest first, and how much of it is unread. `before` is the last id of the page above. */
export const listNotifications = definePageVerb({
  name: 'notifications.list',
  permission: 'account.read',
  input: z.strictObject({ limit: z.number().int(), before: z.string().optional() }),
  run: async ({ ctx, input }): Promise<{ data: NotificationView[]; unread: number; has_more: boolean }> => {
    const own = eq(notifications.user_id, ctx.actor.id)
    const limit = Math.min(100, Math.max(1, input.limit))
    const [rows, [unread]] = await Promise.all([
      ctx.db
        .select()
        .from(notifications)
        .where(and(own, input.before ? lt(notifications.id, input.before) : undefined))
        .orderBy(desc(notifications.id))
        .limit(limit + 1),
      ctx.db
        .select({ n: count() })
        .from(notifications)
        .where(and(own, isNull(notifications.read_at))),
    ])
    return {
      data: await Promise.all(rows.slice(0, limit).map((row) => openNotice(ctx, row))),
      unread: unread!.n,
      has_more: rows.length > limit,
    }
  },
})

/** A notice with its words opened. */
export async function openNotice({ db, services }: Ctx, row: typeof notifications.$inferSelect): Promise<NotificationView> {
  const open = async (text: typeof row.title) => (await openOrNull(db, services, noticeContext(row.id), text)) ?? ''
  return {
    id: row.id,
    title: await open(row.title),
    body: await open(row.body),
    href: row.href,
    read: row.read_at !== null,
    created_at: row.created_at.toISOString(),
  }
}
