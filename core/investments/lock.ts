import type { Tx } from '#db/connect.ts'
import { investments } from '#db/schema.ts'
import { findScoped, lockScoped } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { lockOffering } from '../sandbox/fixtures.ts'
import type { InvestmentRow } from './present.ts'

/** An investment with its offering, both locked: the offering first, as everywhere, so that two acts never wait for each other. */
export async function lockInvestment(tx: Tx, ctx: Ctx, id: string): Promise<{ row: InvestmentRow; offering: OfferingRow } | null> {
  const found = await findScoped(tx, investments, ctx, id)
  const offering = found && (await lockOffering(tx, ctx, found.offering_id))
  const row = found && (await lockScoped(tx, investments, ctx, id))
  return row && offering ? { row, offering } : null
}
