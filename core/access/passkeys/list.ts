import { desc, eq } from 'drizzle-orm'
import { definePageVerb } from '#core/record/verb.ts'
import { passkey } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'

export interface PasskeyView {
  id: string
  name: string
  /** Whether it lives in an account that several devices share. */
  synced: boolean
  created_at: string | null
  last_used_at: string | null
}

export const presentPasskey = (row: typeof passkey.$inferSelect): PasskeyView => ({
  id: row.id,
  name: row.name ?? 'Passkey',
  synced: row.backedUp,
  created_at: row.createdAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
})

/** The signed-in person's passkeys, newest first. */
export const listPasskeys = definePageVerb({
  name: 'passkeys.list',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<{ data: PasskeyView[] }> => {
    const user = await ownUser(ctx)
    const rows = await ctx.db.select().from(passkey).where(eq(passkey.userId, user.auth_id)).orderBy(desc(passkey.createdAt))
    return { data: rows.map(presentPasskey) }
  },
})
