import { asc, eq } from 'drizzle-orm'
import { freezesOn, isWhollyFrozen } from '#core/identity/acts/freezes.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { presentDecision } from '#core/record/decisions/present.ts'
import { readResult } from '#core/record/decisions/result.ts'
import { defineVerb } from '#core/record/verb.ts'
import { decisions, issuances, lots, offerings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { buildMint, mintOf } from '../token-state/unsigned.ts'
import { presentWhole, wholeIssuanceAnswer } from './present.ts'

/** One issuance: what became of it, and while its mint waits to be reported, what there is to sign and until when. */
export const getIssuance = defineVerb({
  name: 'tokens.get',
  permission: 'tokens.issue',
  input: byId('Issuance id, iss_…'),
  output: wholeIssuanceAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, issuances, ctx, input.id)
    const offering = row && (await findScoped(ctx.db, offerings, ctx, row.offering_id))
    if (!row || !offering) throw notFound()
    const decision = await findScoped(ctx.db, decisions, ctx, row.decision_id)
    if (!decision) throw notFound()
    const [lot] = await ctx.db
      .select()
      .from(lots)
      .where(inScope(lots, ctx, eq(lots.issuance_id, row.id)))
      .orderBy(asc(lots.created_at), asc(lots.id))
      .limit(1)
    const view = presentWhole(ctx, row, offering, {
      lockup: lot?.lockup_until ?? null,
      decision: presentDecision(decision, await readResult(ctx.db, decision), { publicUrl: ctx.services.config.publicUrl, receipt: null }),
    })
    if (row.status !== 'authorized' || row.chain !== 'solana') return view
    const holder = { personId: lot?.person_id ?? 'none', walletAddress: row.wallet_address }
    const frozen = isWhollyFrozen(await freezesOn(ctx.db, ctx, offering.id, [holder]), holder)
    return { ...view, ...(await buildMint({ ...mintOf(ctx, row, offering), thaw: !frozen })) }
  },
})
