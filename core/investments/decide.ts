import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { investments, investors, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { parseMicro } from '#engine/money.ts'
import type { AuditInput } from '../audit/append.ts'
import { closeCases } from '../cases/close.ts'
import type { Release } from '../cases/lift-matches.ts'
import type { Ctx } from '../context.ts'
import type { WireDecision } from '../decisions/present.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { bookInvestment, checkCapacity, createInvestmentInput, feeOf, investmentEvents, isNewHolder, judgeInvestment } from './create.ts'
import { lockInvestment } from './lock.ts'
import type { InvestmentView } from './present.ts'
import { readInvestment } from './read.ts'

export const decideInvestmentInput = z.strictObject({
  id: z.string().max(100),
  outcome: z.enum(['approve', 'decline']),
  /** Why. Kept in the log, so no names. */
  note: z.string().trim().min(3, 'Say why, in at least 3 characters').max(500),
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
 * asks for a person's judgement is released by the note. Throws `conflict` with what is missing.
 */
export async function decideInvestment({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof decideInvestmentInput>
}): Promise<DecidedInvestment & { investment: InvestmentView }> {
  requirePermission(ctx, 'investments.write')
  const decided = await write<DecidedInvestment>(ctx, async (tx) => {
    const settled = await settleInvestment(tx, ctx, input)
    const closed = await closeCases(tx, ctx, {
      subjectId: input.id,
      kind: 'investment_review',
      outcome: input.outcome === 'approve' ? 'release' : 'refuse',
    })
    return { ...settled, events: [...settled.events, ...closed] }
  })
  return { ...decided, investment: await readInvestment(ctx, input.id) }
}

/** Approves or declines within a transaction. With `release`, two people also lifted possible matches and what they had seen. */
export async function settleInvestment(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof decideInvestmentInput>,
  release?: Release,
): Promise<{ result: DecidedInvestment; audit: AuditInput; events: EventInput[] }> {
  const locked = await lockInvestment(tx, ctx, input.id)
  if (!locked) throw notFound()
  const { row, offering } = locked
  if (row.status !== 'pending') throw new AppError('invalid_transition', `The investment is ${row.status} already.`)
  if (input.outcome === 'decline') return declined(tx, ctx, row, input.note)
  if (offering.status !== 'open') throw new AppError('offering_not_open', `The offering is ${offering.status}.`)

  const investor = await findScoped(tx, investors, ctx, row.investor_id)
  if (!investor) throw notFound()
  const [wallet] = investor.wallet_id
    ? await tx
        .select()
        .from(wallets)
        .where(inScope(wallets, ctx, eq(wallets.id, investor.wallet_id)))
        .limit(1)
    : []
  const amount = parseMicro(row.amount) ?? 0n
  const quantity = BigInt(row.token_quantity)
  checkCapacity(offering, amount, quantity)
  const judged = await judgeInvestment(tx, ctx, {
    offering,
    investor,
    wallet: wallet ?? null,
    amount,
    quantity,
    input: createInvestmentInput.parse({
      offering_id: offering.id,
      investor_id: investor.id,
      amount: row.amount,
      ...(row.agreement_sha256 && { agreement_sha256: row.agreement_sha256 }),
      ...(row.annual_income !== null && { annual_income: row.annual_income }),
      ...(row.net_worth !== null && { net_worth: row.net_worth }),
    }),
    ...(release && { release }),
  })
  if (judged.verdict.status === 'pending') refuseUnreleasable(judged, investor.status)
  const status = judged.verdict.status === 'rejected' ? ('rejected' as const) : ('accepted' as const)
  const firstOfPerson = await isNewHolder(tx, ctx, offering, investor)
  const fee = feeOf(offering, status === 'accepted' ? amount : 0n)
  const at = new Date(ctx.now)
  await tx
    .update(investments)
    .set({
      status,
      accredited: judged.accredited,
      fee_amount: fee.feeAmount,
      decision_id: judged.decided.decision.id,
      refusal: judged.verdict.extra,
      updated_at: at,
    })
    .where(inScope(investments, ctx, eq(investments.id, row.id)))
  if (status === 'accepted') await bookInvestment(tx, ctx, { offering, id: row.id, amount, firstOfPerson, accredited: judged.accredited })
  const view = { ...viewOf(row), status, decision: judged.decided.decision }
  return {
    result: { success: true as const, id: row.id, status, decision: judged.decided.decision },
    audit: {
      ...judged.decided.audit,
      action: 'investment_approved',
      details: { ...judged.decided.audit.details, investment_id: row.id, status, note: input.note },
    },
    events: [...judged.events, ...investmentEvents(offering, view, { ...fee, firstOfPerson, accredited: judged.accredited })],
  }
}

const viewOf = (row: typeof investments.$inferSelect) => ({
  id: row.id,
  offering_id: row.offering_id,
  investor_id: row.investor_id,
  amount: row.amount,
  token_quantity: row.token_quantity,
  currency: row.currency,
})

/** Names what no issuer may wave through. */
function refuseUnreleasable(judged: Awaited<ReturnType<typeof judgeInvestment>>, identity: string): void {
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
    .set({ status: 'rejected', refusal: 'declined_by_issuer', updated_at: new Date(ctx.now) })
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
