import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { AT_ONCE, askBlock, BATCH, type SettledBlock } from '#core/chain/transactions/chain.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { eachOf } from '#core/kernel/each-of.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { AskedChain } from '#core/record/chain-receipts.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { units } from '#core/securities/holdings/lots.ts'
import { confirmedUntilNow } from '#core/securities/token-state/minted.ts'
import { supplyOf } from '#core/securities/tokens/supply.ts'
import { lockOffering } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { issuances, lots, transactions } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { amountOf } from './present.ts'

/** A chain that names no final block is watched this long. */
const WATCH_MS = 24 * 3_600_000
const GONE = 'The block it stood in left its chain; it waits for its chain again.'

interface Watched {
  table: typeof transactions | typeof issuances
  id: string
  scope: { organizationId: string; environment: Environment }
  offering: string | null
  block: SettledBlock
  settledAt: number
}

/**
 * Looks whether the blocks that settled transfers and confirmed mints still stand on their chains. What stood in a block that left
 * goes back to `submitted`, the newest first, with its units back where they were; what can leave no more is watched no longer.
 * Returns how many went back. One that fails holds up no other offering; the first error is thrown once all were tried.
 */
export async function rollBackReorgs(services: Services, chains: readonly AskedChain[]): Promise<number> {
  if (!chains.length) return 0
  const watched = [...(await readWatched(services, transactions)), ...(await readWatched(services, issuances))]
  const asked = new Map<string, Promise<Awaited<ReturnType<typeof askBlock>>>>()
  const gone: Watched[] = []
  await eachOf(watched, AT_ONCE, async (one) => {
    const key = `${one.block.chain_id}:${one.block.number}:${one.block.hash}`
    if (!asked.has(key)) asked.set(key, askBlock(chains, one.block))
    const state = await asked.get(key)!
    if (state === 'gone') gone.push(one)
    else if (state === 'final' || (state === 'here' && Date.now() - one.settledAt > WATCH_MS)) await watchNoMore(services, one)
  })
  // What came later on the chain may rest on what came before.
  gone.sort((a, b) => Number(b.block.number) - Number(a.block.number) || (a.id < b.id ? 1 : -1))
  let back = 0
  /** Nothing goes back from under what could not: only its own offering waits for it. */
  const stuck = new Set<string>()
  await eachOf(gone, 1, async (one) => {
    const key = one.offering && `${one.scope.organizationId}|${one.scope.environment}|${one.offering}`
    if (key && stuck.has(key)) return
    if (key) stuck.add(key)
    await goBack(services, one)
    if (key) stuck.delete(key)
    back++
  })
  return back
}

async function readWatched(services: Services, table: Watched['table']): Promise<Watched[]> {
  const all: Watched[] = []
  for (let after = ''; ; ) {
    const rows = await services.connection.db
      .select({
        id: table.id,
        organization_id: table.organization_id,
        environment: table.environment,
        offering: table.offering_id,
        block: table.settled_block,
        at: table.updated_at,
      })
      .from(table)
      .where(and(gt(table.id, after), isNotNull(table.settled_block)))
      .orderBy(asc(table.id))
      .limit(BATCH)
    for (const row of rows)
      all.push({
        table,
        id: row.id,
        scope: { organizationId: row.organization_id, environment: row.environment as Environment },
        offering: row.offering,
        block: row.block!,
        settledAt: row.at.getTime(),
      })
    if (rows.length < BATCH) return all
    after = rows.at(-1)!.id
  }
}

/** Nothing that anybody sees changes, so nothing is told. */
async function watchNoMore(services: Services, { table, id, scope, block }: Watched): Promise<void> {
  await services.connection.db
    .update(table)
    .set({ settled_block: null })
    .where(inScope(table, scope, and(eq(table.id, id), sql`${table.settled_block} ->> 'hash' = ${block.hash}`)))
}

async function goBack(services: Services, one: Watched): Promise<void> {
  const ctx = systemCtx(services, { id: 'chain', ...one.scope })
  // no event: each of the two hands over its own.
  await write(ctx, (tx) => (one.table === transactions ? unsettle(tx, ctx, one) : unconfirm(tx, ctx, one)))
}

/** Another process was first, or it was settled anew since. */
const nothing = (id: string): Written<null> => ({
  result: null,
  audit: { action: 'chain_watch_idle', category: 'system', details: { id } },
})

