import { activityWords } from '../lib/activity-words.ts'
import { dateTime } from '../lib/dates.ts'
import { Table, Td, Th } from '../ui/table.tsx'
import { StateBadge } from './state-badge.tsx'

export interface ActivityRow {
  id: string
  action: string
  category: string
  status: string
  timestamp: string
}

/** Entries of the audit log, newest first. */
export function ActivityTable({ rows, label = 'Activity' }: { rows: ActivityRow[]; label?: string }) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <Th>What</Th>
          <Th className="max-sm:hidden">Category</Th>
          <Th>Result</Th>
          <Th>When (UTC)</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Td>{activityWords(row.action)}</Td>
            <Td className="text-soft max-sm:hidden">{row.category}</Td>
            <Td>
              <StateBadge of="audit" state={row.status} />
            </Td>
            <Td className="tabular whitespace-nowrap text-soft">
              <time dateTime={row.timestamp}>{dateTime(row.timestamp)}</time>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
