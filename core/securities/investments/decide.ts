import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { closeCases } from '#core/record/cases/close.ts'
import { approvedOutcome, heldBy, stillHeld } from '#core/record/decisions/approved.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { keepSaid, saidBeside, speaking } from '#core/record/facts/history.ts'
import { saleFactsField } from '#core/record/facts/stated-facts.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { answering, write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import type { Release } from '#core/screening/holds/lift-matches.ts'
import type { Tx } from '#db/connect.ts'
import { investments } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { lockInvestment } from '../bookings/lock.ts'
import { type InvestmentView, investmentAnswer, viewOf } from '../bookings/present.ts'
import { requireWaiting } from '../bookings/reserve.ts'
import { createInvestmentInput, refuseMethodOfPayment } from './create.ts'
import { enterVerdict, type JudgedAgain, judgeAgain } from './judge-again.ts'
import { readInvestment } from './read.ts'

const asked = createInvestmentInput.shape
export const decideInvestmentInput = z.strictObject({
  id: z.string().max(100),
  outcome: z.enum(['approve', 'decline']),
  /** Why. Kept in the log, so no names. */
  note: z.string().trim().min(3, 'Say why, in at least 3 characters').max(500),
  compliance_facts: saleFactsField.optional(),
  // Left out when it was recorded, they are asked for later, and nobody should have to begin anew.
  payment_method: asked.payment_method,
  payment_reference: asked.payment_reference,
  agreement_sha256: asked.agreement_sha256,
})

export interface DecidedInvestment {
  success: true
  id: string
  status: 'accepted' | 'rejected'
  decision: WireDecision | null
}

/**
 * Approves or declines an investment that waits. Approving decides it again under the facts of now; what the rules deny becomes
 * rejected, and what still lacks a fact, an identity or a cleared screening cannot be approved by the issuer. Only a rule that
 * asked for a person's judgement when it was held is released by the note. Throws `conflict` with what is missing, or came up since.
 */
export const decideInvestment = definePageVerb({
  name: 'investments.decide',
  permission: 'investments.write',
  input: decideInvestmentInput,
  run: async ({ ctx, input }): Promise<DecidedInvestment & { investment: InvestmentView }> => {
    const decided = await write<Settled>(ctx, async (tx) => {
      const settled = await settleInvestment(tx, ctx, input)
      if (settled.result.status === 'pending') return settled
      const closed = await closeCases(tx, ctx, {
        subjectId: input.id,
        kind: 'investment_review',
        outcome: input.outcome === 'approve' ? 'release' : 'refuse',
      })
      return { ...settled, events: [...settled.events, ...closed] }
    })
    const { status } = decided
    if (status === 'pending')
      throw new AppError(
        'conflict',
        'Something else holds this investment by now. Read its decision, which was made anew, and approve it again.',
        {
          extra: { decision: decided.decision as unknown as Json },
        },
      )
    return { ...decided, status, investment: await readInvestment(ctx, input.id) }
  },
})

/** As the issuer's word left it; `pending` when something came up that nobody had seen. */
type Settled = Omit<DecidedInvestment, 'status'> & { status: DecidedInvestment['status'] | 'pending' }

/** Approves or declines within a transaction. With `release`, two people also lifted possible matches and what they had seen. */
export async function settleInvestment(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof decideInvestmentInput>,
  release?: Release,
): Promise<{ result: Settled; audit: AuditInput; events: EventInput[] }> {
  const locked = await lockInvestment(tx, ctx, input.id)
  if (!locked) throw notFound()
  const { row } = locked
  if (input.outcome === 'decline' && row.status === 'pending') return declined(tx, ctx, row, input.note)
  requireWaiting(ctx, row)
  if (row.payment_failed_at)
    throw new AppError('conflict', 'The payment of this investment failed. Report it made good and it is decided again, or cancel it.')
  const judged = await judgeAgain(tx, ctx, await withWhatWasSaid(tx, ctx, locked, input), release)
  if (judged.status === 'pending') {
    refuseUnreleasable(judged)
    // Two people let go what they had before them. What came up since is not theirs to have seen.
    if (release) throw new AppError('conflict', `Something else holds this investment. ${stillHeld(judged.decided)}`)
    const { codes } = await heldBy(tx, ctx, row.decision_id)
    if (approvedOutcome(ctx, judged.decided, codes) !== 'allow') return heldAgain(tx, ctx, row, judged, input.note)
  }
  const status = judged.status === 'rejected' ? ('rejected' as const) : ('accepted' as const)
  const events = await enterVerdict(tx, ctx, locked, judged, status)
  return {
    result: { success: true as const, id: row.id, status, decision: judged.decided.decision },
    audit: {
      ...judged.decided.audit,
      action: 'investment_approved',
      details: { ...judged.decided.audit.details, investment_id: row.id, status, note: input.note },
    },
    events,
  }
}

