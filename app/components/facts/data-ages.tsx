import { dateTime } from '../../lib/dates.ts'
import type { StatusReport } from '../../lib/status.ts'
import { Status } from '../../ui/badge.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { Section } from '../section.tsx'
import { DATA_WORDS } from './words.ts'

export interface DataAge {
  data: string
  source: string
  as_of: string
  age_seconds: number
  budget_seconds: number | null
  over: string | null
  within: boolean
}

/** An age in the largest unit that says it well. */
function ageWords(seconds: number): string {
  const [count, unit] =
    seconds >= 3 * 86_400
      ? [Math.floor(seconds / 86_400), 'day']
      : seconds >= 3_600
        ? [Math.floor(seconds / 3_600), 'hour']
        : [Math.floor(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How old the data is that decisions are made from now, beside the organisation's budgets. */
export function DataAges({ ages }: { ages: DataAge[] }) {
  return (
    <section aria-labelledby="ages">
      <h2 id="ages" className="mb-3 font-semibold text-[1.25rem]">
        Age of data
      </h2>
      <p className="mb-3 text-soft">
        What a payment would be decided from now. Beyond a budget of yours nothing is allowed, and each answer says its ages under{' '}
        <code>data_age</code>.
      </p>
      <Table label="Age of data" className="row-cards">
        <thead>
          <tr>
            <Th>Data</Th>
            <Th>Oldest</Th>
            <Th>As of</Th>
            <Th>Age</Th>
            <Th>Budget</Th>
          </tr>
        </thead>
        <tbody className="tabular">
          {ages.map((age) => (
            <tr key={age.data}>
              <RowTh className="py-3">{DATA_WORDS[age.data] ?? age.data}</RowTh>
              <Td data-label="Oldest">{age.source}</Td>
              <Td data-label="As of">
                <time dateTime={age.as_of}>{dateTime(age.as_of)} UTC</time>
              </Td>
              <Td data-label="Age">{ageWords(age.age_seconds)}</Td>
              <Td data-label="Budget">
                {age.budget_seconds === null ? (
                  'none'
                ) : (
                  <>
                    {ageWords(age.budget_seconds)}, then {age.over}{' '}
                    <Status tone={age.within ? 'good' : 'bad'}>
                      {age.within ? `${ageWords(age.budget_seconds - age.age_seconds)} left` : 'too old'}
                    </Status>
                  </>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

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
