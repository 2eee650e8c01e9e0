import { desc, eq } from 'drizzle-orm'
import { definePageVerb } from '#core/record/verb.ts'
import { signInWallets } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'

export interface SignInWallet {
  id: string
  address: string
  family: string
  proof: string
  created_at: string
  last_used_at: string | null
}

export const presentWallet = (row: typeof signInWallets.$inferSelect): SignInWallet => ({
  id: row.id,
  address: row.address,
  family: row.family,
  proof: row.proof,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
})

/** The wallets the person may sign in with. */
export const listSignInWallets = definePageVerb({
  name: 'sign_in_wallets.list',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<{ data: SignInWallet[] }> => {
    const user = await ownUser(ctx)
    const rows = await ctx.db
      .select()
      .from(signInWallets)
      .where(eq(signInWallets.userId, user.auth_id))
      .orderBy(desc(signInWallets.createdAt))
    return { data: rows.map(presentWallet) }
  },
})
