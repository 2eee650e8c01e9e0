import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import { createdBetween, createdQuery, decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { defineVerb } from '#core/record/verb.ts'
import { issuances, offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { ISSUANCE_STATUSES, issuanceAnswer, presentIssuance } from './present.ts'

const listIssuancesQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(ISSUANCE_STATUSES).optional(),
  offering_id: z.string().max(100).optional(),
  investor_id: z.string().max(100).optional(),
  wallet_address: walletAddress.optional(),
  ...createdQuery,
})

/** The tenant's issuances, newest first. */
export const listIssuances = defineVerb({
  name: 'tokens.list',
  permission: 'tokens.issue',
  input: listIssuancesQuery,
  output: listOf(issuanceAnswer),
  run: async ({ ctx, input }) => {
    const rows = await ctx.db
      .select({ row: issuances, offering: offerings })
      .from(issuances)
      .innerJoin(
        offerings,
        and(
          eq(offerings.id, issuances.offering_id),
          eq(offerings.organization_id, issuances.organization_id),
          eq(offerings.environment, issuances.environment),
        ),
      )
      .where(
        inScope(
          issuances,
          ctx,
          and(
            input.status ? eq(issuances.status, input.status) : undefined,
            input.offering_id ? eq(issuances.offering_id, input.offering_id) : undefined,
            input.investor_id ? eq(issuances.investor_id, input.investor_id) : undefined,
            input.wallet_address ? eq(issuances.wallet_address, input.wallet_address.canonical) : undefined,
            ...createdBetween(issuances, input),
            olderThan(issuances, decodeCursor(ctx, 'issuances', input.cursor)),
          ),
        ),
      )
      .orderBy(...newestFirst(issuances))
      .limit(input.limit + 1)
    return {
      success: true as const,
      ...pageOf(
        ctx,
        'issuances',
        rows,
        input.limit,
        ({ row, offering }) => presentIssuance(ctx, row, offering),
        ({ row }) => placeOf(row),
      ),
    }
  },
})
