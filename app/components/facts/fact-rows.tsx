import { ChevronRight } from 'lucide-react'
import type { FactRow } from '#core/securities/issuer/fact-rows.ts'
import { dateTime } from '../../lib/dates.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { FactValue } from './fact-value.tsx'
import { SaidBy } from './said-by.tsx'

/** Facts that an issuer states: what was said, by whom and when; and what can be said besides. */
export function FactRows({ rows, label, names }: { rows: FactRow[]; label: string; names: Record<string, string> }) {
  const said = rows.filter((row) => row.value !== null)
  const unsaid = rows.filter((row) => row.value === null)
  return (
    <>
      {said.length === 0 ? (
        <EmptyState title="Nothing was said yet">What the rules ask for is listed under Readiness of an offering.</EmptyState>
      ) : (
        <Table label={label} className="row-cards">
          <thead>
            <tr>
              <Th>Fact</Th>
              <Th>What was said</Th>
              <Th>By</Th>
            </tr>
          </thead>
          <tbody>
            {said.map((row) => (
              <tr key={row.fact}>
                <Td className="min-w-56 whitespace-normal">
                  {row.means}
                  <code className="block text-[0.8125rem] text-soft">{row.fact}</code>
                </Td>
                <Td data-label="What was said" className="min-w-40 whitespace-normal">
                  <FactValue fact={row.fact} value={row.value} />
                </Td>
                <Td data-label="By" className="min-w-44 whitespace-normal text-[0.875rem] [overflow-wrap:anywhere]">
                  {row.by && row.at ? (
                    <>
                      <SaidBy id={row.by} names={names} />
                      <span className="block text-soft">{dateTime(row.at)} UTC</span>
                    </>
                  ) : (
                    <span className="text-soft">Said before that was kept</span>
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {unsaid.length > 0 ? (
        <details className="group mt-6 border-rule border-t pt-3">
          <summary className="flex min-h-8 w-fit cursor-pointer items-center gap-1.5 font-semibold">
            <ChevronRight className="size-4 shrink-0 group-open:rotate-90" aria-hidden />
            Nobody said: {unsaid.length}
          </summary>
          <ul className="mt-2 divide-y divide-rule">
            {unsaid.map((row) => (
              <li key={row.fact} className="py-2">
                {row.means} <code className="break-all text-[0.8125rem] text-soft">{row.fact}</code>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}
