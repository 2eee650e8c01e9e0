import { issuances, offerings } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import { type IssuanceDetail, presentIssuance } from './present.ts'

/** One issuance: what became of it, and while its mint waits to be reported, what there is to sign and until when. */
export async function getIssuance({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<IssuanceDetail> {
  requirePermission(ctx, 'tokens.issue')
  const row = await findScoped(ctx.db, issuances, ctx, input.id)
  const offering = row && (await findScoped(ctx.db, offerings, ctx, row.offering_id))
  if (!row || !offering) throw notFound()
  return presentIssuance(ctx, row, offering)
}
