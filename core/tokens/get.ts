import { asc, eq } from 'drizzle-orm'
import { decisions, issuances, lots, offerings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { presentDecision } from '../decisions/present.ts'
import { readResult } from '../decisions/result.ts'
import { notFound } from '../errors.ts'
import { freezesOn, isWhollyFrozen } from '../holdings/freezes.ts'
import { requirePermission } from '../permissions.ts'
import { type IssuanceView, presentWhole } from './present.ts'
import { buildMint, mintOf } from './unsigned.ts'

/** One issuance: what became of it, and while its mint waits to be reported, what there is to sign and until when. */
export async function getIssuance({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<IssuanceView> {
  requirePermission(ctx, 'tokens.issue')
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
}
