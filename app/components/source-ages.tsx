import { ageWords } from '../lib/age-words.ts'
import { dateTime } from '../lib/dates.ts'
import type { StatusReport } from '../lib/status.ts'
import { Status } from '../ui/badge.tsx'
import { RowTh, Table, Td, Th } from '../ui/table.tsx'
import { Section } from './section.tsx'

/** How old each source of the installation is, and from which age on the rules hold it. */
export function SourceAges({ sources }: { sources: StatusReport['data'] }) {
  if (!sources.length) return null
  return (
    <Section
      title="Age of data"
      intro="What decisions are made from now, and the age at which the rules hold them. An organisation may give budgets that are shorter; its answers say them under data_age."
    >
      <Table label="Age of data">
        <thead>
          <tr>
            <Th>Source</Th>
            <Th>As of</Th>
            <Th>Age</Th>
            <Th>Held from</Th>
          </tr>
        </thead>
        <tbody className="tabular">
          {sources.map((each) => (
            <tr key={each.source}>
              <RowTh className="py-3.5">{each.source}</RowTh>
              <Td className="py-3.5">{dateTime(each.as_of)} UTC</Td>
              <Td className="py-3.5">{ageWords(each.age_seconds)}</Td>
              <Td className="py-3.5">
                {each.limit_seconds === null ? (
                  'by the rule that reads it'
                ) : (
                  <>
                    {ageWords(each.limit_seconds)} {each.within ? null : <Status tone="bad">too old</Status>}
                  </>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
