import { CircleCheck, ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import type { DecisionSummary } from '../content/decisions.server.ts'
import { Status } from '../ui/badge.tsx'
import type { CodeSample } from '../ui/code-block.tsx'
import { CodeBlock } from '../ui/code-block.tsx'

const shownRules = 6

/** One recorded decision: what was asked, what was answered, by which rules, on which facts, and its seal. */
export function DecisionCard({ decision, request, answer }: { decision: DecisionSummary; request: CodeSample; answer: CodeSample }) {
  const { deciding, held, hash, looks } = decision
  return (
    <article className="rounded-md border border-rule-strong bg-raised">
      <header className="flex items-start justify-between gap-6 border-rule border-b p-5 sm:p-7">
        <div className="min-w-0">
          <Status tone={looks.tone}>{looks.word}</Status>
          <h3 className="title-3 mt-3">{decision.title}</h3>
          {decision.note ? <p className="mt-1 text-soft">{decision.note}</p> : null}
          {decision.id ? <p className="mt-2 break-all font-mono text-[0.75rem] text-soft">{decision.id}</p> : null}
        </div>
        {hash ? (
          <span
            role="img"
            aria-label="Seal of this decision"
            className="size-20 shrink-0 bg-seal sm:size-28"
            style={{ mask: `url(/seals/decision-${hash.slice(0, 16)}.svg) center / contain no-repeat` }}
          />
        ) : null}
      </header>
      <div className="grid lg:grid-cols-2">
        <div className="min-w-0 border-rule p-5 max-lg:border-b sm:p-7 lg:border-r">
          <CodeBlock samples={[request]} title={decision.call} />
          <details className="mt-4">
            <summary className="link inline-flex min-h-7 items-center text-[0.9688rem]">The whole answer, HTTP {decision.status}</summary>
            <div className="mt-3 [&_pre]:max-h-96">
              <CodeBlock samples={[answer]} title="application/json" />
            </div>
          </details>
        </div>
        <div className="min-w-0 p-5 sm:p-7">
          <p className="eyebrow">Rules that decided</p>
          <ul className="mt-2">
            {deciding.slice(0, shownRules).map((rule) => (
              <li key={rule.code} className="border-rule border-b py-3.5 last:border-b-0">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Status tone={rule.looks.tone}>{rule.looks.word}</Status>
                  <Link to={`/rules/${rule.code.toUpperCase()}`} className="link break-all font-mono text-[0.8125rem]">
                    {rule.code}
                  </Link>
                </p>
                {rule.message ? <p className="mt-1.5 leading-snug">{rule.message}</p> : null}
                {rule.facts.length > 0 ? (
                  <dl className="mt-1.5 grid gap-x-4 font-mono text-[0.75rem] text-soft leading-relaxed">
                    {rule.facts.map((fact) => (
                      <div key={fact.name} className="flex flex-wrap gap-x-2">
                        <dt className="break-all">{fact.name}</dt>
                        <dd className="break-all text-ink">{fact.value}</dd>
                      </div>
                    ))}
                  </dl>
                ) : null}
                {rule.citation ? (
                  <p className="mt-1.5 text-[0.9375rem] text-soft">
                    {rule.citation.url ? (
                      <a
                        href={rule.citation.url}
                        rel="noopener"
                        className="inline-flex items-center gap-1.5 hover:text-ink hover:underline"
                      >
                        {rule.citation.label} <ExternalLink className="size-3.5" aria-hidden />
                      </a>
                    ) : (
                      rule.citation.label
                    )}
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
          {deciding.length === 0 ? <p className="mt-3">Every rule that applies held. Nothing stands against it.</p> : null}
          {held.length > 0 ? (
            <details className="mt-4">
              <summary className="link inline-flex min-h-7 items-center text-[0.9688rem]">{held.length} rules held</summary>
              <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
                {held.map((code) => (
                  <li key={code} className="flex items-center gap-2 py-0.5 text-[0.9063rem]">
                    <CircleCheck className="size-3.5 shrink-0 text-verdigris" aria-hidden />
                    <Link to={`/rules/${code.toUpperCase()}`} className="min-w-0 break-all font-mono text-[0.75rem] hover:underline">
                      {code}
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
          {decision.counterfactuals.length > 0 ? (
            <>
              <p className="eyebrow mt-5">What would change it</p>
              <ul className="mt-2 grid gap-1.5 text-[0.9688rem]">
                {decision.counterfactuals.map((item) => (
                  <li key={item.change}>
                    {item.change} → <strong className="font-semibold">{item.then}</strong>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
      </div>
    </article>
  )
}
