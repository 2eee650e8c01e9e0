import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { offerings } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { OfferingRow } from './facts.ts'
import { presentOffering } from './present.ts'

/** A case of the review queue in which the platform records that terms were agreed for a raise that asks for them. */
export const TERMS = 'offering_terms'

/** Brings an offering that needs terms before an administrator: it waits for their word, and is found by it again. */
export async function askTerms(tx: Tx, ctx: Ctx, row: Pick<OfferingRow, 'id' | 'name'>): Promise<{ id: string; events: EventInput[] }> {
  const opened = await openCase(tx, ctx, {
    kind: TERMS,
    subject: { type: 'offering', id: row.id },
    priority: 40,
    summary: `An offering waits for commercial terms: ${row.name}`,
    details: {
      offering_id: row.id,
      asked_by: ctx.actor.id,
      ...(ctx.actor.type === 'user' && { user_id: ctx.actor.id }),
      history: [{ at: new Date(ctx.now).toISOString(), by: ctx.actor.id, what: 'asked for terms' }],
    },
  })
  return { id: opened.id, events: opened.events }
}

/**
 * The administrator's word, within the transaction that decides its case: agreed terms make the offering a draft, which its issuer opens;
 * without them it stays as it is, to be made smaller or cancelled.
 */
export async function settleTerms(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: { agreed: boolean; approver: string },
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const offering = await lockScoped(tx, offerings, ctx, row.subject_id)
  if (!offering) throw notFound()
  const at = new Date(ctx.now)
  const waits = offering.status === 'needs_contact'
  const [stored] = await tx
    .update(offerings)
    .set({
      terms_case_id: null,
      ...(word.agreed && { commercial_terms: { by: word.approver, at: at.toISOString(), case_id: row.id } }),
      ...(word.agreed && waits && { status: 'draft' }),
      updated_at: at,
    })
    .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
    .returning()
  if (!word.agreed) return { what: 'no terms', audit: [], events: [] }
  return {
    what: 'terms recorded',
    audit: [
      {
        action: 'offering_terms_recorded',
        category: 'investment',
        subject: { type: 'offering', id: offering.id },
        details: { case_id: row.id, recorded_by: word.approver },
        standing: [`offering:${offering.id}`],
      },
    ],
    events: [
      {
        type: 'offering.updated',
        resource: { type: 'offering', id: offering.id },
        object: presentOffering(stored!) as unknown as Record<string, Json>,
        previous: { status: offering.status },
      },
    ],
  }
}
