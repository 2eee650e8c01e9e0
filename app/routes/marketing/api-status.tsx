import { type ReactNode, useEffect } from 'react'
import { data, useSearchParams } from 'react-router'
import type { State } from '#core/kernel/states/state.ts'
import { NOUNS } from '#core/kernel/states.ts'
import { HourChart } from '../../components/hour-chart.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { milliseconds, percent, StatusServices } from '../../components/status-services.tsx'
import { StatusSubscribe } from '../../components/status-subscribe.tsx'
import { ageWords } from '../../lib/age-words.ts'
import { useReadAgain } from '../../lib/connection.ts'
import { dateTime } from '../../lib/dates.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { lastDays, published, type StatusReport } from '../../lib/status.ts'
import { service } from '../../lib/structured-data.ts'
import { serverContext } from '../../server-context.ts'
import { Status } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { RowTh, Table, TableCaption, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/api-status.ts'

const seo = {
  title: 'API status: measured every minute, kept for thirty days',
  description:
    'Uptime, response time, incidents and maintenance of six Sealwright services, measured by the product itself, beside the published figures.',
}
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { ...seo, crumbs, jsonLd: [service(originOf(args.matches), 'Sealwright API status', seo.description, '/api-status')] })

const crumbs = [{ label: 'Home', path: '/' }, { label: 'API status' }]

const hero = {
  title: 'Is it working?',
  lead: 'Six services are probed every minute and the results are kept for thirty days. Published figures stand beside the measured ones, each under its own name.',
  actions: [],
}
const states = {
  operational: 'All services operational',
  degraded: 'Some services are degraded',
  outage: 'Some services are down',
  maintenance: 'Maintenance in progress',
}
/** How often an open page reads the measurements again. */
const refreshMs = 60_000

interface TextRow {
  cells: string[]
  /** Said beside the last cell. */
  bad?: string
}

/** Name, published and measured. Words that the loader makes weigh nothing in the page's script. */
const figuresOf = (report: StatusReport | null): TextRow[] =>
  (
    [
      ['30-day uptime', published.uptime, report && percent(report.measured.uptime_30d)],
      ['Average response', published.response, report && milliseconds(report.measured.average_response_ms)],
      [
        'Services operational',
        `${published.services.length} of ${published.services.length}`,
        report && `${report.services.filter((each) => each.status === 'operational').length} of ${report.services.length}`,
      ],
      ['Incidents', published.incidents, report && String(report.measured.incidents_30d)],
    ] as const
  ).map(([label, stated, measured]) => ({ cells: [label, stated, measured ?? 'not available'] }))

/** How old each source of the installation is, and from which age on the rules hold it. */
const agesOf = (report: StatusReport | null) =>
  report?.data.length
    ? {
        title: 'Age of data',
        intro:
          'What decisions are made from now, and the age at which the rules hold them. An organisation may give budgets that are shorter; its answers say them under data_age.',
        heads: ['Source', 'As of', 'Age', 'Held from'],
        rows: report.data.map(
          ({ source, as_of, age_seconds, limit_seconds, within }): TextRow => ({
            cells: [
              source,
              `${dateTime(as_of)} UTC`,
              ageWords(age_seconds),
              limit_seconds === null ? 'by the rule that reads it' : ageWords(limit_seconds),
            ],
            ...(!within && { bad: 'too old' }),
          }),
        ),
      }
    : null

