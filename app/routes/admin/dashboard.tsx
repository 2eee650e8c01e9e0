import { ArrowRight, CircleCheck } from 'lucide-react'
import { CheckGrid } from '../../components/admin/check-grid.tsx'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { Chart } from '../../components/dashboard/chart.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { OUTCOME_SERIES } from '../../components/dashboard/outcome-series.ts'
import { Stat, StatRow } from '../../components/dashboard/stat.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { activityWords } from '../../lib/activity-words.ts'
import { dateTime, dayAndMonth } from '../../lib/dates.ts'
import { count, plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { Status, type Tone } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin', description: 'What waits, what is wrong, and how decisions went.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const [overview, acts] = await Promise.all([verbs.adminOverview(), verbs.searchAudit({ category: 'admin', per_page: 8 })])
  return { overview, acts: acts.data }
}

interface Attention {
  tone: Tone
  title: string
  text: string
  to: string
}

/** What somebody has to do, the worst first. Nothing that is fine is listed. */
function attentionOf({ waiting, checks }: Route.ComponentProps['loaderData']['overview']): Attention[] {
  const items: (Attention | false)[] = [
    waiting.cases_overdue > 0 && {
      tone: 'bad',
      title: plural(waiting.cases_overdue, 'review is overdue', 'reviews are overdue'),
      text: 'Their deadline has passed; the people concerned are still held.',
      to: '/admin/reviews',
    },
    ...checks
      .filter((check) => check.state === 'bad')
      .map((check): Attention => ({ tone: 'bad', title: `${check.label}: ${check.value}`, text: check.detail, to: '/admin/system' })),
    waiting.incidents > 0 && {
      tone: 'waiting',
      title: plural(waiting.incidents, 'incident is open', 'incidents are open'),
      text: 'Shown on the status page until it is resolved.',
      to: '/admin/incidents?state=open',
    },
    waiting.inquiries_overdue > 0 && {
      tone: 'waiting',
      title: plural(waiting.inquiries_overdue, 'inquiry is overdue', 'inquiries are overdue'),
      text: 'An answer was promised within 24 hours.',
      to: '/admin/inquiries?status=new',
    },
    waiting.cases_awaiting_second > 0 && {
      tone: 'waiting',
      title: plural(waiting.cases_awaiting_second, 'release waits for a second person', 'releases wait for a second person'),
      text: 'One admin has released them; another has to confirm.',
      to: '/admin/reviews?status=awaiting_second',
    },
    waiting.role_requests > 0 && {
      tone: 'waiting',
      title: plural(waiting.role_requests, 'request to become an issuer', 'requests to become an issuer'),
      text: 'Approve or decline with a note.',
      to: '/admin/users?view=requests',
    },
    ...checks
      .filter((check) => check.state === 'waiting')
      .map((check): Attention => ({ tone: 'waiting', title: `${check.label}: ${check.value}`, text: check.detail, to: '/admin/system' })),
  ]
  return items.filter((item) => item !== false)
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { overview, acts } = loaderData
  const { waiting, users, decisions, checks } = overview
  const attention = attentionOf(overview)
  const total = decisions.reduce((sum, day) => sum + day.allow + day.review + day.deny, 0)
  return (
    <AdminFrame
      title="Overview"
      lead="What waits for somebody, what is wrong, and how decisions went."
      action={<ButtonLink to="/admin/reviews">Open the review queue</ButtonLink>}
    >
      <StatRow>
        <Stat
          label="Open reviews"
          value={count(waiting.cases)}
          note={waiting.cases_overdue ? `${count(waiting.cases_overdue)} overdue` : 'none overdue'}
          to="/admin/reviews"
        />
        <Stat label="Users" value={count(users.total)} note={`${count(users.new_7d)} new in 7 days`} to="/admin/users" />
        <Stat label="Not verified" value={count(users.unverified)} note="verification flag off" to="/admin/users?is_verified=false" />
        <Stat
          label="Inquiries"
          value={count(waiting.inquiries)}
          note={waiting.inquiries_overdue ? `${count(waiting.inquiries_overdue)} past 24 hours` : 'waiting for an answer'}
          to="/admin/inquiries?status=new"
        />
        <Stat label="Open incidents" value={count(waiting.incidents)} note="on the status page" to="/admin/incidents?state=open" />
      </StatRow>
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 xl:grid-cols-[5fr_6fr]">
        <Panel title="Needs attention">
          {attention.length === 0 ? (
            <p className="flex items-center gap-2 border-rule border-y py-4 text-soft">
              <CircleCheck className="size-4 text-verdigris" aria-hidden /> Nothing waits and nothing is wrong.
            </p>
          ) : (
            <ul className="border-rule border-t">
              {attention.map((item) => (
                <li key={item.title} className="flex items-start justify-between gap-4 border-rule border-b py-3">
                  <div className="min-w-0">
                    <TextLink to={item.to} className="inline-flex items-center gap-1.5 font-semibold">
                      {item.title} <ArrowRight className="size-4 shrink-0" aria-hidden />
                    </TextLink>
                    <p className="text-[0.9375rem] text-soft">{item.text}</p>
                  </div>
                  <Status tone={item.tone} className="mt-1">
                    {item.tone === 'bad' ? 'act' : 'waits'}
                  </Status>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Panel title="Decisions of the last 14 days" note={`${plural(total, 'decision')} over all tenants and both environments.`}>
          {total === 0 ? (
            <EmptyState title="No decisions yet">They are drawn here as checks are made.</EmptyState>
          ) : (
            <Chart
              label="Decisions a day by outcome"
              kind="days"
              unit="Decisions a day"
              stacked
              points={decisions.map(({ day, ...figures }) => ({ x: day, ...figures }))}
              series={OUTCOME_SERIES}
              empty="No decision in these days. Each check of an organisation is one."
              formatX={dayAndMonth}
            />
          )}
        </Panel>
      </div>
      <Panel title="Health" className="mt-10" action={<TextLink to="/admin/system">Queues and details</TextLink>}>
        <CheckGrid checks={checks} />
      </Panel>
      <Panel title="Latest acts of admins" className="mt-10" action={<TextLink to="/admin/audit?category=admin">Audit log</TextLink>}>
        {acts.length === 0 ? (
          <EmptyState title="Nothing yet">Every act of an admin is recorded for good and listed here.</EmptyState>
        ) : (
          <Table label="Latest acts of admins" className="row-cards">
            <thead>
              <tr>
                <Th>Who</Th>
                <Th>What</Th>
                <Th>Result</Th>
                <Th>When (UTC)</Th>
              </tr>
            </thead>
            <tbody>
              {acts.map((act) => (
                <tr key={act.id}>
                  <Td>{act.actor.email ?? act.actor.type}</Td>
                  <Td data-label="What">
                    <TextLink to={`/admin/audit?id=${act.id}`}>{activityWords(act.action)}</TextLink>
                  </Td>
                  <Td data-label="Result">
                    <StateBadge of="audit" state={act.status} />
                  </Td>
                  <Td data-label="When (UTC)" className="tabular whitespace-nowrap text-soft">
                    {dateTime(act.timestamp)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Panel>
    </AdminFrame>
  )
}
