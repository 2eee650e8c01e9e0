import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { cases, sandboxes } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import type { Services } from '../services.ts'
import { lookUpNames } from '../users/look-up-names.ts'
import type { Approval } from './approval.ts'

export type CaseRow = typeof cases.$inferSelect

/** Who decides on platform cases: an admin sees those of every organisation, everybody else their own tenant's. */
export const visibleTo = (ctx: Ctx, ...more: (SQL | undefined)[]): SQL =>
  ctx.actor.type === 'user' && ctx.actor.role === 'admin'
    ? sql.join([sql`true`, ...more.filter((one) => one !== undefined)], sql` and `)
    : inScope(cases, ctx, ...more)

/**
 * The order of the queue, total and stable: what is to be done first by its kind and finding, then the stronger evidence, then
 * the nearer deadline, then the id.
 */
export const queueOrder: SQL = sql`${cases.priority} desc, (${cases.details} ->> 'score')::numeric desc nulls last, ${cases.deadline}, ${cases.id}`

/** Kinds in which evidence is read and no block or match is lifted, and the one whose first person is the issuer who asked. */
const ONE_PERSON = new Set([
  'verification_accreditation',
  'verification_documents',
  'offering_cancellation',
  'relied_credential',
  'reorganized_transfer',
  'unmoved_transfer',
])

/** Matches, and whatever is held: released by two people or not at all. */
export const needsTwo = (row: Pick<CaseRow, 'kind'>): boolean => !ONE_PERSON.has(row.kind)

export interface CaseView {
  id: string
  kind: string
  status: 'open' | 'assigned' | 'awaiting_info' | 'awaiting_second' | 'decided'
  subject: { type: string; id: string }
  summary: string
  priority: number
  /** The best match, 0 to 1, where there is one. */
  score: number | null
  organization: { id: string; name: string }
  environment: string
  created_at: string
  deadline: string
  overdue: boolean
  assigned_to: { id: string; email: string } | null
  outcome: string | null
  decided_at: string | null
  needs_two: boolean
  first_approval: ShownApproval | null
  second_approval: ShownApproval | null
}

export type ShownApproval = Pick<Approval, 'by' | 'at' | 'outcome' | 'reason' | 'method' | 'act_hash'> & { email: string | null }

/** The time where a case belongs: its deadline is of its sandbox's clock, which may be moved or frozen. */
export const clockOfCase: SQL = sql`coalesce((select coalesce(${sandboxes.frozen_at}, now() + ${sandboxes.clock_offset_ms} * interval '1 millisecond')
  from ${sandboxes} where ${sandboxes.organization_id} = ${cases.organization_id} and ${cases.environment} = 'sandbox'), now())`

/** The same for rows that were read. */
export async function clocksOf(
  db: Queryable,
  rows: readonly Pick<CaseRow, 'organization_id' | 'environment'>[],
): Promise<(row: Pick<CaseRow, 'organization_id' | 'environment'>) => number> {
  const ids = [...new Set(rows.filter((row) => row.environment === 'sandbox').map((row) => row.organization_id))]
  const found = ids.length ? await db.select().from(sandboxes).where(inArray(sandboxes.organization_id, ids)) : []
  const clocks = new Map(found.map((one) => [one.organization_id, one.frozen_at?.getTime() ?? Date.now() + one.clock_offset_ms]))
  return (row) => (row.environment === 'sandbox' ? clocks.get(row.organization_id) : undefined) ?? Date.now()
}

/** Rows as they are shown, with the names of organisations and people beside their ids. */
export async function presentCases({ db, services }: { db: Queryable; services: Services }, rows: CaseRow[]): Promise<CaseView[]> {
  const clockOf = await clocksOf(db, rows)
  const { nameOf, mailOf } = await lookUpNames(
    { db, services },
    {
      organizations: rows.map((row) => row.organization_id),
      people: rows
        .flatMap((row) => [row.assigned_to, approvalOf(row.first_approval)?.by, approvalOf(row.second_approval)?.by])
        .filter((id) => typeof id === 'string'),
    },
  )
  const shown = (approval: Approval | null): ShownApproval | null =>
    approval && {
      by: approval.by,
      email: mailOf.get(approval.by) ?? null,
      at: approval.at,
      outcome: approval.outcome,
      reason: approval.reason,
      method: approval.method,
      act_hash: approval.act_hash,
    }
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status as CaseView['status'],
    subject: { type: row.subject_type, id: row.subject_id },
    summary: row.summary,
    priority: row.priority,
    score: typeof row.details.score === 'number' ? row.details.score : null,
    organization: { id: row.organization_id, name: nameOf.get(row.organization_id) ?? row.organization_id },
    environment: row.environment,
    created_at: row.created_at.toISOString(),
    deadline: row.deadline.toISOString(),
    overdue: row.status !== 'decided' && row.deadline.getTime() < clockOf(row),
    assigned_to: row.assigned_to ? { id: row.assigned_to, email: mailOf.get(row.assigned_to) ?? row.assigned_to } : null,
    outcome: row.outcome,
    decided_at: row.decided_at?.toISOString() ?? null,
    needs_two: needsTwo(row),
    first_approval: shown(approvalOf(row.first_approval)),
    second_approval: shown(approvalOf(row.second_approval)),
  }))
}

/** Approvals written elsewhere hold less; what is missing is said so. */
export function approvalOf(value: CaseRow['first_approval']): Approval | null {
  if (!value || typeof value.by !== 'string') return null
  return {
    by: value.by,
    at: String(value.at),
    outcome: typeof value.outcome === 'string' ? value.outcome : 'approve',
    reason: typeof value.reason === 'string' ? value.reason : typeof value.note === 'string' ? value.note : '',
    method: value.method === 'passkey' ? 'passkey' : value.method === 'second_factor' ? 'second_factor' : 'none',
    act_hash: typeof value.act_hash === 'string' ? value.act_hash : '',
    entities: Array.isArray(value.entities) ? (value.entities as string[]) : [],
  }
}

/** One visible case, or null. */
export async function findCase(db: Queryable, ctx: Ctx, id: string, lock = false): Promise<CaseRow | null> {
  const query = db
    .select()
    .from(cases)
    .where(visibleTo(ctx, eq(cases.id, id)))
    .limit(1)
  const [row] = await (lock ? query.for('update') : query)
  return row ?? null
}
