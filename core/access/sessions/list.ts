import { and, desc, eq, gt } from 'drizzle-orm'
import { openOrNull } from '#core/kernel/sealed.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { session } from '#db/schema.ts'
import { deviceOf } from '../accounts/device.ts'
import { sessionContext } from '../accounts/open-session.ts'
import { ownUser } from '../accounts/own-user.ts'

export interface SessionView {
  id: string
  device: string
  ip: string | null
  method: string
  created_at: string
  last_used_at: string
  current: boolean
}

/** Where the person is signed in, this session first, then by last use. */
export const listSessions = definePageVerb({
  name: 'sessions.list',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<{ data: SessionView[] }> => {
    const user = await ownUser(ctx)
    const rows = await ctx.db
      .select()
      .from(session)
      .where(and(eq(session.userId, user.auth_id), gt(session.expiresAt, new Date())))
      .orderBy(desc(session.updatedAt))
      .limit(200)
    const own = ctx.actor.type === 'user' ? ctx.actor.sessionId : null
    const open = (value: (typeof rows)[number]['ipAddress']) => openOrNull(ctx.db, ctx.services, sessionContext(user.auth_id), value)
    const data = await Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        device: deviceOf(await open(row.userAgent)),
        ip: (await open(row.ipAddress)) || null,
        method: row.method,
        created_at: row.createdAt.toISOString(),
        last_used_at: (row.lastUsedAt ?? row.updatedAt).toISOString(),
        current: row.id === own,
      })),
    )
    return { data: data.sort((a, b) => Number(b.current) - Number(a.current) || b.last_used_at.localeCompare(a.last_used_at)) }
  },
})
