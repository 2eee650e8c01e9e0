import { and, type SQL, sql } from 'drizzle-orm'
import type { Approval } from '#core/access/second-person/approval.ts'
import { answeredByPlatform, ofPlatform } from '#core/access/second-person/scope.ts'
import { lookUpNames } from '#core/access/users/look-up-names.ts'
import { IDENTITY_EVIDENCE, IDENTITY_REVIEW } from '#core/identity/sessions/conclude.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { aboutCaller, ofHolder } from '#core/record/cases/hidden.ts'
import { type CaseRow, resultOf } from '#core/record/cases/steps.ts'
import type { Difference } from '#core/screening/exceptions/evidence.ts'
import { nowOfRow } from '#core/sources/clock/rows.ts'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { appealableUntil, appealOf, appealStatus } from '../appeals/appeal.ts'
import { shownQuestion } from './question.ts'

/** By whom a queue is worked through: by an organisation's own people, or by the platform what is its own. */
export type Desk = 'own' | 'platform'

/** Also where what a condition asks about is not said. */
const isNot = (condition: SQL): SQL => sql`(${condition}) is not true`

/** Cases that an organisation's people may open: what a colleague shows of themselves is not theirs, nor what is about the reader. */
export const inQueue = (ctx: Ctx, ...more: (SQL | undefined)[]): SQL =>
  inScope(cases, ctx, isNot(ofHolder), isNot(aboutCaller(ctx)), ...more)

/** Which cases lie on a desk: what its people decide, and not what others answer. */
export const onDesk = (ctx: Ctx, desk: Desk, ...more: (SQL | undefined)[]): SQL =>
  desk === 'platform' ? and(ofPlatform, ...more)! : inQueue(ctx, isNot(answeredByPlatform(ctx.world)), ...more)

/**
 * The order of the queue, total and stable: what is to be done first by its kind and finding, then the stronger evidence, then
 * the nearer deadline, then the id.
 */
export const queueOrder: SQL = sql`${cases.priority} desc, (${cases.details} ->> 'score')::numeric desc nulls last, ${cases.deadline}, ${cases.id}`

/** Kinds in which a person looks at what shows who somebody is. */
export const isIdentityCase = (kind: string): boolean => kind === IDENTITY_REVIEW || kind === IDENTITY_EVIDENCE

/** Kinds in which evidence is read and no block or match is lifted, and the one whose first person is the issuer who asked. */
const ONE_PERSON = new Set([
  'entity_review',
  'verification_accreditation',
  'verification_documents',
  'offering_cancellation',
  'offering_terms',
  'relied_credential',
  'reorganized_transfer',
  'unmoved_transfer',
])

/** Matches, and whatever is held: released by two people or not at all. Of evidence of an identity or accreditation the tenant says whether two have to look. */
export const needsTwo = (row: Pick<CaseRow, 'kind' | 'details'>): boolean =>
  isIdentityCase(row.kind) || row.kind === 'accreditation_review' ? row.details.second_person === true : !ONE_PERSON.has(row.kind)

/** The time where a case belongs, which its deadline is of. */
export const clockOfCase: SQL = nowOfRow(cases)

/** A word on a case as it was kept; words written elsewhere hold less. */
export function approvalOf(value: CaseRow['first_approval']): Approval | null {
  if (!value || typeof value.by !== 'string') return null
  const { by, at, outcome = 'release', reason_code = 'reviewed', note = null, document_sha256 = null } = value as unknown as Approval
  const { method = 'none', act_hash = '', entities = [], evidence = null, evidence_hash = null } = value as unknown as Approval
  return {
    by,
    at,
    outcome: outcome as ShownWord['outcome'],
    reason_code,
    note,
    document_sha256,
    method,
    act_hash,
    entities,
    evidence,
    evidence_hash,
  }
}

/** How the history calls the first of two words. */
export const PROPOSED = 'release proposed'

/** The word of the second of two people who read somebody's documents otherwise than the first, while a third is waited for. */
export const contradicted = (row: Pick<CaseRow, 'status' | 'second_approval'>): Approval | null =>
  row.status === 'awaiting_second' ? approvalOf(row.second_approval) : null

/**
 * Whether somebody looks second at documents: they say what they see before they read what the first thought of it. A third, who decides
 * between two, reads both.
 */
export const looksAnew = (row: CaseRow): boolean =>
  isIdentityCase(row.kind) && row.status === 'awaiting_second' && contradicted(row) === null