async function unsettle(tx: Tx, ctx: Ctx, { id, block }: Watched): Promise<Written<null>> {
  const [found] = await tx
    .select({ offering: transactions.offering_id })
    .from(transactions)
    .where(inScope(transactions, ctx, eq(transactions.id, id)))
    .limit(1)
  if (found?.offering) await lockOffering(tx, ctx, found.offering)
  const row = await lockScoped(tx, transactions, ctx, id)
  if (row?.status !== 'settled' || row.settled_block?.hash !== block.hash) return nothing(id)
  const at = new Date(ctx.now)
  const whole = !row.offering_id || (await returnLots(tx, ctx, row))
  // Units that went on by an order or to another wallet since cannot simply be taken back: a person has to.
  const opened = whole
    ? null
    : await openCase(tx, ctx, {
        kind: 'reorganized_transfer',
        subject: { type: 'transaction', id },
        decisionId: row.decision_id,
        priority: 90,
        summary: 'The block of a settled transfer left its chain, and its units have moved on since',
        details: { market: row.market, block },
      })
  const status = whole ? 'submitted' : 'settled'
  const detail = whole ? GONE : 'The block it stood in left its chain, but its units have moved on since: a person looks at it.'
  await tx
    .update(transactions)
    .set({
      status,
      settled_block: null,
      timeline: [...row.timeline, { at: at.toISOString(), status, actor: 'system', detail }],
      updated_at: at,
    })
    .where(inScope(transactions, ctx, eq(transactions.id, id)))
  const { market, type, transaction_hash } = row
  return {
    result: null,
    audit: {
      action: 'transaction_reorganized',
      category: 'payment',
      subject: { type: 'transaction', id },
      details: { transaction_hash, status, block: { ...block } },
    },
    events: [
      {
        type: 'transaction.reorganized',
        resource: { type: 'transaction', id },
        object: { id, market, type, status, ...amountOf(row), transaction_hash, block: { ...block } },
        previous: { status: row.status },
      },
      ...(opened?.events ?? []),
    ],
  }
}

/**
 * Gives the units of a settled transfer back, as the lots they were before: the lots it opened are closed, and those it closed
 * opened anew with everything that dates them. False, and nothing is changed, when some of them have moved on.
 */
async function returnLots(tx: Tx, ctx: Ctx, { id, amount }: typeof transactions.$inferSelect): Promise<boolean> {
  // The same transfer may have been settled before: only its last time counts.
  const closed = await tx
    .select()
    .from(lots)
    .where(inScope(lots, ctx, eq(lots.closed_by, id)))
    .orderBy(desc(lots.closed_at), asc(lots.id))
    .for('update')
  const before = closed.filter((lot) => lot.closed_at!.getTime() === closed[0]!.closed_at!.getTime())
  const made = await tx
    .select()
    .from(lots)
    .where(inScope(lots, ctx, eq(lots.transaction_id, id)))
    .orderBy(asc(lots.id))
    .for('update')
  const opened = made.filter((lot) => !lot.closed_at)
  const taken = new Set(before.map((lot) => lot.id))
  // What was burned, or went to a wallet that nobody knew, opened no lot.
  const away = made.some((lot) => lot.tack_from && taken.has(lot.tack_from)) ? 0n : BigInt(amount.split('.')[0]!)
  if (before.length && units(before) !== units(opened) + away) return false
  const at = new Date(ctx.now)
  if (opened.length)
    await tx
      .update(lots)
      .set({ closed_at: at, closed_by: `${id}:reorganized` })
      .where(inScope(lots, ctx, and(eq(lots.transaction_id, id), isNull(lots.closed_at))))
  if (before.length)
    await tx
      .insert(lots)
      .values(before.map((lot) => ({ ...lot, id: newId('lot', ctx.now), created_at: at, closed_at: null, closed_by: null })))
  return true
}

/** A mint whose block left: its units stay reserved for it, as those of every mint that waits for its chain. */
async function unconfirm(tx: Tx, ctx: Ctx, { id, block }: Watched): Promise<Written<null>> {
  const row = await lockScoped(tx, issuances, ctx, id)
  if (row?.status !== 'confirmed' || row.settled_block?.hash !== block.hash) return nothing(id)
  await tx
    .update(issuances)
    .set({ status: 'submitted', confirmed_during: confirmedUntilNow(ctx), settled_block: null, updated_at: new Date(ctx.now) })
    .where(inScope(issuances, ctx, eq(issuances.id, id)))
  const { offering_id, wallet_address, quantity, transaction_hash } = row
  return {
    result: null,
    audit: {
      action: 'token_issuance_reorganized',
      category: 'investment',
      subject: { type: 'issuance', id },
      details: { transaction_hash, block: { ...block } },
    },
    events: [
      {
        type: 'token.issuance.reorganized',
        resource: { type: 'issuance', id },
        object: {
          id,
          offering_id,
          wallet_address,
          quantity,
          status: 'submitted',
          supply: await supplyOf(tx, ctx, row),
          transaction_hash,
          block: { ...block },
        },
        previous: { status: row.status },
      },
    ],
  }
}