/** The page must stand even when the measurements cannot be read: it then says so. */
export async function loader({ context }: Route.LoaderArgs) {
  const report: StatusReport | null = await context
    .get(serverContext)!
    .verbs.statusReport()
    .catch(() => null)
  const now = Date.now()
  // Thirty bars, whatever was measured.
  for (const each of report?.services ?? []) each.days = lastDays(each.days, now)
  return data(
    // Two kinds of state come with the page: their words alone, and not those of every other kind as a script.
    { report, now, figures: figuresOf(report), ages: agesOf(report), looks: { service: NOUNS.service, incident: NOUNS.incident } },
    { status: report ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  )
}

function TextTable({ label, heads, rows, children }: { label: string; heads: string[]; rows: TextRow[]; children?: ReactNode }) {
  return (
    <Table label={label}>
      {children}
      <thead>
        <tr>
          {heads.map((head) => (
            <Th key={head}>{head}</Th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular">
        {rows.map(({ cells: [name, ...cells], bad }) => (
          <tr key={name}>
            <RowTh className="py-3.5">{name}</RowTh>
            {cells.map((cell, at) => (
              <Td key={heads[at + 1]} className="py-3.5">
                {cell} {bad && at === cells.length - 1 ? <Status tone="bad">{bad}</Status> : null}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const IncidentState = ({ tone, word }: State) => <Status tone={tone}>{word}</Status>

export default function ApiStatus({ loaderData: { report, now, figures, ages, looks } }: Route.ComponentProps) {
  const { readAgain } = useReadAgain()
  const subscription = useSearchParams()[0].get('subscription')
  useEffect(() => {
    const timer = setInterval(() => void readAgain(true), refreshMs)
    return () => clearInterval(timer)
  }, [readAgain])

  return (
    <>
      <PageHero hero={hero} crumbs={crumbs}>
        <div className="mt-8 min-h-8" aria-live="polite">
          {report ? <Status tone={looks.service[report.overall].tone}>{states[report.overall]}</Status> : null}
        </div>
      </PageHero>
      <div className="shell mt-12">
        <div className="max-w-3xl">
          <TextTable label="Published and measured figures" heads={['Figure', 'Published', 'Measured']} rows={figures}>
            <TableCaption>
              Published figures are those we state for the service. Measured figures come from this installation
              {report?.measured_since ? ` since ${dateTime(report.measured_since)} UTC` : ''}.
            </TableCaption>
          </TextTable>
        </div>
      </div>
      <Section title="Services" intro={report ? 'Each bar is a day of UTC and its uptime.' : undefined}>
        {report ? (
          <StatusServices services={report.services} looks={looks.service} />
        ) : (
          <ErrorState title="The measurements could not be read" onRetry={() => void readAgain()}>
            The service itself may still work. Try again, or read /healthz.
          </ErrorState>
        )}
      </Section>
      {ages ? (
        <Section title={ages.title} intro={ages.intro}>
          <TextTable label={ages.title} heads={ages.heads} rows={ages.rows} />
        </Section>
      ) : null}
      {report ? (
        <Section title="Response time" intro="The last 24 hours, mean of all services.">
          <HourChart
            points={report.response_times.flatMap((point) => (point.ms === null ? [] : [{ at: point.at, value: point.ms }]))}
            until={now}
            label="Response time of the last 24 hours"
            unit="ms"
          />
        </Section>
      ) : null}
      <Section title="Incidents and maintenance">
        <div className="grid gap-12 lg:grid-cols-2">
          <div>
            <h3 className="title-3">Recent incidents</h3>
            {report?.incidents.length ? (
              <ul className="mt-4 border-rule border-t">
                {report.incidents.map((incident) => (
                  <li key={incident.id} id={incident.id} className="border-rule border-b py-4">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                      {incident.title}
                      <IncidentState {...looks.incident[incident.status as keyof typeof looks.incident]} />
                    </p>
                    <p className="text-[0.9375rem] text-soft">
                      {incident.impact === 'outage' ? 'Outage' : 'Degraded'}: {incident.services.join(', ')}
                    </p>
                    <ol className="mt-3 grid gap-2.5">
                      {incident.updates.map((update) => (
                        <li key={update.at} className="text-[0.9688rem]">
                          <p className="text-soft">
                            <span className="font-semibold text-ink capitalize">{update.status}</span>,{' '}
                            <time dateTime={update.at}>{dateTime(update.at)} UTC</time>
                          </p>
                          <p className="whitespace-pre-line">{update.text}</p>
                        </li>
                      ))}
                    </ol>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="mt-4 text-soft">{report ? 'No incident in the last 30 days.' : 'Not available.'}</p>
            )}
          </div>
          <div>
            <h3 className="title-3">Maintenance windows</h3>
            {report?.maintenance.length ? (
              <ul className="mt-4 border-rule border-t">
                {report.maintenance.map((window) => (
                  <li key={window.id} id={window.id} className="border-rule border-b py-4">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                      {window.title}
                      <Status tone={window.status === 'in_progress' ? 'waiting' : 'neutral'}>{window.status.replace('_', ' ')}</Status>
                    </p>
                    <p className="text-[0.9375rem] text-soft">
                      {window.services.join(', ')}. {dateTime(window.starts_at)} to {dateTime(window.ends_at)} UTC
                    </p>
                    <p className="mt-1 whitespace-pre-line text-[0.9688rem]">{window.text}</p>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="mt-4 text-soft">{report ? 'No maintenance is planned.' : 'Not available.'}</p>
            )}
          </div>
        </div>
      </Section>
      <Section
        id="subscribe"
        title="Tell me when something changes"
        intro="One message when an incident opens or closes, or maintenance is planned. Confirm by e-mail; unsubscribe in every message."
      >
        <StatusSubscribe answered={subscription} />
        <p className="mt-5 text-[0.9688rem] text-soft">
          Also as{' '}
          <a className="link" href="/api/status/feed.xml">
            RSS feed
          </a>{' '}
          and{' '}
          <a className="link" href="/api/status/incidents">
            JSON
          </a>
          .
        </p>
      </Section>
    </>
  )
}