/** A person's word on a case as it is shown. */
export interface ShownWord extends Pick<Approval, 'by' | 'at' | 'reason_code' | 'note' | 'document_sha256'> {
  outcome: 'release' | 'refuse'
  /** What tells the person from the entries; only where one case is read. */
  differences: Difference[] | null
}

function shownWord({ by, at, outcome, reason_code, note, document_sha256 }: Approval): ShownWord {
  return { by, at, outcome: outcome as ShownWord['outcome'], reason_code, note, document_sha256, differences: null }
}

/** The history names the platform's own people, `user_id` whom it is about, and `authority` with `opened_for` who asks for somebody's restricted file. */
function shownDetails(row: CaseRow): Record<string, unknown> {
  const { history: _, user_id: __, round: ___, question: ____, reviewed: _____, ...shown } = row.details
  const { authority: ______, opened_for: _______, ...details } = shown
  return details
}

/** A case as the API and the pages show it. Nothing personal. `now`: the time where it belongs, in milliseconds. */
export function presentCase(row: CaseRow, now: number) {
  const [first, second] = [approvalOf(row.first_approval), approvalOf(row.second_approval)]
  const against = contradicted(row)
  const proposal = row.status === 'awaiting_second' && first ? shownWord(first) : null
  return {
    object: 'case' as const,
    id: row.id,
    kind: row.kind,
    status: row.status as 'open' | 'assigned' | 'awaiting_info' | 'awaiting_second' | 'decided',
    priority: row.priority,
    subject: { type: row.subject_type, id: row.subject_id },
    decision_id: row.decision_id,
    summary: row.summary,
    /** `contradicted_by`: the second of two, who read the documents otherwise, while a third is waited for. */
    details: { ...shownDetails(row), ...(against && { contradicted_by: shownWord(against) }) } as Record<string, unknown>,
    assigned_to: row.assigned_to,
    /** What the first of two people proposed; it takes effect with the second. */
    proposal: proposal && looksAnew(row) ? { ...proposal, note: null } : proposal,
    needs_second_person: needsTwo(row),
    outcome: resultOf(row.outcome),
    decided_by: row.decided_at ? [first?.by, second?.by].filter((by): by is string => by !== undefined) : [],
    decided_at: row.decided_at?.toISOString() ?? null,
    notes: row.notes,
    /** What was asked of the subject; the answer's words only where one case is read. */
    question: shownQuestion(row),
    /** Whether the holder may still appeal, by a signature of the wallet concerned, and what became of it. */
    appeal: {
      possible_until: appealableUntil(row),
      opened_at: appealOf(row)?.opened_at ?? null,
      status: row.appeal ? appealStatus(row) : null,
      /** The holder's words, where one case is read. */
      statement: null as string | null,
    },
    deadline: row.deadline.toISOString(),
    overdue: row.status !== 'decided' && row.deadline.getTime() < now,
    environment: row.environment as Environment,
    organization_id: row.organization_id,
    created_at: row.created_at.toISOString(),
  }
}
export type CaseView = ReturnType<typeof presentCase>

/** A case with the names that ids stand for. */
export interface NamedCase extends CaseView {
  organization_name: string
  assigned_email: string | null
}

/** Cases with names beside their ids, and how to name further people. */
export async function nameCases(
  ctx: Pick<Ctx, 'db' | 'services'>,
  shown: readonly CaseView[],
  people: readonly string[] = [],
): Promise<{ data: NamedCase[]; emailOf: (id: string) => string; people: string[] }> {
  const assigned = shown.flatMap((row) => row.assigned_to ?? [])
  const named = [...new Set([...assigned, ...people])]
  const { nameOf, mailOf } = await lookUpNames(ctx, {
    organizations: shown.map((row) => row.organization_id),
    people: named,
  })
  const emailOf = (id: string) => mailOf.get(id) ?? id
  return {
    data: shown.map((row) => ({
      ...row,
      organization_name: nameOf.get(row.organization_id) ?? row.organization_id,
      assigned_email: row.assigned_to && emailOf(row.assigned_to),
    })),
    emailOf,
    people: named,
  }
}

/** The case, locked, while it can still be worked on. Throws `not_found`, `invalid_transition`. */
export async function lockOpenCase(tx: Tx, tenant: Ctx, id: string): Promise<CaseRow> {
  const row = await lockScoped(tx, cases, tenant, id)
  if (!row) throw notFound()
  if (row.status === 'decided') throw new AppError('invalid_transition', 'This case is decided already.')
  return row
}
