import { desc, eq } from 'drizzle-orm'
import { bestCredential, stateAt } from '#core/identity/credentials/live.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** The wallets the signed-in person connected, newest first. `ctx` is a personal one. */
export const listOwnWallets = definePageVerb({
  name: 'own.list_wallets',
  permission: 'account.read',
  run: async ({ ctx }) => {
    const rows = await ctx.db
      .select()
      .from(wallets)
      .where(inScope(wallets, ctx, eq(wallets.user_id, ctx.actor.id)))
      .orderBy(desc(wallets.created_at))
      .limit(50)
    const data = await Promise.all(
      rows.map(async (row) => {
        const credential = await bestCredential(ctx.db, ctx, row)
        return {
          id: row.id,
          address: row.address,
          control: row.control,
          proven_at: row.control_proven_at?.toISOString() ?? null,
          isKYCVerified: row.control === 'proven' && credential !== null && stateAt(credential, ctx.now) === 'active',
          credential: credential
            ? { id: credential.id, hash: credential.credential_hash, state: stateAt(credential, ctx.now), level: credential.level }
            : null,
        }
      }),
    )
    return { data }
  },
})
