import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { OfferingRow } from '../offerings/facts.ts'

export const TOKEN_STATES = ['unlinked', 'linked', 'active', 'paused', 'deactivated'] as const
export type TokenState = (typeof TOKEN_STATES)[number]

/** Supply, sales and lots count whole units, whatever decimals the contract of a token has. */
export const WHOLE_UNITS = true

/** How the token of an offering stands (rulebook, D7): linked once its contract is proven, active once the offering has begun. */
export function tokenState(row: Pick<OfferingRow, 'status' | 'token_link' | 'token_pause' | 'token_end'>): TokenState {
  if (row.token_end) return 'deactivated'
  if (!row.token_link) return 'unlinked'
  if (!['open', 'paused', 'closed'].includes(row.status)) return 'linked'
  return row.token_pause ? 'paused' : 'active'
}

/** What the rules of transfers and issuances read of a token. The sandbox has no chain, so there a token counts without proof. */
export async function tokenFacts(
  db: Queryable,
  ctx: Ctx,
  row: OfferingRow,
): Promise<{ offering_id: string; linked_offering_ids: string[]; state: TokenState }> {
  const state = tokenState(row)
  if (!ctx.world.chain.real)
    return {
      offering_id: row.id,
      linked_offering_ids: [row.id],
      state: row.token_end ? 'deactivated' : row.token_pause ? 'paused' : 'active',
    }
  return { offering_id: row.id, linked_offering_ids: row.token_link ? await linkedTo(db, ctx, row.chain, row.token_address) : [], state }
}

/** The tenant's offerings whose contract this is, by proof. */
export async function linkedTo(db: Queryable, ctx: Ctx, chain: string | null, token: string | null): Promise<string[]> {
  if (!chain || !token) return []
  const rows = await db
    .select({ id: offerings.id, link: offerings.token_link })
    .from(offerings)
    .where(inScope(offerings, ctx, and(eq(offerings.chain, chain), eq(offerings.token_address, token), isNull(offerings.token_end))))
  return rows.filter((one) => one.link).map((one) => one.id)
}
