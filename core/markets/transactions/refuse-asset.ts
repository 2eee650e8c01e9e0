import { eq, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import type { OfferingRow } from '#core/securities/offerings/facts.ts'
import { offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { CreateTransactionInput } from './create.ts'

/** Units of an offering move as its own token: another one's transfer proves nothing of them. */
export function refuseOtherAsset(asset: NonNullable<CreateTransactionInput['asset']>, offering: OfferingRow): void {
  const { chain, token_address: token } = offering
  const other = (chain && asset.chain !== chain) || (token && asset.contract.canonical !== token) || asset.token_id !== undefined
  if (other)
    throw invalidField('/asset', 'conflicting_fields', 'These are units of an offering, which names its own token. Leave asset out.')
}

/** The contract of an offering moves units of it, whatever else they are called: they are judged as securities. */
export async function refuseUnits(ctx: Ctx, { chain, contract }: NonNullable<CreateTransactionInput['asset']>): Promise<void> {
  const [own] = await ctx.db
    .select({ id: offerings.id })
    .from(offerings)
    .where(
      inScope(
        offerings,
        ctx,
        eq(sql`lower(${offerings.token_address})`, contract.canonical.toLowerCase()),
        or(isNull(offerings.chain), eq(offerings.chain, chain)),
      ),
    )
    .limit(1)
  if (own)
    throw invalidField(
      '/asset/contract',
      'conflicting_fields',
      `This contract is the token of your offering ${own.id}: send offering_id and quantity instead of asset.`,
    )
}
