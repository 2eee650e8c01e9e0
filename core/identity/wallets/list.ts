import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { createdBetween, createdQuery, decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { defineVerb } from '#core/record/verb.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { walletFields } from './get.ts'

const listWalletsQuery = z.strictObject({
  ...pageQuery,
  verification_status: z.enum(['basic', 'enhanced', 'pending', 'rejected', 'none']).optional(),
  status: z.enum(['active', 'unlinked', 'superseded']).optional(),
  control: z.enum(['proven', 'asserted']).optional(),
  ...createdQuery,
})

const listedWallet = z.object(walletFields)

/** The tenant's wallets, newest first; credential and screening change by the day and are read one by one. */
export const listWallets = defineVerb({
  name: 'wallets.list',
  permission: 'wallets.read',
  input: listWalletsQuery,
  output: listOf(listedWallet),
  run: async ({ ctx, input }) => {
    const rows = await ctx.db
      .select()
      .from(wallets)
      .where(
        inScope(
          wallets,
          ctx,
          input.verification_status ? eq(wallets.verification_status, input.verification_status) : undefined,
          input.status ? eq(wallets.status, input.status) : undefined,
          input.control ? eq(wallets.control, input.control) : undefined,
          ...createdBetween(wallets, input),
          olderThan(wallets, decodeCursor(ctx, 'wallets', input.cursor)),
        ),
      )
      .orderBy(...newestFirst(wallets))
      .limit(input.limit + 1)
    const next = rows.flatMap((row) => row.superseded_by ?? [])
    const successors = next.length
      ? await ctx.db
          .select({ id: wallets.id, address: wallets.address })
          .from(wallets)
          .where(inScope(wallets, ctx, inArray(wallets.id, next)))
      : []
    const addressOf = new Map(successors.map((one) => [one.id, one.address]))
    const present = (row: typeof wallets.$inferSelect): z.input<typeof listedWallet> => ({
      object: 'wallet',
      wallet_id: row.id,
      wallet_address: row.address,
      verification_status: row.verification_status,
      verified_at: row.verified_at?.toISOString() ?? null,
      control: row.control,
      control_method: row.control_method,
      status: row.status,
      superseded_by: (row.superseded_by && addressOf.get(row.superseded_by)) ?? null,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    })
    return { success: true as const, ...pageOf(ctx, 'wallets', rows, input.limit, present, placeOf) }
  },
})
