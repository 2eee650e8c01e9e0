import { APPEAL_DAYS, appealOf, canBeAppealed, DAY_MS } from '../appeals/appeal.ts'
import { appealStatus } from '../appeals/present.ts'
import { type CaseRow, needsTwo } from '../cases/case.ts'
import { shownQuestion } from '../cases/question.ts'
import { resultOf } from '../cases/steps.ts'

/** A person's word on a case, as it is kept with it. */
export interface Approval {
  by: string
  at: string
  outcome: Outcome
  reason_code: string
  note: string | null
  document_sha256: string | null
  /** Listed entries found when it was given; not shown. */
  entities?: string[]
}

export const OUTCOMES = ['release', 'refuse'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Words that reviewers of the platform wrote hold other fields. */
const shownWord = (word: Approval & { reason?: string }): Approval => ({
  by: word.by,
  at: word.at,
  outcome: 'release',
  reason_code: word.reason_code ?? 'reviewed',
  note: word.note ?? word.reason ?? null,
  document_sha256: word.document_sha256 ?? null,
})

/** The history names the platform's own people, and `user_id` whom it is about. */
function shownDetails(row: CaseRow): Record<string, unknown> {
  const { history: _, user_id: __, round: ___, question: ____, ...details } = row.details
  return details
}

/** A case as the API and the review queue show it. Nothing personal. */
export function presentCase(row: CaseRow, now: number) {
  const first = row.first_approval as unknown as Approval | null
  const second = row.second_approval as unknown as Approval | null
  const waiting = row.status === 'awaiting_second'
  const refused = resultOf(row.outcome) === 'refuse' && row.decided_at
  return {
    object: 'case' as const,
    id: row.id,
    kind: row.kind,
    status: row.status,
    priority: row.priority,
    subject: { type: row.subject_type, id: row.subject_id },
    decision_id: row.decision_id,
    summary: row.summary,
    details: shownDetails(row),
    assigned_to: row.assigned_to,
    /** What the first of two people proposed; it takes effect with the second. */
    proposal: waiting && first ? shownWord(first) : null,
    needs_second_person: needsTwo(row),
    outcome: resultOf(row.outcome),
    decided_by: row.decided_at ? [first?.by, second?.by].filter((by): by is string => by !== undefined) : [],
    decided_at: row.decided_at?.toISOString() ?? null,
    notes: row.notes,
    /** What was asked of the subject; the answer's words only where one case is read. */
    question: shownQuestion(row),
    /** Whether the holder may still appeal, by a signature of the wallet concerned, and what became of it. */
    appeal: {
      possible_until:
        refused && !row.appeal && canBeAppealed(row) ? new Date(row.decided_at!.getTime() + APPEAL_DAYS * DAY_MS).toISOString() : null,
      opened_at: appealOf(row)?.opened_at ?? null,
      status: row.appeal ? appealStatus(row) : null,
      /** The holder's words, where one case is read. */
      statement: null as string | null,
    },
    deadline: row.deadline.toISOString(),
    overdue: row.status !== 'decided' && row.deadline.getTime() < now,
    environment: row.environment,
    organization_id: row.organization_id,
    created_at: row.created_at.toISOString(),
  }
}
export type CaseView = ReturnType<typeof presentCase>
