import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { AT_ONCE, BATCH, type Ending, type Expected, lookUp, NOBODY, whatEnded } from '#core/chain/transactions/chain.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { eachOf } from '#core/kernel/each-of.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import type { AskedChain } from '#core/record/chain-receipts.ts'
import { write } from '#core/record/transaction.ts'
import { issuances, offerings } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { confirmedFromNow } from '../token-state/minted.ts'
import { mintEvent } from './confirm.ts'
import { failMint } from './fail-mint.ts'
import { supplyOf } from './supply.ts'

/** Asks the chains what became of mints reported as sent: confirmed ones are, reverted and lost ones fail. Returns how many ended. */
export async function settleMints(services: Services, chains: readonly AskedChain[]): Promise<number> {
  let ended = 0
  /** One that cannot be looked at holds up no other. */
  let failure: unknown = null
  for (let after = ''; ; ) {
    const rows = await services.connection.db
      .select({ row: issuances, token: offerings.token_address })
      .from(issuances)
      .leftJoin(offerings, and(eq(offerings.id, issuances.offering_id), eq(offerings.organization_id, issuances.organization_id)))
      .where(and(gt(issuances.id, after), eq(issuances.status, 'submitted'), isNotNull(issuances.transaction_hash)))
      .orderBy(asc(issuances.id))
      .limit(BATCH)
    await eachOf(rows, AT_ONCE, async ({ row, token }) => {
      const ctx = systemCtx(services, { id: 'chain', organizationId: row.organization_id, environment: row.environment as Environment })
      const expected: Expected = {
        chain: row.chain,
        token,
        tokenId: null,
        from: NOBODY,
        to: row.wallet_address,
        amount: row.quantity,
        currency: null,
      }
      const found = await lookUp(services, chains, row.transaction_hash!, expected)
      const end = whatEnded(found, ctx.now - row.updated_at.getTime())
      if (end && (await endMint(ctx, row.id, end))) ended++
    }).catch((error: unknown) => {
      failure ??= error
    })
    if (rows.length < BATCH) break
    after = rows.at(-1)!.row.id
  }
  if (failure) throw failure
  return ended
}

/** Confirms a mint, or fails it. False when it ended in the meantime. */
async function endMint(ctx: Ctx, id: string, ending: Ending): Promise<boolean> {
  try {
    await write(ctx, async (tx) => {
      if (ending.failed) {
        const failed = await failMint(tx, ctx, id, ending.failed)
        if (!failed) throw new AppError('invalid_transition', 'It ended in the meantime.')
        return { result: null, ...failed }
      }
      const row = await lockScoped(tx, issuances, ctx, id)
      if (row?.status !== 'submitted') throw new AppError('invalid_transition', 'It ended in the meantime.')
      await tx
        .update(issuances)
        .set({ status: 'confirmed', confirmed_during: confirmedFromNow(ctx), settled_block: ending.block, updated_at: new Date(ctx.now) })
        .where(inScope(issuances, ctx, eq(issuances.id, id)))
      return {
        result: null,
        audit: {
          action: 'token_issuance_confirmed',
          category: 'investment',
          subject: { type: 'issuance', id },
          details: { transaction_hash: row.transaction_hash, status: 'confirmed' },
        },
        events: [mintEvent(row, await supplyOf(tx, ctx, row), 'confirmed', row.transaction_hash)],
      }
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_transition') return false
    throw error
  }
}
