import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { approvedOutcome } from '#core/record/decisions/approved.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { refusedAfter, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { investments, offerings } from '#db/schema.ts'
import { inScope, lockName, lockScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { Facts } from '#engine/facts.ts'
import { dropHeldChange, refuseWhileHeld } from './change-case.ts'
import type { OfferingRow } from './facts.ts'
import { openFacts } from './open-facts.ts'
import { offeringAnswer, presentOffering } from './present.ts'
import { liftedApart } from './stand-apart.ts'

const changeStatusInput = z.strictObject({
  id: z.string().max(100),
  to: z.enum(['open', 'paused', 'closed']),
})

/** What may follow what (rulebook, life of an offering). */
const FOLLOWS: Record<string, string[]> = { draft: ['open'], open: ['paused', 'closed'], paused: ['open', 'closed'] }

/**
 * Opens, pauses or closes an offering. Opening, first or again, is decided by every rule of an opening and refused unless all
 * allow, and while no change of it waits for a person. Closing needs that nothing waits; opening a closed one again takes two people (`reopenOffering`). Throws `invalid_transition`, `compliance_denied`, `conflict`.
 */
export const changeOfferingStatus = defineVerb({
  name: 'offerings.change_status',
  permission: 'offerings.write',
  input: changeStatusInput.extend(byId('Offering id, off_…').shape),
  output: offeringAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, offerings, ctx, input.id)
      if (!row) throw notFound()
      if (row.fixed) throw new AppError('invalid_transition', 'This offering belongs to the sandbox and stays as it is.')
      if (!FOLLOWS[row.status]?.includes(input.to))
        throw new AppError('invalid_transition', `An offering that is ${row.status.replace('_', ' ')} cannot become ${input.to}.`)
      let audit: AuditInput = {
        action: `offering_${input.to}`,
        category: 'investment',
        subject: { type: 'offering', id: row.id },
        details: { from: row.status, to: input.to },
      }
      if (input.to === 'open') {
        await refuseWhileHeld(tx, ctx, row.id)
        // Of two that open at once the second sees the first.
        await lockName(tx, ctx, 'offerings-opened')
        const facts = await openFacts(tx, ctx, row, { draft: false })
        const decided = await recordDecision(tx, ctx, {
          facts,
          market: 'securities',
          subject: { type: 'offering', id: row.id },
          category: 'investment',
        })
        const lifted = mayOpen(ctx, row, facts, decided)
        if (lifted instanceof AppError) return refusedAfter(decided, lifted)
        audit = {
          ...decided.audit,
          action: 'offering_open',
          details: { ...decided.audit.details, ...lifted, from: row.status, to: 'open' },
        }
      }
      if (input.to === 'closed') {
        const [waiting] = await tx
          .select({ count: sql<string>`count(*)` })
          .from(investments)
          .where(inScope(investments, ctx, and(eq(investments.offering_id, row.id), eq(investments.status, 'pending'))))
        if (waiting!.count !== '0')
          throw new AppError('conflict', `${waiting!.count} investments still wait. Approve or decline them before closing.`)
      }
      const [stored] = await tx
        .update(offerings)
        .set({ status: input.to, ...(input.to === 'closed' && { closed_at: new Date(ctx.now) }), updated_at: new Date(ctx.now) })
        .where(inScope(offerings, ctx, eq(offerings.id, row.id)))
        .returning()
      const dropped = input.to === 'closed' ? await dropHeldChange(tx, ctx, row.id) : []
      const view = presentOffering(stored!)
      const type = ({ open: 'offering.opened', paused: 'offering.paused', closed: 'offering.closed' } as const)[input.to]
      return {
        result: view,
        audit: { ...audit, standing: [`offering:${row.id}`] },
        events: [
          {
            type,
            resource: { type: 'offering', id: row.id },
            object: view as unknown as Record<string, Json>,
            previous: { status: row.status },
          },
          ...dropped,
        ],
      }
    })
  },
})

/**
 * `compliance_denied` with the decision unless every rule of an opening allows it, or what asks for people was answered by two: then by
 * which case, for the log.
 */
export function mayOpen(
  ctx: Ctx,
  row: OfferingRow,
  facts: Facts,
  decided: Awaited<ReturnType<typeof recordDecision>>,
): { lifted_by_case?: string } | AppError {
  if (decided.outcome === 'allow') return {}
  if (approvedOutcome(ctx, decided, liftedApart(row, facts)) !== 'allow')
    return new AppError('compliance_denied', reasons(decided.engine.rules), { extra: { decision: decided.decision as unknown as Json } })
  return { lifted_by_case: row.integration_apart!.case_id }
}

const reasons = (rules: readonly { result: string; message: string | null; part_of: string | null }[]) =>
  `The offering cannot open yet. ${rules
    .filter((rule) => ['fail', 'review', 'needs_info'].includes(rule.result) && rule.part_of === null && rule.message)
    .map((rule) => rule.message)
    .join(' ')}`
