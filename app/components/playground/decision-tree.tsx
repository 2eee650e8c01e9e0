import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { Status, type Tone } from '../../ui/badge.tsx'
import { DecisionLink } from '../decision/link.tsx'
import { StateBadge } from '../state-badge.tsx'

interface TreeRule {
  code: string
  result: string
  message: string | null
  citation: { label: string; url: string | null } | null
  facts?: { name: string; value: unknown; source: string }[]
}
export interface TreeDecision {
  id?: string
  outcome: string
  rules: TreeRule[]
  supply?: { fact: string; from: string; how: string | null }[]
  facts_used?: { path: string; source: string; id: string | null; as_of: string }[]
  policy?: { id: string; version: string }
  counterfactuals?: { change: string; then: string }[]
}

const branches: { title: string; tone: Tone; results: string[]; open: boolean }[] = [
  { title: 'did not hold', tone: 'bad', results: ['fail'], open: true },
  { title: 'need a look', tone: 'waiting', results: ['review', 'needs_info', 'warn'], open: true },
  { title: 'noted', tone: 'neutral', results: ['info'], open: false },
  { title: 'held', tone: 'good', results: ['pass'], open: false },
  { title: 'did not apply', tone: 'neutral', results: ['not_applicable'], open: false },
]

/** A decision as a tree: the outcome, how the rules came out, and under each rule its source and the facts it read. `page`: it was kept, and has one. */
export function DecisionTree({ decision, page }: { decision: TreeDecision; page?: boolean }) {
  const rules = decision.rules ?? []
  const drawn = branches.map((branch) => ({ ...branch, rules: rules.filter((rule) => branch.results.includes(rule.result)) }))
  return (
    <section aria-label="Decision" className="rounded-md border border-rule bg-raised p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge of="decision" state={decision.outcome} />
        {decision.policy ? (
          <span className="font-mono text-[0.8125rem] text-soft">
            {decision.policy.id} {decision.policy.version}
          </span>
        ) : null}
        {page && decision.id ? <DecisionLink id={decision.id} inline /> : null}
      </p>
      {rules.length === 0 ? <p className="mt-2 text-[0.9688rem] text-soft">Every rule that applies held.</p> : null}
      <ul className="decision-tree mt-1">
        {drawn
          .filter((branch) => branch.rules.length > 0)
          .map((branch) => (
            <li key={branch.title}>
              <details open={branch.open}>
                <summary className="inline-flex min-h-8 cursor-pointer items-center gap-2">
                  <Status tone={branch.tone}>{branch.rules.length}</Status>
                  <span>
                    {branch.rules.length === 1 ? 'rule' : 'rules'} {branch.title}
                  </span>
                </summary>
                <ul className="decision-tree">
                  {branch.rules.map((rule) => (
                    <li key={rule.code}>
                      <RuleLeaf rule={rule} quiet={!branch.open} />
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
        {decision.supply?.length ? (
          <li>
            <p className="flex min-h-8 items-center text-soft">What is missing, and who can supply it</p>
            <ul className="decision-tree">
              {decision.supply.map((item) => (
                <li key={item.fact} className="py-1 text-[0.9375rem]">
                  <code className="break-all text-[0.8125rem]">{item.fact}</code>: the {item.from}
                  {item.how ? `, by ${item.how}` : ', which nothing takes yet'}
                </li>
              ))}
            </ul>
          </li>
        ) : null}
        {decision.facts_used?.length ? <FactSources used={decision.facts_used} /> : null}
        {decision.counterfactuals?.length ? (
          <li>
            <p className="flex min-h-8 items-center text-soft">What would change it</p>
            <ul className="decision-tree">
              {decision.counterfactuals.map((item) => (
                <li key={item.change} className="py-1 text-[0.9375rem]">
                  {item.change} → <strong className="font-semibold">{item.then}</strong>
                </li>
              ))}
            </ul>
          </li>
        ) : null}
      </ul>
    </section>
  )
}

/** The words of a source, the strongest first; what is assumed stands where it is seen. */
const SOURCES: readonly (readonly [source: string, words: string, tone: Tone])[] = [
  ['assumed', 'assumed: nobody found out', 'waiting'],
  ['simulated', 'made up by the sandbox', 'neutral'],
  ['established', 'established by evidence', 'good'],
  ['measured', 'from records or a chain', 'good'],
  ['listed', 'from published lists', 'good'],
  ['configured', 'set by your organisation', 'neutral'],
  ['stated', 'stated', 'neutral'],
]

/** Where the facts of a decision are from: how many of each kind, and which, with who said them when. */
function FactSources({ used }: { used: NonNullable<TreeDecision['facts_used']> }) {
  return (
    <>
      {SOURCES.map(([source, words, tone]) => {
        const facts = used.filter((fact) => fact.source === source)
        if (facts.length === 0) return null
        return (
          <li key={source}>
            <details open={source === 'assumed'}>
              <summary className="inline-flex min-h-8 cursor-pointer items-center gap-2">
                <Status tone={tone}>{facts.length}</Status>
                <span>
                  {facts.length === 1 ? 'fact' : 'facts'} {words}
                </span>
              </summary>
              <ul className="decision-tree">
                {facts.map((fact) => (
                  <li key={fact.path} className="py-0.5 font-mono text-[0.75rem] leading-relaxed">
                    <span className="break-all">{fact.path}</span>{' '}
                    {fact.id ? <span className="break-all text-soft">{fact.id}, </span> : null}
                    <time dateTime={fact.as_of} className="text-soft">
                      {fact.as_of.slice(0, 16).replace('T', ' ')}
                    </time>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )
      })}
    </>
  )
}

function RuleLeaf({ rule, quiet }: { rule: TreeRule; quiet: boolean }) {
  return (
    <div className="py-1">
      <Link to={`/rules/${rule.code.toUpperCase()}`} className="link inline-flex min-h-6 items-center break-all font-mono text-[0.8125rem]">
        {rule.code}
      </Link>
      {rule.message && !quiet ? <p className="text-[0.9375rem] leading-snug">{rule.message}</p> : null}
      {rule.citation && !quiet ? (
        <p className="text-[0.9063rem] text-soft leading-snug">
          {rule.citation.url ? (
            <a href={rule.citation.url} rel="noopener" className="inline-flex items-center gap-1.5 hover:text-ink hover:underline">
              {rule.citation.label} <ExternalLink className="size-3.5" aria-hidden />
            </a>
          ) : (
            rule.citation.label
          )}
        </p>
      ) : null}
      {rule.facts?.length && !quiet ? (
        <dl className="mt-0.5 font-mono text-[0.75rem] leading-relaxed">
          {rule.facts.map((fact) => (
            <div key={fact.name} className="flex flex-wrap gap-x-2">
              <dt className="break-all text-soft">{fact.name}</dt>
              <dd className="break-all">{fact.value === undefined || fact.value === null ? 'not given' : JSON.stringify(fact.value)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}
