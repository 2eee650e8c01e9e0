import { and, eq, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { findWallet } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId, walletAddress } from '#core/kernel/fields.ts'
import { listVerb } from '#core/record/list-verb.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { selfExclusions, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { exclusionAnswer, presentExclusion, type WireExclusion } from './present.ts'

/** The exclusions recorded by the caller's organisation, newest first; of a wallet, all of its person's. */
export const listExclusions = listVerb({
  name: 'gaming.list_exclusions',
  permission: 'exclusions.read',
  table: selfExclusions,
  list: 'self_exclusions',
  filters: { wallet_address: walletAddress.optional(), status: z.enum(['active', 'ended']).optional() },
  item: exclusionAnswer,
  wanted: async ({ ctx, input }) =>
    and(
      eq(selfExclusions.source, 'organization'),
      input.wallet_address && (await ofWallet(ctx, input.wallet_address.canonical)),
      input.status && eq(selfExclusions.status, input.status),
    ),
  present: (_, rows) => rows.map(presentExclusion),
})

async function ofWallet(ctx: Ctx, canonical: string) {
  const wallet = await findWallet(ctx.db, ctx, canonical)
  if (!wallet?.person_id) return eq(selfExclusions.wallet_id, wallet?.id ?? '')
  const others = ctx.db
    .select({ id: wallets.id })
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.person_id, wallet.person_id)))
  return or(eq(selfExclusions.person_id, wallet.person_id), inArray(selfExclusions.wallet_id, others))
}

/** One of them. Throws `not_found`, also for what a holder excluded on their own. */
export const getExclusion = defineVerb({
  name: 'gaming.get_exclusion',
  permission: 'exclusions.read',
  input: byId('Self-exclusion id, exl_…'),
  output: exclusionAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, selfExclusions, ctx, input.id)
    if (row?.source !== 'organization') throw notFound()
    return { success: true as const, ...presentExclusion(row) }
  },
})

/** What the signed-in person excluded themselves from, the longest first. `ctx` is a personal one. */
export const listOwnExclusions = definePageVerb({
  name: 'exclusions.list_own',
  permission: 'account.read',
  run: async ({ ctx }): Promise<{ data: WireExclusion[] }> => {
    const mine = and(eq(selfExclusions.source, 'holder'), eq(selfExclusions.user_id, ctx.actor.id), eq(selfExclusions.status, 'active'))
    const rows = await ctx.db
      .select()
      .from(selfExclusions)
      .where(inScope(selfExclusions, ctx, mine))
      .limit(10)
    return {
      data: rows
        .filter((row) => row.ends_at.getTime() > ctx.now)
        .map(presentExclusion)
        .sort((a, b) => (a.until < b.until ? 1 : -1)),
    }
  },
})
