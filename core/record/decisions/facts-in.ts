import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { SealError } from '#credentials/seal.ts'
import type { decisions } from '#db/schema.ts'
import type { Facts } from '#engine/facts.ts'
import { openFacts } from './facts.ts'

/** What a decision was made from; nothing where that was erased or altered. */
export async function factsIn(ctx: Pick<Ctx, 'db' | 'services'>, row: typeof decisions.$inferSelect): Promise<Facts | undefined> {
  try {
    return await openFacts(ctx, row)
  } catch (error) {
    if (error instanceof Erased || error instanceof SealError) return undefined
    throw error
  }
}
