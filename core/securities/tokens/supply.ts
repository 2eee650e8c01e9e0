import type { Ctx } from '#core/kernel/context.ts'
import { homeOf } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { type issuances, offerings } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

/** The units of an offering: all there may be, those issued, and those left. */
export interface Supply {
  total: string
  issued: string
  remaining: string
}

export const supplyWith = (total: string, issued: string | bigint): Supply => ({
  total,
  issued: String(issued),
  remaining: String(BigInt(total) - BigInt(issued)),
})

/** What the offering of an issuance has as of now. */
export async function supplyOf(tx: Tx, ctx: Ctx, row: Pick<typeof issuances.$inferSelect, 'offering_id'>): Promise<Supply> {
  const offering = await findScoped(tx, offerings, await homeOf(ctx, row.offering_id), row.offering_id)
  return supplyWith(offering!.total_supply, offering!.tokens_issued)
}
