import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { TenantNow } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { EventInput } from '../events/events.ts'

const DEADLINE_MS = 24 * 3_600_000

const holds = (details: Record<string, unknown>) => sql`${cases.details} @> ${JSON.stringify(details)}::jsonb`

/**
 * Opens a case in the review queue, within the transaction of what it is about. While a case of this kind about this
 * subject is open, that one is used. Returns the events for the caller to hand to `write`.
 */
export async function openCase(
  tx: Tx,
  ctx: TenantNow,
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
    /** What a subject that is made anew by each call is recognised by, and what else may be the subject of the same case. */
    same?: { key: string; alsoAbout?: string | null | undefined }
    /** What tells it from another of this kind about the same subject, of its details: while one that has this is open, that one is used. */
    like?: Record<string, unknown> | undefined
    /** The subject's key, when this goes on with what a bare check of the same subject began: its open case becomes this one. */
    adopts?: string
  },
): Promise<{ id: string; opened: boolean; events: EventInput[] }> {
  const { same, adopts, like } = input
  // Of several calls at once about the same thing one opens the case; the others find it.
  const lock = `case|${ctx.organizationId}|${ctx.environment}|${input.kind}|${adopts ?? same?.key.split(':')[0] ?? input.subject.id}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const about = or(
    eq(cases.subject_id, input.subject.id),
    ...(same ? [sql`${cases.details} ->> 'subject_key' = ${same.key}`] : []),
    ...(adopts ? [sql`starts_with(${cases.details} ->> 'subject_key', ${`${adopts}:`})`] : []),
    ...(same?.alsoAbout ? [eq(cases.subject_id, same.alsoAbout)] : []),
  )
  const open = and(about, eq(cases.kind, input.kind), ne(cases.status, 'decided'), like && holds(like))
  const [known] = await tx
    .select({ id: cases.id, subject: cases.subject_id, details: cases.details })
    .from(cases)
    .where(inScope(cases, ctx, open))
    .limit(1)
  if (known && adopts && known.subject !== input.subject.id)
    await tx
      .update(cases)
      .set({
        subject_type: input.subject.type,
        subject_id: input.subject.id,
        decision_id: input.decisionId ?? null,
        summary: input.summary,
        details: { ...known.details, ...input.details },
      })
      .where(inScope(cases, ctx, eq(cases.id, known.id)))
  if (known) return { id: known.id, opened: false, events: [] }
  const id = newId('case', ctx.now)
  const deadline = new Date(ctx.now + (input.deadlineMs ?? DEADLINE_MS))
  await tx.insert(cases).values({
    ...{ id, organization_id: ctx.organizationId, environment: ctx.environment },
    kind: input.kind,
    subject_type: input.subject.type,
    subject_id: input.subject.id,
    decision_id: input.decisionId ?? null,
    priority: input.priority ?? 0,
    summary: input.summary,
    details: { ...input.details, ...(same && { subject_key: same.key }) },
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
