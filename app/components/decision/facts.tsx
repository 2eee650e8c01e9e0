import type { DecisionInside, FactSeen } from '#core/portal/decisions/read.ts'
import { dateTime } from '../../lib/dates.ts'
import { Status } from '../../ui/badge.tsx'
import { Part } from './section.tsx'
import { SOURCES } from './words.ts'

/** What somebody said, showed or set; the rest was looked up, and stands below. */
const BY_PEOPLE = ['assumed', 'stated', 'established', 'configured']
const ORDER = [...BY_PEOPLE, 'measured', 'listed', 'simulated']

/** What it was made from: each fact with who vouches for it, since when, and until when it counts; and what was not known. */
export function FactTable({ facts, missing }: Pick<DecisionInside, 'facts' | 'missing'>) {
  const sorted = facts.toSorted((a, b) => ORDER.indexOf(a.source) - ORDER.indexOf(b.source) || (a.name < b.name ? -1 : 1))
  const said = sorted.filter((fact) => BY_PEOPLE.includes(fact.source))
  const found = sorted.filter((fact) => !BY_PEOPLE.includes(fact.source))
  return (
    <Part
      id="facts"
      title="Facts"
      lead="What a rule read and what was known, sealed with the decision. Of what is personal a decision says only that it was there."
    >
      {missing.length > 0 ? (
        <div className="mb-5 rounded-md border border-ochre/50 bg-ochre-wash p-4">
          <p className="font-semibold">Not known</p>
          <ul className="mt-1 grid gap-1">
            {missing.map((one) => (
              <li key={one.path}>
                {one.name}: the {one.from} can supply it
                {one.how ? (
                  <>
                    , by <span className="break-all font-mono text-[0.8125rem]">{one.how}</span>
                  </>
                ) : (
                  '; nothing takes it yet'
                )}
                .
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {facts.length === 0 ? <p className="text-soft">No fact was known that a rule read.</p> : null}
      {said.length > 0 ? <Table facts={said} name="Facts that somebody said, showed or set" /> : null}
      {found.length > 0 ? (
        <details className="mt-3" open={said.length === 0}>
          <summary className="inline-flex min-h-9 cursor-pointer items-center">
            {found.length} {found.length === 1 ? 'fact' : 'facts'} from records, lists and chains
          </summary>
          <Table facts={found} name="Facts that were looked up" />
        </details>
      ) : null}
    </Part>
  )
}

const Table = ({ facts, name }: { facts: readonly FactSeen[]; name: string }) => (
  <table className="row-cards w-full border-collapse text-left text-[0.9375rem]">
    <caption className="sr-only">{name}</caption>
    <thead>
      <tr className="border-rule-strong border-b text-soft">
        {['Fact', 'Value', 'Source', 'Who', 'When (UTC)', 'Until (UTC)'].map((title) => (
          <th key={title} scope="col" className="py-2 pr-4 font-normal">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {facts.map((fact) => (
        <tr key={fact.path} className="border-rule border-b align-top">
          <th scope="row" className="py-2 pr-4 font-normal" title={fact.path}>
            {fact.name}
          </th>
          <td data-label="Value" className="max-w-64 break-all py-2 pr-4 font-mono text-[0.8125rem]">
            {fact.value ?? <span className="font-sans text-soft">known, not shown</span>}
          </td>
          <td data-label="Source" className="py-2 pr-4">
            <Status tone={fact.source === 'assumed' ? 'waiting' : fact.source === 'established' ? 'good' : 'neutral'} wrap>
              {SOURCES[fact.source] ?? fact.source}
            </Status>
          </td>
          <td data-label="Who" className="max-w-52 break-all py-2 pr-4 font-mono text-[0.75rem]">
            {fact.by ?? '–'}
          </td>
          <td data-label="When (UTC)" className="tabular py-2 pr-4">
            <time dateTime={fact.at}>{dateTime(fact.at)}</time>
          </td>
          <td data-label="Until (UTC)" className="tabular py-2">
            {fact.until ? <time dateTime={fact.until}>{dateTime(fact.until)}</time> : '–'}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
