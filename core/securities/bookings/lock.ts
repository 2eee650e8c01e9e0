import type { Ctx } from '#core/kernel/context.ts'
import { lockOffering } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { investments } from '#db/schema.ts'
import { findScoped, lockScoped } from '#db/scoped.ts'
import { lockCaps } from '../holdings/of-record.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import type { InvestmentRow } from './present.ts'

/** An investment with its offering, both locked: the issuer's caps and the offering first, as everywhere, so that two acts never wait for each other. */
export async function lockInvestment(tx: Tx, ctx: Ctx, id: string): Promise<{ row: InvestmentRow; offering: OfferingRow } | null> {
  await lockCaps(tx, ctx)
  const found = await findScoped(tx, investments, ctx, id)
  const offering = found && (await lockOffering(tx, ctx, found.offering_id))
  const row = found && (await lockScoped(tx, investments, ctx, id))
  return row && offering ? { row, offering } : null
}
