import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { chainOf, refuseHash } from '#core/chain/transactions/chain.ts'
import { marketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { approvedOutcome, heldBy } from '#core/record/decisions/approved.ts'
import { presentDecision } from '#core/record/decisions/present.ts'
import { readResult } from '#core/record/decisions/result.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { lockCaps } from '#core/securities/holdings/of-record.ts'
import { lockOffering } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { decisions, transactions } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { readCall } from './call.ts'
import { createTransactionInput, judgeTransaction, openReview, sentState } from './create.ts'
import { eventsOf } from './events.ts'
import { moveUnits } from './move-units.ts'
import { screenNamed } from './named-parties.ts'
import { presentTransaction, type TransactionView, transactionAnswer } from './present.ts'
import { inputOf } from './release.ts'
import { RESTRICTIONS } from './restrictions.ts'

const submitTransactionInput = z.strictObject({
  transaction_hash: createTransactionInput.shape.transaction_hash.unwrap().meta({ description: 'Of the transfer as it was sent' }),
})

/**
 * Records that an approved transaction was sent, under its hash. In production a configured chain has to confirm it before it is
 * settled; then, else at once, units of an offering move to their new holder. Throws `invalid_transition` when it is not approved
 * any more, as after ten minutes, `duplicate_transaction_hash`, and `conflict` when the sender no longer holds the units. Answers
 * `denied`, or `review`, when the facts changed since the approval, so that it would not be given any more.
 */
export const submitTransaction = defineVerb({
  name: 'transactions.submit',
  permission: 'transactions.write',
  input: byId('Transaction id, txn_…').extend(submitTransactionInput.shape),
  output: transactionAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const found = await findScoped(tx, transactions, ctx, input.id)
      if (!found) throw notFound()
      // The issuer's caps and the offering first, as everywhere, so that two acts never wait for each other.
      if (found.offering_id) await lockCaps(tx, ctx)
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
      const again = await loseApproval(tx, ctx, row)
      if (again && 'result' in again) return again
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
            {
              at: at.toISOString(),
              status,
              actor: ctx.actor.type,
              detail: status === 'submitted' ? 'Sent; waits for the chain.' : 'Sent.',
            },
          ],
          updated_at: at,
        })
        .where(inScope(transactions, ctx, eq(transactions.id, row.id)))
        .returning()
      const decision = await findScoped(tx, decisions, ctx, row.decision_id)
      const judged = presentDecision(decision!, await readResult(tx, decision!), {
        publicUrl: ctx.services.config.publicUrl,
        receipt: null,
        said: row.facts_stated ?? {},
      })
      const view = presentTransaction(ctx, stored!, judged, RESTRICTIONS[row.restriction_code] ?? '', null)
      return {
        result: view,
        audit: [
          {
            action: 'transaction_submitted',
            category: 'payment',
            subject: { type: 'transaction', id: row.id },
            details: { transaction_hash: input.transaction_hash, status },
          },
          ...(again ? [again.audit] : []),
        ],
        events: sentEvents(view, input.transaction_hash),
      }
    })
  },
})

const RANK: Record<string, number> = { not_applicable: 0, pass: 0, review: 1, fail: 2 }

/**
 * Ends the approval when the facts changed for the worse since it was given: denied, or held where a person has to look. A transfer of
 * units is decided anew in full, but for what two people let go then; of a payment, whether a party was listed or lost its credential.
 * While all stands as it did, at most the log's entry of the decision made to see it.
 */
async function loseApproval(
  tx: Tx,
  ctx: Ctx,
  row: typeof transactions.$inferSelect,
): Promise<Written<TransactionView> | { audit: AuditInput } | null> {
  const asked = await inputOf(tx, ctx, row)
  const call = readCall(asked)
  if (!row.offering_id) {
    const [from, to] = [call.from && (await marketSubject(tx, ctx, call.from)), call.to && (await marketSubject(tx, ctx, call.to))]
    await screenNamed(tx, ctx, { input: asked, from, to })
    const doubtful = (side: typeof from) =>
      side !== null && (side.screened.status !== 'clear' || (side.credential !== null && side.state !== 'active'))
    if (!doubtful(from) && !doubtful(to)) return null
  }
  const { from, to, decided, restriction } = await judgeTransaction(tx, ctx, {
    id: row.id,
    input: asked,
    call,
    again: row.facts_stated ?? {},
    askedAt: row.created_at,
  })
  if (row.offering_id) {
    const { codes } = await heldBy(tx, ctx, row.decision_id)
    if (approvedOutcome(ctx, decided, codes) === 'allow') return { audit: decided.audit }
  } else {
    const before = (row.checks ?? {}) as Record<string, string>
    const worse = (['sanctions', 'identity'] as const).some((check) => RANK[restriction.checks[check]!]! > (RANK[before[check]!] ?? 0))
    if (!worse || decided.outcome === 'allow') return { audit: decided.audit }
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
  const view = presentTransaction(ctx, stored!, decided.decision, restriction.message, null)
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
