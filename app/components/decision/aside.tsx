import { Link } from 'react-router'
import type { DecisionPage } from '#core/portal/decisions/read.ts'
import { dateTime } from '../../lib/dates.ts'
import { inEnvironment } from '../../lib/environment.ts'
import { words } from '../../lib/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** What it is and where it leads: ids, times, the call, the case, the share link. */
export function DecisionAside({ page: { seen, inside, log } }: { page: DecisionPage }) {
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
    ...((inside?.cases ?? []).map((one) => [
      'Case',
      <Link key={one.id} className="link" to={`/desk/reviews/${one.id}`}>
        {words(one.kind)}, {words(one.status)}
      </Link>,
    ]) as [string, React.ReactNode][]),
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
      {inside ? (
        <div className="mt-4">
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
