import { ExternalLink, RotateCw } from 'lucide-react'
import { stateOf } from '#core/kernel/states.ts'
import { reasonPage } from '../../content/reasons.server.ts'
import { rulePage } from '../../content/rules.server.ts'
import { useReadAgain } from '../../lib/connection.ts'
import { longDate } from '../../lib/dates.ts'
import { pageMeta } from '../../lib/meta.ts'
import { certaintyWords, ruleMarkets, severityWords } from '../../lib/rule-words.ts'
import { Status } from '../../ui/badge.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/rule.ts'

/** A rule's page, or that of a reason which is no rule's own. */
export function loader({ params }: Route.LoaderArgs) {
  const reason = reasonPage(params.code)
  return reason ? { reason, rule: null } : { reason: null, rule: rulePage(params.code) }
}

/** Search engines show about 155 characters. */
const short = (text: string) => (text.length > 155 ? `${text.slice(0, 154).replace(/\s+\S*$/, '')}…` : text)

const crumbs = (code: string) => [{ label: 'Home', path: '/' }, { label: 'Rules', path: '/rules' }, { label: code }]

export const meta: Route.MetaFunction = (args) => {
  const { reason, rule } = args.loaderData ?? { reason: null, rule: null }
  if (reason)
    return pageMeta(args, {
      title: reason.code,
      description: short(`${reason.code}: ${reason.sentence}`),
      canonical: `/rules/${reason.code}`,
      crumbs: crumbs(reason.code),
    })
  if (!rule) return pageMeta(args, { title: 'Rule not found', description: 'There is no published rule with this code.', noindex: true })
  return pageMeta(args, {
    title: rule.code,
    description: short(`${rule.code}: ${rule.sentence} ${rule.citation.label}.`),
    canonical: `/rules/${rule.code}`,
    crumbs: crumbs(rule.code),
  })
}

export default function CodePage({ loaderData: { reason, rule } }: Route.ComponentProps) {
  return rule ? <RulePage rule={rule} /> : <ReasonPage {...reason} />
}

const ReasonPage = ({ code, sentence }: { code: string; sentence: string }) => (
  <article className="shell pt-8 pb-20 sm:pt-12">
    <Breadcrumb items={crumbs(code)} />
    <h1 className="mt-8 break-all font-mono text-[clamp(1.125rem,0.9rem+1.4vw,1.75rem)] tracking-tight">{code}</h1>
    <p className="title-2 mt-4 max-w-[34ch]">{sentence}</p>
    <p className="mt-5 max-w-[64ch] text-soft">
      A reason that can stand in <code>reason_codes</code> beside those of the rules. In answers it is written in small letters.{' '}
      <TextLink to="/documentation/decisions-and-replay">How to read a decision</TextLink>.
    </p>
  </article>
)

function RulePage({ rule }: { rule: NonNullable<Route.ComponentProps['loaderData']['rule']> }) {
  const { readAgain, reading } = useReadAgain()
  const facts: [string, React.ReactNode][] = [
    ['Market', ruleMarkets[rule.market] ?? rule.market],
    ['Version', String(rule.version)],
    ['In force', `from ${longDate(rule.inForceFrom)}${rule.inForceTo ? ` to ${longDate(rule.inForceTo)}` : ''}`],
    ['Severity', `${rule.severity}. ${severityWords[rule.severity] ?? ''}`],
    ['Certainty', certaintyWords[rule.certainty] ?? rule.certainty],
    ['Takes part in', rule.checks.join(', ')],
    ...(rule.byte === null ? [] : [['Restriction code', String(rule.byte)] as [string, string]]),
    ...rule.earlier.map((old) => [`Version ${old.version}`, `${longDate(old.from)} to ${longDate(old.to)}`] as [string, string]),
  ]
  return (
    <article className="shell pt-8 sm:pt-12">
      <Breadcrumb items={crumbs(rule.code)} />
      <h1 className="mt-8 break-all font-mono text-[clamp(1.125rem,0.9rem+1.4vw,1.75rem)] tracking-tight">{rule.code}</h1>
      <p className="title-2 mt-4 max-w-[34ch]">{rule.sentence}</p>
      <p className="mt-5">
        {rule.citation.url ? (
          <a href={rule.citation.url} rel="noopener" className="link inline-flex items-center gap-1.5">
            {rule.citation.label} <ExternalLink className="size-4" aria-hidden />
          </a>
        ) : (
          <span className="text-soft">{rule.citation.label}</span>
        )}
      </p>
      <div className="mt-12 grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <dl className="border-rule border-t">
          {facts.map(([label, value]) => (
            <div key={label} className="grid gap-x-6 border-rule border-b py-2.5 sm:grid-cols-[9rem_1fr]">
              <dt className="text-soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div>
          <h2 className="title-3">What is said when it does not hold</h2>
          <p className="mt-2 border-seal border-l-2 pl-4">{rule.message}</p>
          {rule.params.length > 0 ? (
            <>
              <h2 className="title-3 mt-8">Parameters</h2>
              <dl className="mt-2 font-mono text-[0.8438rem]">
                {rule.params.map((param) => (
                  <div key={param.name} className="flex flex-wrap gap-x-4 border-rule border-b py-1.5">
                    <dt className="text-soft">{param.name}</dt>
                    <dd className="break-all">{param.value}</dd>
                  </div>
                ))}
              </dl>
            </>
          ) : null}
          {rule.needs.length > 0 ? (
            <>
              <h2 className="title-3 mt-8">Facts it reads</h2>
              <p className="mt-2 break-all font-mono text-[0.8438rem] text-soft leading-relaxed">{rule.needs.join(' · ')}</p>
            </>
          ) : null}
        </div>
      </div>
      <section className="mt-16" aria-labelledby="cases">
        <div className="flex flex-wrap items-end justify-between gap-4 border-rule border-t pt-8">
          <div>
            <h2 id="cases" className="title-2">
              Cases
            </h2>
            <p className="mt-2 text-soft" aria-live="polite">
              {rule.cases.length} cases, run by the engine for this page in {rule.tookMs} ms.
            </p>
          </div>
          <Button variant="outline" size="sm" className="js-only" busy={reading} busyLabel="Running…" onClick={() => void readAgain()}>
            <RotateCw className="size-4" aria-hidden /> Run again
          </Button>
        </div>
        <ul className="mt-6 border-rule border-t">
          {rule.cases.map((item) => (
            <li
              key={item.name}
              className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 border-rule border-b py-4 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,3fr)]"
            >
              <h3 className="font-sans font-semibold tracking-normal">{item.name}</h3>
              <details className="min-w-0">
                <summary className="block min-h-6 break-all font-mono text-[0.8125rem] text-soft hover:text-ink">
                  {item.facts.length === 0 ? 'as given' : item.facts.map((fact) => `${fact.path}: ${fact.value}`).join(' · ')}
                </summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
                <pre className="mt-2 max-h-72 overflow-auto rounded-sm border border-rule bg-raised p-3 text-[0.75rem]" tabIndex={0}>
                  {item.given}
                </pre>
              </details>
              <div className="lg:text-right">
                <Status tone={item.agrees ? stateOf('rule', item.result).tone : 'bad'}>{item.result.replaceAll('_', ' ')}</Status>
                {item.agrees ? null : <p className="mt-1 text-[0.9375rem] text-madder">Expected {item.expect}.</p>}
                {item.message && item.result !== 'pass' ? (
                  <p className="mt-1 text-[0.9375rem] text-soft leading-snug">{item.message}</p>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      </section>
    </article>
  )
}
