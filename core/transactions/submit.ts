import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { decisions, transactions } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { presentDecision } from '../decisions/present.ts'
import { readResult } from '../decisions/result.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { requirePermission } from '../permissions.ts'
import { lockOffering } from '../sandbox/fixtures.ts'
import { write } from '../transaction.ts'
import { createTransactionInput, eventsOf, sentState } from './create.ts'
import { moveUnits } from './move-units.ts'
import { presentTransaction, type TransactionView } from './present.ts'
import { RESTRICTIONS } from './restrictions.ts'

export const submitTransactionInput = z.strictObject({
  transaction_hash: createTransactionInput.shape.transaction_hash.unwrap().meta({ description: 'Of the transfer as it was sent' }),
})

/**
 * Records that an approved transaction was sent, under its hash. In production a configured chain has to confirm it before it is
 * settled; then, else at once, units of an offering move to their new holder. Throws `invalid_transition` when it is not approved
 * any more, as after ten minutes, `duplicate_transaction_hash`, and `conflict` when the sender no longer holds the units.
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
    await refuseKnownHash(tx, ctx, input)
    const status = sentState(ctx, input.transaction_hash)!
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
