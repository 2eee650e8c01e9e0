import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { isHiddenFrom } from '#core/access/second-person/scope.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { getTransaction } from '#core/markets/transactions/get.ts'
import { transactionAnswer } from '#core/markets/transactions/present.ts'
import { refuseTransaction } from '#core/markets/transactions/release.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { cases, transactions } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { decideCase, decideCaseInput } from './decide.ts'

const { reason_code, note, document_sha256 } = decideCaseInput.shape
const decideTransactionInput = byId('Transaction id, txn_…').extend({
  outcome: z.enum(['approve', 'deny']),
  reason_code,
  note,
  document_sha256,
})

/** A transaction after a person's word on it, with the case that held it. */
const decidedTransaction = transactionAnswer.extend({
  case: z.object({ id: z.string(), status: z.enum(['open', 'assigned', 'awaiting_info', 'awaiting_second', 'decided']) }).nullable(),
})
type Decided = z.input<typeof decidedTransaction>

/**
 * Approves or denies a transaction under review: the word of one person on its case. Denying ends it. Approving takes two
 * different people; after the second it is decided again by the rules, so nothing passes that they deny. Throws
 * `invalid_transition` when it is not under review, `conflict` when it lacks facts only the caller can bring,
 * `second_person_required`.
 */
export const decideTransaction = defineVerb({
  name: 'transactions.decide',
  permission: 'cases.decide',
  input: decideTransactionInput,
  output: decidedTransaction,
  run: async ({ ctx, input }) => {
    const { id, outcome, ...word } = input
    const row = await findScoped(ctx.db, transactions, ctx, id)
    if (!row) throw notFound()
    if (row.status !== 'review')
      throw new AppError('invalid_transition', `The transaction is ${row.status}, so nothing is held for a person.`)
    const [held] = await ctx.db
      .select({ id: cases.id })
      .from(cases)
      .where(inScope(cases, ctx, and(eq(cases.subject_id, id), eq(cases.kind, 'transaction_review'), ne(cases.status, 'decided'))))
      .limit(1)
    if (held) {
      // The movement itself is no secret from who made it, and that a person looks at it stands in its status.
      if (await isHiddenFrom(ctx, held.id))
        throw new AppError('second_person_required', 'You are a party to this transaction. Somebody else of your organisation decides it.')
      const decided = await decideCase({ ctx, input: { id: held.id, outcome: outcome === 'approve' ? 'release' : 'refuse', ...word } })
      return answer(ctx, id, { id: held.id, status: decided.status })
    }
    const { decision } = await getTransaction.run({ ctx, input: { id } })
    if (outcome === 'approve')
      throw new AppError('conflict', 'Facts are missing, not somebody’s word. Check the transaction again with what is named in missing.', {
        extra: { missing: decision.missing },
      })
    // Nobody waits for it, so no case is closed.
    await write(ctx, async (tx) => {
      const { audit, events } = await refuseTransaction(tx, ctx, id)
      const [first] = audit
      if (!first) throw new AppError('invalid_transition', 'The transaction is not under review any more.')
      return { result: null, audit: { ...first, details: { ...first.details, ...word } }, events }
    })
    return answer(ctx, id, null)
  },
})

async function answer(ctx: Ctx, id: string, held: Decided['case']): Promise<Decided> {
  const { timeline: _, events: __, ...view } = await readBack(ctx, id)
  return { ...view, case: held }
}

/** Who may decide may see what became of it, whatever else the key may read. */
const readBack = (ctx: Ctx, id: string) =>
  getTransaction.run({ ctx: { ...ctx, actor: { type: 'system', id: ctx.actor.id } }, input: { id } })
