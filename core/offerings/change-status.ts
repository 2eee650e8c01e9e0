import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { investments, offerings } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { AuditInput } from '../audit/append.ts'
import type { Ctx } from '../context.ts'
import { recordDecision } from '../decisions/decide.ts'
import { AppError, notFound } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { openFacts } from './open-facts.ts'
import { type OfferingView, presentOffering } from './present.ts'

export const changeStatusInput = z.strictObject({
  id: z.string().max(100),
  to: z.enum(['open', 'paused', 'closed']),
})

/** What may follow what (rulebook, life of an offering). */
const FOLLOWS: Record<string, string[]> = { draft: ['open'], open: ['paused', 'closed'], paused: ['open', 'closed'] }

/**
 * Opens, pauses or closes an offering. Opening, first or again, is decided by every rule of an opening and refused unless all
 * allow. Closing needs that nothing waits; opening a closed one again takes two people (`reopenOffering`). Throws `invalid_transition`, `compliance_denied`, `conflict`.
 */
export async function changeOfferingStatus({ ctx, input }: { ctx: Ctx; input: z.output<typeof changeStatusInput> }): Promise<OfferingView> {
  requirePermission(ctx, 'offerings.write')
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
      const decided = await recordDecision(tx, ctx, {
        facts: await openFacts(tx, ctx, row, { draft: false }),
        market: 'securities',
        subject: { type: 'offering', id: row.id },
        category: 'investment',
      })
      refuseUnopenable(decided)
      audit = { ...decided.audit, action: 'offering_open', details: { ...decided.audit.details, from: row.status, to: 'open' } }
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
    const view = presentOffering(stored!)
    const type = ({ open: 'offering.opened', paused: 'offering.paused', closed: 'offering.closed' } as const)[input.to]
    return {
      result: view,
      audit,
      events: [
        {
          type,
          resource: { type: 'offering', id: row.id },
          object: view as unknown as Record<string, Json>,
          previous: { status: row.status },
        },
      ],
    }
  })
}

/** Throws `compliance_denied` with the decision unless every rule of an opening allows it. */
export function refuseUnopenable(decided: Awaited<ReturnType<typeof recordDecision>>): void {
  if (decided.outcome !== 'allow')
    throw new AppError('compliance_denied', reasons(decided.engine.rules), { extra: { decision: decided.decision as unknown as Json } })
}

const reasons = (rules: readonly { result: string; message: string | null; part_of: string | null }[]) =>
  `The offering cannot open yet. ${rules
    .filter((rule) => ['fail', 'review', 'needs_info'].includes(rule.result) && rule.part_of === null && rule.message)
    .map((rule) => rule.message)
    .join(' ')}`
