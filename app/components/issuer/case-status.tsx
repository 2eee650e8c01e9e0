import type { CaseView } from '#core/review/cases/case.ts'
import { Status } from '../../ui/badge.tsx'
import { outcomeWord, statusWords } from '../admin/case-words.ts'

/** How a case of the organisation's own stands, in a row of a list. */
export function CaseStatus({ row }: { row: CaseView }) {
  const decided = row.status === 'decided'
  return (
    <Status tone={decided ? 'neutral' : row.overdue ? 'bad' : 'waiting'}>{decided ? outcomeWord(row) : statusWords[row.status]}</Status>
  )
}
