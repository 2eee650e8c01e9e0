import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { awaitsChain, chainOf, lookUp, type OnChain } from '#core/chain/transactions/chain.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { queryInteger } from '#core/kernel/query-fields.ts'
import { waitForChange } from '#core/kernel/wait-for.ts'
import { askedChains, chainsOf } from '#core/record/chain-receipts.ts'
import { presentDecision } from '#core/record/decisions/present.ts'
import { eventsFor } from '#core/record/event-log/hidden.ts'
import { defineVerb } from '#core/record/verb.ts'
import { homeOf } from '#core/sources/fixtures.ts'
import { decisions, events, offerings, transactions } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { transactionsFor } from './for-reader.ts'
import { presentTransaction, transactionAnswer } from './present.ts'
import { RESTRICTIONS } from './restrictions.ts'

/** One transaction with its timeline and events. `wait` holds the answer until its status changes. */
export const getTransaction = defineVerb({
  name: 'transactions.get',
  permission: 'transactions.read',
  input: byId('Transaction id, txn_…').extend(
    z.strictObject({ wait: queryInteger(1, 25).optional().meta({ description: 'Seconds to wait for a change' }) }).shape,
  ),
  output: transactionAnswer.extend({
    timeline: z.array(z.looseObject({})),
    events: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  }),
  run: async ({ ctx: caller, input }) => {
    const ctx = await homeOf(caller, input.id)
    const current = await waitForChange(
      async () => {
        const row = await findScoped(ctx.db, transactions, ctx, input.id)
        if (!row) throw notFound()
        return row
      },
      (row) => row.status,
      input.wait,
    )
    const decision = await findScoped(ctx.db, decisions, ctx, current.decision_id)
    const happened = await ctx.db
      .select()
      .from(events)
      .where(inScope(events, ctx, eq(events.resource_id, current.id)))
      .orderBy(desc(events.position))
      .limit(50)
    const [shown] = await transactionsFor(ctx, [{ row: current, decision: decision! }])
    const { row, result } = shown!
    const view = presentTransaction(
      ctx,
      row,
      presentDecision(decision!, result, {
        ...{ publicUrl: ctx.services.config.publicUrl, receipt: null },
        said: row.facts_stated ?? {},
      }),
      RESTRICTIONS[row.restriction_code] ?? '',
      await onChain(ctx, current, current.offering_id ? await findScoped(ctx.db, offerings, ctx, current.offering_id) : null),
    )
    return { ...view, timeline: row.timeline, events: await eventsFor(ctx, happened) }
  },
})

/** How long an answer of a chain is told again, ms. */
const FRESH_MS = 5_000
const REMEMBERED = 1_000
const asked = new Map<string, { at: number; answer: Promise<OnChain | null> }>()

/** Where it stands on its chain, when that can be asked: of one transaction every few seconds. The sandbox has no chain. */
function onChain(
  ctx: Ctx,
  row: typeof transactions.$inferSelect,
  offering: { chain: string | null } | null,
): Promise<OnChain | null> | null {
  const hash = row.transaction_hash
  const chain = chainOf(row.asset, offering)
  if (!hash || !awaitsChain(ctx, hash, chain)) return null
  const known = asked.get(row.id)
  if (known && performance.now() - known.at < FRESH_MS) return known.answer
  const answer = lookUp(ctx.services, chainsOf(askedChains(ctx.services), chain), hash, null).then(
    (found) => (typeof found === 'string' ? null : found.onChain),
    (error: Error) => {
      ctx.services.log.warn({ transaction: row.id, error: error.message }, 'a chain could not be read')
      return null
    },
  )
  asked.delete(row.id)
  asked.set(row.id, { at: performance.now(), answer })
  if (asked.size > REMEMBERED) asked.delete(asked.keys().next().value!)
  return answer
}
