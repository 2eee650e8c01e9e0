import { Status } from '../../ui/badge.tsx'
import { Table, TableCaption, Td, Th } from '../../ui/table.tsx'

export interface Drill {
  passed: boolean
  score: string
  checks: { name: string; expected: string; status: number | null; passed: boolean; note: string }[]
}

/** What a drill found: each attack, what a careful receiver does, and what this one did. */
export function DrillReport({ drill }: { drill: Drill }) {
  return (
    <div aria-live="polite">
      <p className="flex items-center gap-3">
        <Status tone={drill.passed ? 'good' : 'bad'}>{drill.passed ? 'passed' : 'not passed'}</Status>
        <span className="tabular">{drill.score} checks</span>
      </p>
      <Table label="Drill" className="mt-3">
        <TableCaption>Drill messages carry “drill”: true, are no events and reach no other endpoint.</TableCaption>
        <thead>
          <tr>
            <Th>Message</Th>
            <Th>Should be</Th>
            <Th>Answer</Th>
            <Th>Result</Th>
          </tr>
        </thead>
        <tbody>
          {drill.checks.map((check) => (
            <tr key={check.name}>
              <Td className="font-semibold">
                {check.name}
                {check.note ? <span className="block font-normal text-[0.875rem] text-soft">{check.note}</span> : null}
              </Td>
              <Td>{check.expected}</Td>
              <Td className="tabular">{check.status ?? 'none'}</Td>
              <Td>
                <Status tone={check.passed ? 'good' : 'bad'}>{check.passed ? 'passed' : 'failed'}</Status>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
