import { and, eq, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { selfExclusions, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { walletAddress } from '../fields.ts'
import { decodeCursor, newestFirst, olderThan, type Page, pageOf, pageQuery, placeOf } from '../pagination.ts'
import { requirePermission } from '../permissions.ts'
import { findWallet } from '../wallets/find.ts'
import { presentExclusion, type WireExclusion } from './present.ts'

export const listExclusionsQuery = z.strictObject({
  ...pageQuery,
  wallet_address: walletAddress.optional(),
  status: z.enum(['active', 'ended']).optional(),
})

/** The exclusions recorded by the caller's organisation, newest first; of a wallet, all of its person's. */
export async function listExclusions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof listExclusionsQuery>
}): Promise<{ success: true } & Page<WireExclusion>> {
  requirePermission(ctx, 'exclusions.read')
  const after = decodeCursor(ctx, 'self_exclusions', input.cursor)
  const rows = await ctx.db
    .select()
    .from(selfExclusions)
    .where(
      inScope(
        selfExclusions,
        ctx,
        and(
          eq(selfExclusions.source, 'organization'),
          input.wallet_address && (await ofWallet(ctx, input.wallet_address.canonical)),
          input.status && eq(selfExclusions.status, input.status),
          olderThan(selfExclusions, after),
        ),
      ),
    )
    .orderBy(...newestFirst(selfExclusions))
    .limit(input.limit + 1)
  return { success: true, ...pageOf(ctx, 'self_exclusions', rows, input.limit, presentExclusion, placeOf) }
}

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
export async function getExclusion({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<{ success: true } & WireExclusion> {
  requirePermission(ctx, 'exclusions.read')
  const row = await findScoped(ctx.db, selfExclusions, ctx, input.id)
  if (row?.source !== 'organization') throw notFound()
  return { success: true, ...presentExclusion(row) }
}

/** What the signed-in person excluded themselves from, the longest first. `ctx` is a personal one. */
export async function listOwnExclusions({ ctx }: { ctx: Ctx }): Promise<{ data: WireExclusion[] }> {
  requirePermission(ctx, 'account.read')
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
}
