import { stateWord } from '#core/kernel/states.ts'
import type { ExceptionView } from '#core/screening/exceptions/search.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { words } from '../../lib/format.ts'
import type { TextColumn } from '../../lib/table-state.ts'

/** What the table of exceptions and its CSV both show. */
export const exceptionColumns: TextColumn<ExceptionView>[] = [
  { key: 'entity', label: 'Listed', text: (row) => row.entity_name },
  { key: 'status', label: 'State', text: (row) => stateWord('exception', row.status), data: (row) => row.status },
  { key: 'organization', label: 'Organisation', text: (row) => row.organization.name },
  { key: 'world', label: 'Environment', text: (row) => row.environment },
  { key: 'author', label: 'Proposed by', text: (row) => row.people.author },
  { key: 'approver', label: 'Approved by', text: (row) => row.people.approver ?? '' },
  {
    key: 'until',
    label: 'Until',
    text: (row) => (row.ended_at ? `${words(row.end_reason ?? 'ended')}, ${shortDate(row.ended_at)}` : shortDate(row.expires_at)),
    data: (row) => row.ended_at ?? row.expires_at,
  },
  { key: 'created_at', label: 'Proposed (UTC)', text: (row) => dateTime(row.created_at), data: (row) => row.created_at },
]

/** More that fits a file but no screen. */
export const exceptionExportColumns: TextColumn<ExceptionView>[] = [
  ...exceptionColumns,
  { key: 'end_reason', label: 'Ended because', text: (row) => row.end_reason ?? '' },
  { key: 'reason', label: 'Reason', text: (row) => row.reason },
  { key: 'entity_id', label: 'Entry', text: (row) => row.entity_id },
  { key: 'wallet', label: 'Wallet', text: (row) => row.subject.wallet_address ?? '' },
  { key: 'check', label: 'Check', text: (row) => row.subject.check_id },
  { key: 'id', label: 'Id', text: (row) => row.id },
]

export const exceptionState = { filters: ['q', 'status'], sort: '-created_at', sorts: ['created_at'] } as const

/** The verb's input for what the address says; unknown words are left to the verb to refuse. */
export const exceptionQuery = ({ q, status }: Record<string, string>) => ({
  status: (status ?? 'all') as 'all',
  ...(q && { search: q }),
})
