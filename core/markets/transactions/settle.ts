import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import {
  AT_ONCE,
  BATCH,
  COMPARED,
  type Compared,
  type Ending,
  expectedOf,
  FAILURES,
  lookUp,
  whatEnded,
} from '#core/chain/transactions/chain.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { eachOf } from '#core/kernel/each-of.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { openCase } from '#core/record/cases/open.ts'
import { type AskedChain, askedChains } from '#core/record/chain-receipts.ts'
import { write } from '#core/record/transaction.ts'
import { settleMints } from '#core/securities/tokens/settle.ts'
import { lockOffering } from '#core/sources/fixtures.ts'
import { offerings, transactions } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { moveUnits } from './move-units.ts'
import { amountOf } from './present.ts'
import { rollBackReorgs } from './reorg.ts'

type Row = typeof transactions.$inferSelect

/**
 * Asks the configured chains what became of transactions and mints reported as sent: confirmed ones settle and their units move,
 * reverted and lost ones fail, and what was settled in a block that left its chain waits again. A chain that does not answer
 * changes nothing. Returns how many changed.
 */
export async function settleSubmitted(services: Services): Promise<number> {
  const chains = askedChains(services)
  let changed = 0
  // What left its chain goes back before anything settles on top of it.
  await eachOf([rollBackReorgs, settleTransfers, settleMints], 1, async (step) => {
    changed += await step(services, chains)
  })
  return changed
}

async function settleTransfers(services: Services, chains: readonly AskedChain[]): Promise<number> {
  const ended: { ctx: Ctx; row: Row; ending: Ending }[] = []
  /** One that cannot be looked at holds up no other. */
  let failure: unknown = null
  for (let after = ''; ; ) {
    const rows = await services.connection.db
      .select({ row: transactions, offering: { chain: offerings.chain, token: offerings.token_address } })
      .from(transactions)
      .leftJoin(
        offerings,
        and(
          eq(offerings.id, transactions.offering_id),
          eq(offerings.organization_id, transactions.organization_id),
          eq(offerings.environment, transactions.environment),
        ),
      )
      // A sandbox has no chain: what waits there waits for a person.
      .where(
        and(
          gt(transactions.id, after),
          eq(transactions.status, 'submitted'),
          eq(transactions.environment, 'production'),
          isNotNull(transactions.transaction_hash),
        ),
      )
      .orderBy(asc(transactions.id))
      .limit(BATCH)
    await eachOf(rows, AT_ONCE, async ({ row, offering }) => {
      const ctx = systemCtx(services, {
        id: 'chain',
        organizationId: row.organization_id,
        environment: row.environment as Environment,
      })
      const found = await lookUp(services, chains, row.transaction_hash!, expectedOf(row, offering))
      const ending = whatEnded(found, ctx.now - row.updated_at.getTime())
      if (ending) ended.push({ ctx, row, ending })
    }).catch((error: unknown) => {
      failure ??= error
    })
    if (rows.length < BATCH) break
    after = rows.at(-1)!.row.id
  }
  // In the order of the chain: what somebody received in one may be what they sent in the next.
  ended.sort((a, b) => a.ending.place - b.ending.place)
  await eachOf(ended, 1, ({ ctx, row, ending }) => end(ctx, row, ending))
  if (failure) throw failure
  return ended.length
}

const confirmedAs = (compared: readonly Compared[]): string => {
  const not = COMPARED.filter((what) => !compared.includes(what))
  return not.length ? `The chain confirmed it; it cannot tell whether this is the ${not.join(' and ')}.` : 'The chain confirmed it.'
}

/** Settles a transaction, or fails it. `conflict`: why its units cannot move any more. */
async function end(ctx: Ctx, found: Row, ending: Ending, conflict?: string): Promise<void> {
  try {
    await write(ctx, async (tx) => {
      const offering = found.offering_id ? await lockOffering(tx, ctx, found.offering_id) : null
      const row = await lockScoped(tx, transactions, ctx, found.id)
      if (row?.status !== 'submitted') throw new AppError('invalid_transition', 'It ended in the meantime.')
      // Units that left in the meantime cannot move twice: what the chain did is looked at by a person.
      const opened = conflict
        ? await openCase(tx, ctx, {
            kind: 'unmoved_transfer',
            subject: { type: 'transaction', id: row.id },
            decisionId: row.decision_id,
            priority: 90,
            summary: 'The chain confirmed a transfer whose units cannot move here',
            details: { market: row.market, reason: conflict },
          })
        : null
      const reason = conflict ?? (ending.failed && FAILURES[ending.failed])
      if (offering && !reason) await moveUnits(tx, ctx, row)
      const status = reason ? 'failed' : 'settled'
      const at = new Date(ctx.now)
      await tx
        .update(transactions)
        .set({
          status,
          settled_block: reason ? null : ending.block,
          timeline: [
            ...row.timeline,
            {
              at: at.toISOString(),
              status,
              actor: 'system',
              detail: reason ?? confirmedAs(ending.compared),
              ...(!reason && { compared: ending.compared }),
            },
          ],
          updated_at: at,
        })
        .where(inScope(transactions, ctx, eq(transactions.id, row.id)))
      const { id, market, type, transaction_hash } = row
      return {
        result: null,
        audit: {
          action: `transaction_${status}`,
          category: 'payment',
          subject: { type: 'transaction', id },
          details: { transaction_hash, ...(reason && { reason }) },
        },
        events: [
          {
            type: `transaction.${status}`,
            resource: { type: 'transaction', id },
            object: { id, market, type, status, ...amountOf(row), transaction_hash },
            previous: { status: row.status },
          },
          ...(opened?.events ?? []),
        ],
      }
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return end(ctx, found, ending, error.message)
    if (!(error instanceof AppError && error.code === 'invalid_transition')) throw error
  }
}
