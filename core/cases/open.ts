import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import type { EventInput } from '../events.ts'
import { newId } from '../ids.ts'

const DEADLINE_MS = 24 * 3_600_000

/**
 * Opens a case in the review queue, within the transaction of what it is about. While a case of this kind about this
 * subject is open, that one is used. Returns the events for the caller to hand to `write`.
 */
export async function openCase(
  tx: Tx,
  ctx: Ctx,
  input: {
    kind: string
    subject: { type: string; id: string }
    decisionId?: string | null
    /** Higher comes first. */
    priority?: number
    /** Without personal data. */
    summary: string
    details?: Record<string, unknown>
    deadlineMs?: number
  },
): Promise<{ id: string; opened: boolean; events: EventInput[] }> {
  const [known] = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.subject_id, input.subject.id), eq(cases.kind, input.kind), ne(cases.status, 'decided'))))
    .limit(1)
  if (known) return { id: known.id, opened: false, events: [] }
  const id = newId('case', ctx.now)
  const deadline = new Date(ctx.now + (input.deadlineMs ?? DEADLINE_MS))
  await tx.insert(cases).values({
    id,
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    kind: input.kind,
    subject_type: input.subject.type,
    subject_id: input.subject.id,
    decision_id: input.decisionId ?? null,
    priority: input.priority ?? 0,
    summary: input.summary,
    details: input.details ?? {},
    deadline,
    created_at: new Date(ctx.now),
  })
  return {
    id,
    opened: true,
    events: [
      {
        type: 'case.opened',
        resource: { type: 'case', id },
        object: { case: { id, kind: input.kind, subject: input.subject, deadline: deadline.toISOString(), outcome: null } },
      },
    ],
  }
}
