import type { StateName } from '#core/kernel/states.ts'
import type { WhatIf } from '#core/record/rulesets/what-if.ts'
import { dateTime } from '../../lib/dates.ts'
import { count, plural, words } from '../../lib/format.ts'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Stat, StatRow } from '../dashboard/stat.tsx'
import { StateBadge } from '../state-badge.tsx'

const outcomes = ['allow', 'review', 'needs_info', 'deny'] as const

/** The flips: how many, which way, by which rule, and each decision. */
export function WhatIfResult({ result, linked = true }: { result: WhatIf /** Whether a decision leads to the log. */; linked?: boolean }) {
  const { skipped } = result
  const left = skipped.erased + skipped.altered + skipped.ruleset_unavailable
  return (
    <div className="mt-6">
      <StatRow>
        <Stat label="Decided again" value={count(result.total)} note={left ? `${count(left)} left out` : 'none left out'} />
        <Stat
          label="Would turn"
          value={count(result.flipped)}
          note={result.total ? `${((result.flipped / result.total) * 100).toFixed(1)} %` : ''}
        />
        <Stat
          label="Newly allowed"
          value={count(outcomes.filter((from) => from !== 'allow').reduce((sum, from) => sum + result.matrix[from].allow, 0))}
        />
        <Stat
          label="No longer allowed"
          value={count(outcomes.filter((to) => to !== 'allow').reduce((sum, to) => sum + result.matrix.allow[to], 0))}
        />
      </StatRow>
      {left > 0 ? (
        <p className="mt-2 text-[0.9375rem] text-soft">
          Left out: {count(skipped.erased)} erased on request, {count(skipped.altered)} whose stored facts were altered,{' '}
          {count(skipped.ruleset_unavailable)} made by rules this build does not run.
        </p>
      ) : null}
      <div className="mt-6 grid items-start gap-x-12 gap-y-8 xl:grid-cols-[5fr_4fr]">
        <Table label="Flip matrix">
          <caption className="caption-top pb-2 text-left text-soft">
            From the outcome as it was (rows) to what it would be (columns).
          </caption>
          <thead>
            <tr>
              <Th>Was</Th>
              {outcomes.map((to) => (
                <Th key={to} className="text-right">
                  {words(to)}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {outcomes.map((from) => (
              <tr key={from}>
                <RowTh>
                  <StateBadge of="decision" state={from as StateName<'decision'>} />
                </RowTh>
                {outcomes.map((to) => (
                  <Td
                    key={to}
                    className={`tabular text-right ${from === to ? 'text-soft' : result.matrix[from][to] ? 'bg-ochre-wash font-semibold' : 'text-soft'}`}
                  >
                    {count(result.matrix[from][to])}
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
        {result.responsible.length > 0 ? (
          <Table label="Rules responsible">
            <thead>
              <tr>
                <Th>Rule responsible</Th>
                <Th className="text-right">Flips</Th>
              </tr>
            </thead>
            <tbody>
              {result.responsible.slice(0, 12).map((one) => (
                <tr key={one.code}>
                  <Td>
                    <TextLink to={`/rules/${one.code.toLowerCase()}`}>
                      <code className="break-all">{one.code}</code>
                    </TextLink>
                  </Td>
                  <Td className="tabular text-right">{count(one.count)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        ) : null}
      </div>
      {result.flips.length > 0 ? (
        <>
          <h3 className="mt-8 font-sans font-semibold text-base tracking-normal">
            {result.flipped > result.flips.length ? `The newest ${count(result.flips.length)} of ` : ''}
            {plural(result.flipped, 'decision')} that would turn
          </h3>
          <Table label="Decisions that would turn" className="row-cards mt-2">
            <thead>
              <tr>
                <Th>Decision</Th>
                <Th>Check</Th>
                <Th>Was</Th>
                <Th>Would be</Th>
                <Th>Because of</Th>
                <Th>Made (UTC)</Th>
              </tr>
            </thead>
            <tbody>
              {result.flips.map((flip) => (
                <tr key={flip.id}>
                  <Td>
                    <DecisionId id={flip.id} linked={linked} />
                  </Td>
                  <Td data-label="Check" className="whitespace-nowrap">
                    {flip.check}
                    <span className="block text-[0.875rem] text-soft">{flip.environment}</span>
                  </Td>
                  <Td data-label="Was">
                    <StateBadge of="decision" state={flip.from as StateName<'decision'>} />
                  </Td>
                  <Td data-label="Would be">
                    <StateBadge of="decision" state={flip.to as StateName<'decision'>} />
                  </Td>
                  <Td data-label="Because of" data-wide="" className="min-w-48 break-words">
                    <code className="text-[0.8125rem]">{flip.because.join(', ')}</code>
                  </Td>
                  <Td data-label="Made (UTC)" className="tabular whitespace-nowrap text-soft">
                    {dateTime(flip.evaluated_at)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      ) : result.total > 0 ? (
        <p className="mt-6 text-soft">No decision would turn.</p>
      ) : (
        <p className="mt-6 text-soft">There is no decision to make again yet.</p>
      )}
    </div>
  )
}

function DecisionId({ id, linked }: { id: string; linked: boolean }) {
  const shown = <code className="text-[0.8125rem]">{id}</code>
  return linked ? <TextLink to={`/admin/audit?id=${id}`}>{shown}</TextLink> : shown
}
