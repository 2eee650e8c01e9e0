import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import type { DecisionSeen, Named, RuleShown } from '#core/portal/decisions/view.ts'
import { longDate } from '../../lib/dates.ts'
import { certaintyWords } from '../../lib/rule-words.ts'
import { Status } from '../../ui/badge.tsx'
import { Part } from './section.tsx'
import { BRANCHES } from './words.ts'

/** Every rule that ran, as a tree: how it came out, its law, its parameters, what it worked out and the facts it read. */
export function RuleTree({ seen }: { seen: DecisionSeen }) {
  const drawn = BRANCHES.map((branch) => ({ ...branch, rules: seen.rules.filter((rule) => branch.results.includes(rule.result)) }))
  return (
    <Part
      id="rules"
      title="Rules"
      lead={
        <>
          All rules of the check ran, of{' '}
          <span className="break-all font-mono text-[0.875rem]">
            {seen.ruleset.id} {seen.ruleset.version}
          </span>
          . One that does not hold is enough to deny; the first of them is the one that decided.
        </>
      }
    >
      {seen.rules.length === 0 ? <p className="text-soft">No rule that you may read spoke.</p> : null}
      <ul className="decision-tree">
        {drawn
          .filter((branch) => branch.rules.length > 0)
          .map((branch) => (
            <li key={branch.title}>
              <details open={branch.open}>
                <summary className="inline-flex min-h-9 cursor-pointer items-center gap-2">
                  <Status tone={branch.tone}>{branch.rules.length}</Status>
                  <span>
                    {branch.rules.length === 1 ? 'rule' : 'rules'} {branch.title}
                  </span>
                </summary>
                <ul className="decision-tree">
                  {branch.rules.map((rule) => (
                    <li key={`${rule.code} ${rule.party}`}>
                      <OneRule rule={rule} open={rule.decided} />
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
      </ul>
    </Part>
  )
}

function OneRule({ rule, open }: { rule: RuleShown; open: boolean }) {
  return (
    <details open={open} className="py-0.5">
      <summary className="min-h-7 cursor-pointer py-1 leading-snug">
        <span className="break-all font-mono text-[0.8125rem]">{rule.code}</span>
        {rule.party ? <span className="text-[0.9063rem] text-soft"> of {rule.party}</span> : null}
        {rule.decided ? (
          <>
            {' '}
            <Status tone="seal">decided</Status>
          </>
        ) : null}
        {rule.result === 'pass' || rule.result === 'not_applicable' ? null : (
          <span className="block max-w-[72ch] text-[0.9688rem]">{rule.says}</span>
        )}
      </summary>
      <dl className="mt-1 mb-4 grid max-w-[80ch] gap-x-6 text-[0.9375rem] sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Row name="Demands">{rule.demands}</Row>
        {rule.next ? <Row name="What to do">{rule.next}</Row> : null}
        <Row name="Law">
          {rule.citation.url ? (
            <a href={rule.citation.url} rel="noopener" className="link inline-flex items-center gap-1.5">
              {rule.citation.label} <ExternalLink className="size-3.5 shrink-0" aria-hidden />
            </a>
          ) : (
            rule.citation.label
          )}
          {rule.certainty ? <span className="block text-soft">{certaintyWords[rule.certainty]}</span> : null}
        </Row>
        {rule.inForce ? (
          <Row name="In force">
            from {longDate(rule.inForce.from)}
            {rule.inForce.to ? ` to ${longDate(rule.inForce.to)}` : ''}, version {rule.version}
          </Row>
        ) : null}
        {rule.partOf ? <Row name="Decided by">{rule.partOf}</Row> : null}
        {rule.params.length > 0 ? (
          <Row name="Parameters">
            <Values of={rule.params} />
          </Row>
        ) : null}
        {rule.figures.length > 0 ? (
          <Row name="In this case">
            <Values of={rule.figures} />
          </Row>
        ) : null}
        {rule.facts.length > 0 ? (
          <Row name="Facts read">
            <Values of={rule.facts.map(({ name, value }) => ({ name, value: value === 'held' ? 'known' : (value ?? 'not known') }))} />
          </Row>
        ) : null}
        <Row name="Its page">
          <Link to={`/rules/${rule.code}`} className="link">
            The rule with its worked cases
          </Link>
        </Row>
      </dl>
    </details>
  )
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <dt className="pt-1.5 text-soft">{name}</dt>
    <dd className="min-w-0 pb-1.5 sm:pt-1.5">{children}</dd>
  </>
)

const Values = ({ of }: { of: readonly Named[] }) => (
  <ul>
    {of.map(({ name, value }) => (
      <li key={name}>
        {name}: <span className="break-all font-mono text-[0.8125rem]">{value}</span>
      </li>
    ))}
  </ul>
)
