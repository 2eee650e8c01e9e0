import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { decisions, transactions } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { approvedOutcome, heldBy } from '../decisions/approved.ts'
import { presentDecision } from '../decisions/present.ts'
import { readResult } from '../decisions/result.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { requirePermission } from '../permissions.ts'
import { lockOffering } from '../sandbox/fixtures.ts'
import { type Written, write } from '../transaction.ts'
import { marketSubject } from '../wallets/market-subject.ts'
import { chainOf, refuseHash } from './chain.ts'
import { createTransactionInput, eventsOf, judgeTransaction, openReview, readCall, sentState } from './create.ts'
import { moveUnits } from './move-units.ts'
import { presentTransaction, type TransactionView } from './present.ts'
import { inputOf } from './release.ts'
import { RESTRICTIONS } from './restrictions.ts'

export const submitTransactionInput = z.strictObject({
  transaction_hash: createTransactionInput.shape.transaction_hash.unwrap().meta({ description: 'Of the transfer as it was sent' }),
})

/**
 * Records that an approved transaction was sent, under its hash. In production a configured chain has to confirm it before it is
 * settled; then, else at once, units of an offering move to their new holder. Throws `invalid_transition` when it is not approved
 * any more, as after ten minutes, `duplicate_transaction_hash`, and `conflict` when the sender no longer holds the units. Answers
 * `denied`, or `review`, when the facts changed since the approval, so that it would not be given any more.
 */
export async function submitTransaction({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string } & z.output<typeof submitTransactionInput>
}): Promise<TransactionView> {
  requirePermission(ctx, 'transactions.write')
  return write(ctx, async (tx) => {
    const found = await findScoped(tx, transactions, ctx, input.id)
    if (!found) throw notFound()
    // The offering first, as everywhere, so that two acts never wait for each other.
    const offering = found.offering_id ? await lockOffering(tx, ctx, found.offering_id) : null
    const row = await lockScoped(tx, transactions, ctx, input.id)
    if (!row) throw notFound()
    const late = row.status === 'approved' && row.deadline !== null && row.deadline.getTime() <= ctx.now
    if (row.status !== 'approved' || late)
      throw new AppError(
        'invalid_transition',
        late || row.status === 'expired'
          ? 'The approval has expired. Check the transfer again; one already sent is recorded by POST /v1/transactions with its hash.'
          : `The transaction is ${row.status}, so it cannot be reported as sent.`,
      )
    const chain = chainOf(row.asset, offering)
    refuseHash(input.transaction_hash, chain, row.from_address ?? row.to_address)
    await refuseKnownHash(tx, ctx, input)
    const lost = await loseApproval(tx, ctx, row)
    if (lost) return lost
    const status = sentState(ctx, input.transaction_hash, chain)!
    if (offering && status === 'settled') await moveUnits(tx, ctx, row)
    const at = new Date(ctx.now)
    const [stored] = await tx
      .update(transactions)
      .set({
        status,
        transaction_hash: input.transaction_hash,
        deadline: null,
        timeline: [
          ...row.timeline,
          { at: at.toISOString(), status, actor: ctx.actor.type, detail: status === 'submitted' ? 'Sent; waits for the chain.' : 'Sent.' },
        ],
        updated_at: at,
      })
      .where(inScope(transactions, ctx, eq(transactions.id, row.id)))
      .returning()
    const decision = await findScoped(tx, decisions, ctx, row.decision_id)
    const judged = presentDecision(decision!, await readResult(tx, decision!), { publicUrl: ctx.services.config.publicUrl, receipt: null })
    const view = presentTransaction(stored!, judged, RESTRICTIONS[row.restriction_code] ?? '', null)
    return {
      result: view,
      audit: {
        action: 'transaction_submitted',
        category: 'payment',
        subject: { type: 'transaction', id: row.id },
        details: { transaction_hash: input.transaction_hash, status },
      },
      events: sentEvents(view, input.transaction_hash),
    }
  })
}

const RANK: Record<string, number> = { not_applicable: 0, pass: 0, review: 1, fail: 2 }

/**
 * Ends the approval when the facts changed for the worse since it was given: denied, or held where a person has to look. A transfer of
 * units is decided anew in full, but for what two people let go then; of a payment, whether a party was listed or lost its credential.
 * Null while all stands as it did.
 */
async function loseApproval(tx: Tx, ctx: Ctx, row: typeof transactions.$inferSelect): Promise<Written<TransactionView> | null> {
  const asked = await inputOf(tx, ctx, row)
  const call = readCall(asked)
  if (!row.offering_id) {
    let doubtful = false
    for (const address of [call.from, call.to]) {
      const side = address && (await marketSubject(tx, ctx, address))
      doubtful ||= side !== null && (side.screened.status !== 'clear' || (side.credential !== null && side.state !== 'active'))
    }
    if (!doubtful) return null
  }
  const { from, to, decided, restriction } = await judgeTransaction(tx, ctx, { id: row.id, input: asked, call })
  if (row.offering_id) {
    const { codes } = await heldBy(tx, ctx, row.decision_id)
    if (approvedOutcome(ctx, decided, codes) === 'allow') return null
  } else {
    const before = (row.checks ?? {}) as Record<string, string>
    const worse = (['sanctions', 'identity'] as const).some((check) => RANK[restriction.checks[check]!]! > (RANK[before[check]!] ?? 0))
    if (!worse || decided.outcome === 'allow') return null
  }
  const status = decided.outcome === 'deny' ? 'denied' : 'review'
  const at = new Date(ctx.now)
  const detail = `The facts changed after the approval. ${restriction.message} One that was sent all the same is recorded by POST /v1/transactions with its hash.`
  const [stored] = await tx
    .update(transactions)
    .set({
      status,
      restriction_code: restriction.code,
      checks: restriction.checks,
      decision_id: decided.decision.id,
      deadline: null,
      authorization: null,
      timeline: [...row.timeline, { at: at.toISOString(), status, actor: 'system', detail }],
      updated_at: at,
    })
    .where(inScope(transactions, ctx, eq(transactions.id, row.id)))
    .returning()
  const view = presentTransaction(stored!, decided.decision, restriction.message, null)
  const opened = status === 'review' ? await openReview(tx, ctx, { view, decided, sides: [from, to] }) : null
  const [main] = eventsOf(view) as [EventInput]
  return {
    result: view,
    audit: { ...decided.audit, details: { ...decided.audit.details, transaction_id: row.id, status, facts_changed: true } },
    events: [{ ...main, previous: { status: 'approved' } }, ...(opened?.events ?? [])],
  }
}

/** That it was sent, and that it is settled when no chain has to be waited for. */
function sentEvents(view: TransactionView, hash: string): EventInput[] {
  const [main] = eventsOf(view) as [EventInput]
  const object = { ...main.object, transaction_hash: hash }
  const sent: EventInput = {
    ...main,
    type: 'transaction.submitted',
    object: { ...object, status: 'submitted' },
    previous: { status: 'approved' },
  }
  return view.status === 'submitted' ? [sent] : [sent, { ...main, object, previous: { status: 'submitted' } }]
}

async function refuseKnownHash(tx: Tx, ctx: Ctx, input: { id: string; transaction_hash: string }): Promise<void> {
  const [known] = await tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(inScope(transactions, ctx, and(eq(transactions.transaction_hash, input.transaction_hash), ne(transactions.id, input.id))))
    .limit(1)
  if (known) throw new AppError('duplicate_transaction_hash', 'This transaction is already recorded.', { extra: { existing_id: known.id } })
}
