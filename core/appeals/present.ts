import type { CaseRow } from '../cases/case.ts'
import { appealOf } from './appeal.ts'

/** An appeal as its holder sees it: no wallet, no names of people, no list. */
export interface AppealView {
  object: 'appeal'
  id: string
  case_id: string
  status: 'in_review' | 'upheld' | 'refused'
  organization: string
  environment: string
  market: string
  reason_classes: string[]
  opened_at: string
  answer_by: string
  decided_at: string | null
}

export const appealStatus = (row: CaseRow): AppealView['status'] =>
  row.status !== 'decided' ? 'in_review' : row.outcome === 'released' ? 'upheld' : 'refused'

export function presentAppeal(row: CaseRow, organization: string): AppealView {
  const appeal = appealOf(row)!
  return {
    object: 'appeal',
    id: appeal.id,
    case_id: row.id,
    status: appealStatus(row),
    organization,
    environment: row.environment,
    market: appeal.market ?? 'platform',
    reason_classes: appeal.reason_classes,
    opened_at: appeal.opened_at,
    answer_by: row.deadline.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}
