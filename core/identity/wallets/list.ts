import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { listVerb } from '#core/record/list-verb.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { walletFields } from './get.ts'

/** The tenant's wallets, newest first; credential and screening change by the day and are read one by one. */
export const listWallets = listVerb({
  name: 'wallets.list',
  permission: 'wallets.read',
  table: wallets,
  list: 'wallets',
  filters: {
    verification_status: z.enum(['basic', 'enhanced', 'pending', 'rejected', 'none']).optional(),
    status: z.enum(['active', 'unlinked', 'superseded']).optional(),
    control: z.enum(['proven', 'asserted']).optional(),
  },
  item: z.object(walletFields),
  wanted: ({ input }) =>
    and(
      input.verification_status ? eq(wallets.verification_status, input.verification_status) : undefined,
      input.status ? eq(wallets.status, input.status) : undefined,
      input.control ? eq(wallets.control, input.control) : undefined,
    ),
  present: async ({ ctx }, rows) => {
    const next = rows.flatMap((row) => row.superseded_by ?? [])
    const successors = next.length
      ? await ctx.db
          .select({ id: wallets.id, address: wallets.address })
          .from(wallets)
          .where(inScope(wallets, ctx, inArray(wallets.id, next)))
      : []
    const addressOf = new Map(successors.map((one) => [one.id, one.address]))
    return rows.map((row) => ({
      object: 'wallet' as const,
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
    }))
  },
})
