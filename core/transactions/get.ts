import { desc, eq } from 'drizzle-orm'
import { decisions, events, offerings, transactions } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { askedChains, chainsOf } from '../chain-receipts.ts'
import type { Ctx } from '../context.ts'
import { presentDecision } from '../decisions/present.ts'
import { readResult } from '../decisions/result.ts'
import { notFound } from '../errors.ts'
import { presentEvent } from '../event-log/present.ts'
import { requirePermission } from '../permissions.ts'
import { homeOf } from '../sandbox/fixtures.ts'
import { waitForChange } from '../wait-for.ts'
import { awaitsChain, chainOf, lookUp, type OnChain } from './chain.ts'
import { presentTransaction } from './present.ts'
import { RESTRICTIONS } from './restrictions.ts'

/** One transaction with its timeline and events. `wait` holds the answer until its status changes. */
export async function getTransaction({ ctx: caller, input }: { ctx: Ctx; input: { id: string; wait?: number | undefined } }) {
  requirePermission(caller, 'transactions.read')
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
  const view = presentTransaction(
    current,
    presentDecision(decision!, await readResult(ctx.db, decision!), { publicUrl: ctx.services.config.publicUrl, receipt: null }),
    RESTRICTIONS[current.restriction_code] ?? '',
    await onChain(ctx, current, current.offering_id ? await findScoped(ctx.db, offerings, ctx, current.offering_id) : null),
  )
  return { ...view, timeline: current.timeline, events: happened.map((row) => presentEvent(row, ctx.actor)) }
}

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
