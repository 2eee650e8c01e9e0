import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { factHistory, historyQuery, ISSUER, wordsOn } from '#core/record/facts/history.ts'
import { defineVerb } from '#core/record/verb.ts'
import { homeOf } from '#core/sources/fixtures.ts'
import { investments, offerings } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

/** Every word of the caller's organisation on itself as an issuer, the newest first; at most 100. */
export const readIssuerHistory = defineVerb({
  name: 'issuer.fact_history',
  permission: 'offerings.read',
  input: historyQuery,
  output: factHistory,
  run: ({ ctx, input }) => wordsOn(ctx.db, ctx, ISSUER, input.fact),
})

/** The same on the facts of one offering. Throws `not_found`. */
export const readOfferingHistory = defineVerb({
  name: 'offerings.fact_history',
  permission: 'offerings.read',
  input: byId('Offering id, off_…').extend(historyQuery.shape),
  output: factHistory,
  run: async ({ ctx: caller, input: { id, fact } }) => {
    const ctx = await homeOf(caller, id)
    if (!(await findScoped(ctx.db, offerings, ctx, id))) throw notFound()
    return wordsOn(ctx.db, ctx, { object: 'offering', id }, fact)
  },
})

/** The same on what was said of one sale. Throws `not_found`. */
export const readInvestmentHistory = defineVerb({
  name: 'investments.fact_history',
  permission: 'investments.read',
  input: byId('Investment id, ivs_…').extend(historyQuery.shape),
  output: factHistory,
  run: async ({ ctx, input: { id, fact } }) => {
    if (!(await findScoped(ctx.db, investments, ctx, id))) throw notFound()
    return wordsOn(ctx.db, ctx, { object: 'investment', id }, fact)
  },
})
