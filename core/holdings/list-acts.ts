import { and, eq, isNull, or } from 'drizzle-orm'
import { z } from 'zod'
import { holdingActs } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { walletAddress } from '../fields.ts'
import { decodeCursor, newestFirst, olderThan, type Page, pageOf, pageQuery, placeOf } from '../pagination.ts'
import { requirePermission } from '../permissions.ts'
import { ACT_KINDS, ACT_STATUSES, presentAct, type WireAct } from './acts.ts'

export const listActsQuery = z.strictObject({
  ...pageQuery,
  offering_id: z.string().max(100).optional(),
  wallet_address: walletAddress.optional().meta({ description: 'What was done to this wallet, or gave it units' }),
  kind: z.enum(ACT_KINDS).optional(),
  status: z.enum(ACT_STATUSES).optional(),
})

/** What was asked for and done to holdings, newest first. With an offering also the moves of wallets, which concern all. */
export async function listHoldingActs({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof listActsQuery>
}): Promise<{ success: true } & Page<WireAct>> {
  requirePermission(ctx, 'holdings.read')
  const after = decodeCursor(ctx, 'holding_acts', input.cursor)
  const address = input.wallet_address?.canonical
  const rows = await ctx.db
    .select()
    .from(holdingActs)
    .where(
      inScope(
        holdingActs,
        ctx,
        and(
          olderThan(holdingActs, after),
          input.offering_id ? or(eq(holdingActs.offering_id, input.offering_id), isNull(holdingActs.offering_id)) : undefined,
          address ? or(eq(holdingActs.wallet_address, address), eq(holdingActs.to_address, address)) : undefined,
          input.kind ? eq(holdingActs.kind, input.kind) : undefined,
          input.status ? eq(holdingActs.status, input.status) : undefined,
        ),
      ),
    )
    .orderBy(...newestFirst(holdingActs))
    .limit(input.limit + 1)
  return { success: true, ...pageOf(ctx, 'holding_acts', rows, input.limit, presentAct, placeOf) }
}

/** One act with who asked, who approved and what came of it. */
export async function getHoldingAct({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<{ success: true } & WireAct> {
  requirePermission(ctx, 'holdings.read')
  const row = await findScoped(ctx.db, holdingActs, ctx, input.id)
  if (!row) throw notFound()
  return { success: true, ...presentAct(row) }
}
