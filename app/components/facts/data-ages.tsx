import { ageWords } from '../../lib/age-words.ts'
import { dateTime } from '../../lib/dates.ts'
import { Status } from '../../ui/badge.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
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