/** The investment with what was said of it on approving, kept with it. */
async function withWhatWasSaid<T extends { row: typeof investments.$inferSelect }>(
  tx: Tx,
  ctx: Ctx,
  locked: T,
  { compliance_facts, payment_method, payment_reference, agreement_sha256 }: z.output<typeof decideInvestmentInput>,
): Promise<T> {
  await refuseMethodOfPayment(ctx, payment_method)
  const said = {
    ...(compliance_facts && {
      facts: { ...locked.row.facts, ...compliance_facts },
      facts_stated: saidBeside(locked.row.facts_stated, compliance_facts, ctx),
    }),
    ...(payment_method && { payment_method }),
    ...(payment_reference && { payment_reference }),
    ...(agreement_sha256 && { agreement_sha256 }),
  }
  if (!Object.keys(said).length) return locked
  await tx
    .update(investments)
    .set(said)
    .where(inScope(investments, ctx, eq(investments.id, locked.row.id)))
  await keepSaid(tx, ctx, { object: 'investment', id: locked.row.id }, compliance_facts ?? {}, speaking(ctx))
  return { ...locked, row: { ...locked.row, ...said } }
}

/** What came up since it was held is put before whoever approves: it waits on, under the decision of now. */
async function heldAgain(tx: Tx, ctx: Ctx, row: typeof investments.$inferSelect, { decided, events }: JudgedAgain, note: string) {
  await tx
    .update(investments)
    .set({ decision_id: decided.decision.id, updated_at: new Date(ctx.now) })
    .where(inScope(investments, ctx, eq(investments.id, row.id)))
  return {
    result: { success: true as const, id: row.id, status: 'pending' as const, decision: decided.decision },
    audit: {
      ...decided.audit,
      action: 'investment_held_again',
      details: { ...decided.audit.details, investment_id: row.id, note },
    },
    events,
  }
}

/** Names what no issuer may wave through. */
function refuseUnreleasable(judged: JudgedAgain): void {
  const identity = judged.investor.status
  if (judged.screening !== 'clear')
    throw new AppError('conflict', 'The name may be on a sanctions list. Two reviewers decide that case; the investment waits until then.')
  if (identity !== 'verified') throw new AppError('conflict', `The investor’s identity is ${identity}. Finish the verification first.`)
  const open = judged.decided.engine.rules.filter((rule) => rule.result === 'needs_info' && rule.part_of === null)
  if (open.length)
    throw new AppError('conflict', `Facts are missing: ${open.map((rule) => rule.message ?? rule.code).join(' ')}`, {
      extra: { missing: judged.decided.decision.missing },
    })
}

async function declined(tx: Tx, ctx: Ctx, row: typeof investments.$inferSelect, note: string) {
  await tx
    .update(investments)
    .set({ status: 'rejected', refusal: 'declined_by_issuer', reserved_until: null, updated_at: new Date(ctx.now) })
    .where(inScope(investments, ctx, eq(investments.id, row.id)))
  return {
    result: { success: true as const, id: row.id, status: 'rejected' as const, decision: null },
    audit: {
      action: 'investment_declined',
      category: 'investment' as const,
      subject: { type: 'investment', id: row.id },
      details: { offering_id: row.offering_id, note },
    },
    events: [
      {
        type: 'investment.rejected' as const,
        resource: { type: 'investment', id: row.id },
        object: { ...viewOf(row), status: 'rejected', market: 'securities', declined_by_issuer: true },
      },
    ],
  }
}

/** The same, answered with the investment. What holds it anew is a refusal, and that is what is kept then. */
async function decideAs(ctx: Ctx, input: z.output<typeof decideInvestmentInput>): Promise<InvestmentView> {
  const answer = (tx: Tx, { status }: Settled) => (status === 'pending' ? undefined : readInvestment(ctx, input.id, tx))
  return (await decideInvestment.run({ ctx: answering(ctx, answer), input })).investment
}

/** Approves an investment that waits, as `decideInvestment`. */
export const approveInvestment = defineVerb({
  name: 'investments.approve',
  permission: 'investments.write',
  input: byId('Investment id, ivs_…').extend(
    decideInvestmentInput.pick({
      note: true,
      compliance_facts: true,
      payment_method: true,
      payment_reference: true,
      agreement_sha256: true,
    }).shape,
  ),
  output: investmentAnswer,
  run: ({ ctx, input }) => decideAs(ctx, { ...input, outcome: 'approve' }),
})

/** Declines one, as `decideInvestment`. */
export const declineInvestment = defineVerb({
  name: 'investments.decline',
  permission: 'investments.write',
  input: byId('Investment id, ivs_…').extend(decideInvestmentInput.pick({ note: true }).shape),
  output: investmentAnswer,
  run: ({ ctx, input }) => decideAs(ctx, { ...input, outcome: 'decline' }),
})
