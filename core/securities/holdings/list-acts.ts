import { and, eq, isNull, or } from 'drizzle-orm'
import { z } from 'zod'
import { ACT_KINDS, ACT_STATUSES, holdingActAnswer, presentAct } from '#core/identity/acts/acts.ts'
import { listOf } from '#core/kernel/answers.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId, walletAddress } from '#core/kernel/fields.ts'
import { decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { defineVerb } from '#core/record/verb.ts'
import { holdingActs } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'

const listActsQuery = z.strictObject({
  ...pageQuery,
  offering_id: z.string().max(100).optional(),
  wallet_address: walletAddress.optional().meta({ description: 'What was done to this wallet, or gave it units' }),
  kind: z.enum(ACT_KINDS).optional(),
  status: z.enum(ACT_STATUSES).optional(),
})

/** What was asked for and done to holdings, newest first. With an offering also the moves of wallets, which concern all. */
export const listHoldingActs = defineVerb({
  name: 'holdings.acts_list',
  permission: 'holdings.read',
  input: listActsQuery,
  output: listOf(holdingActAnswer),
  run: async ({ ctx, input }) => {
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
    return { success: true as const, ...pageOf(ctx, 'holding_acts', rows, input.limit, presentAct, placeOf) }
  },
})

/** One act with who asked, who approved and what came of it. */
export const getHoldingAct = defineVerb({
  name: 'holdings.acts_get',
  permission: 'holdings.read',
  input: byId('Id of the act, hac_…'),
  output: holdingActAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, holdingActs, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...presentAct(row) }
  },
})
