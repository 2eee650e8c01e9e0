import { Link } from 'react-router'
import { stateWord } from '#core/kernel/states.ts'
import type { DecisionInside, DecisionPage } from '#core/portal/decisions/read.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { capital } from '../../lib/decision-words.ts'
import { inEnvironment } from '../../lib/environment.ts'
import { words } from '../../lib/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { checkWords } from './words.ts'

/** What it is and where it leads: ids, times, the call, the case, the share link. */
export function DecisionAside({ page }: { page: DecisionPage }) {
  const { seen, inside, log } = page
  const environment = seen.environment as 'sandbox' | 'production'
  const rows: [string, React.ReactNode][] = [
    ['Decision', <Copied key="id" text={seen.id} label="Copy the id" />],
    ['Check', <code key="check">{seen.check}</code>],
    ['Market', words(seen.market ?? 'platform')],
    ...(inside?.subject
      ? ([[words(inside.subject.type), <Copied key="subject" text={inside.subject.id} label="Copy the id" />]] as [
          string,
          React.ReactNode,
        ][])
      : []),
    ...(inside?.wallet
      ? ([['Wallet', <Copied key="wallet" text={inside.wallet} label="Copy the address" />]] as [string, React.ReactNode][])
      : []),
    ['Good until', seen.expires_at ? `${dateTime(seen.expires_at)} UTC` : 'no set day'],
    ['Result hash', <Copied key="hash" text={seen.result_hash} label="Copy the hash" />],
    ...(log ? ([['In the log', `entry ${log.index.toLocaleString('en-US')}`]] as [string, React.ReactNode][]) : []),
    ...(inside?.request
      ? ([
          [
            'Call',
            <Link
              key="call"
              className="link break-all text-[0.875rem]"
              to={inEnvironment(`/developer/logs/${inside.request}`, environment)}
            >
              the request that asked
            </Link>,
          ],
        ] as [string, React.ReactNode][])
      : []),
    ...(inside?.subject_href
      ? ([
          [
            'Leads to',
            <Link key="subject-page" className="link" to={inside.subject_href}>
              the {words(inside.subject!.type)}’s record
            </Link>,
          ],
        ] as [string, React.ReactNode][])
      : []),
  ]
  return (
    <aside aria-label="About this decision" className="self-start border-rule border-t lg:sticky lg:top-24">
      <dl>
        {rows.map(([name, value]) => (
          <div key={name + String((value as { key?: string } | null)?.key)} className="border-rule border-b py-2.5 text-[0.9375rem]">
            <dt className="text-soft first-letter:uppercase">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      {inside ? <Timeline page={page} /> : null}
      <Others others={inside?.others ?? []} />
      {inside?.share ? (
        <div className="mt-6">
          <p className="font-semibold text-[0.9375rem]">Share its public form</p>
          <p className="mt-1 text-[0.9375rem] text-soft">
            Outcome, law and proof, and nothing of anybody. Who has the link keeps it: it cannot be revoked.
          </p>
          <Copied text={inside.share} label="Copy the share link" short="The share link" />
        </div>
      ) : null}
    </aside>
  )
}

const Copied = ({ text, label, short }: { text: string; label: string; short?: string }) => (
  <span className="flex items-center gap-1">
    <code className="min-w-0 break-all text-[0.8125rem]">{short ?? text}</code>
    <CopyButton text={text} label={label} />
  </span>
)

/** What happened to it, in the order of time, and when it ends. */
function Timeline({ page: { seen, inside, log } }: { page: DecisionPage }) {
  const steps: { at: string; what: string; to?: string }[] = [
    { at: seen.evaluated_at, what: log ? `Decided, and sealed into the log as entry ${log.index.toLocaleString('en-US')}` : 'Decided' },
    ...(inside?.cases ?? []).flatMap((one) => [
      { at: one.opened_at, what: `A case was opened: ${words(one.kind)}`, to: `/desk/reviews/${one.id}` },
      ...(one.decided_at ? [{ at: one.decided_at, what: 'The case was decided', to: `/desk/reviews/${one.id}` }] : []),
    ]),
    ...(seen.expires_at ? [{ at: seen.expires_at, what: 'Good until then' }] : []),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return (
    <section aria-labelledby="timeline" className="mt-6">
      <h2 id="timeline" className="font-sans font-semibold text-[0.9688rem] tracking-normal">
        Timeline
      </h2>
      <ol className="mt-2 border-rule-strong border-l pl-4">
        {steps.map((step) => (
          <li key={step.at + step.what} className="relative pb-3 text-[0.9063rem] leading-snug last:pb-0">
            <span aria-hidden className="absolute top-1.5 -left-[1.28rem] size-2 rounded-full bg-ink" />
            {step.to ? (
              <Link className="link" to={step.to}>
                {step.what}
              </Link>
            ) : (
              step.what
            )}
            <time dateTime={step.at} className="tabular block text-[0.8125rem] text-soft">
              {dateTime(step.at)} UTC
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Others({ others }: { others: DecisionInside['others'] }) {
  if (others.length === 0) return null
  return (
    <section aria-labelledby="others" className="mt-6">
      <h2 id="others" className="font-sans font-semibold text-[0.9688rem] tracking-normal">
        Other decisions about it
      </h2>
      <ul className="mt-1.5 divide-y divide-rule border-rule border-y">
        {others.map((one) => (
          <li key={one.id} className="flex min-h-9 flex-wrap items-center gap-x-3 py-1 text-[0.9063rem]">
            <Link className="link" to={`/d/${one.id}`}>
              {capital(stateWord('decision', one.outcome))}: {checkWords(one.check)}
            </Link>
            <time dateTime={one.evaluated_at} className="tabular text-soft">
              {shortDate(one.evaluated_at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
