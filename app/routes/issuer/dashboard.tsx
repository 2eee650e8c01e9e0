import { Link } from 'react-router'
import { stateOf } from '#core/kernel/states.ts'
import { Chart } from '../../components/dashboard/chart.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { LimitBar } from '../../components/dashboard/limit-bar.tsx'
import { OUTCOME_SERIES } from '../../components/dashboard/outcome-series.ts'
import { Stat, StatRow } from '../../components/dashboard/stat.tsx'
import { Deadlines } from '../../components/issuer/deadlines.tsx'
import { IssuerFrame } from '../../components/issuer/frame.tsx'
import { dayAndMonth, shortDate } from '../../lib/dates.ts'
import { count, countryName, money, plural, REGULATIONS, shortMoney } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Issuer dashboard', description: 'Raises, investors, what waits and what is due.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { session, verbs } = requireSession(context, request, ['issuer'])
  const [overview, open, waiting] = await readOr404(
    Promise.all([
      verbs.issuerOverview(),
      verbs.listOfferingRows({ page_size: 6, sort: '-amount_raised', status: 'open' }),
      verbs.listInvestmentRows({ page_size: 6, status: 'pending', sort: 'created_at' }),
    ]),
  )
  return { overview, open: open.rows, waiting: waiting.rows, firstName: session.firstName }
}

const NOTHING_RAISED = (
  <>
    Nothing is raised yet: the first accepted investment begins the curve.{' '}
    <TextLink to="/issuer/offerings">Invite investors to an offering</TextLink>
  </>
)
const NO_DECISION = (
  <>
    No decision in 30 days. Each investment, transfer and call of the API makes one.{' '}
    <TextLink to="/developer/api-playground">Make a check</TextLink>
  </>
)

export default function IssuerDashboard({ loaderData }: Route.ComponentProps) {
  const { overview, open, waiting, firstName } = loaderData
  const dollars = overview.offerings.filter((each) => ['USD', 'USDC', 'USDT'].includes(each.currency))
  const sum = (key: 'raised' | 'fee') => String(dollars.reduce((total, each) => total + Number(each[key]), 0))
  const offerings = overview.offerings.reduce((total, each) => total + each.count, 0)
  const live = overview.offerings.filter((each) => each.status === 'open').reduce((total, each) => total + each.count, 0)
  const people = Object.values(overview.investors).reduce((total, each) => total + each, 0)
  return (
    <IssuerFrame
      title="Overview"
      lead={`Good to see you, ${firstName}. As of ${shortDate(overview.now)}.`}
      action={<ButtonLink to="/issuer/offerings/new">New offering</ButtonLink>}
    >
      <StatRow>
        <Stat
          label="Raised"
          value={money(sum('raised'))}
          note={`Fee so far ${money(sum('fee'))}`}
          to="/issuer/offerings?sort=-amount_raised"
        />
        <Stat label="Offerings open" value={live} note={`${count(offerings)} in all`} to="/issuer/offerings?status=open" />
        <Stat label="Investors" value={people} note={`${count(overview.investors.verified ?? 0)} verified`} to="/issuer/investors" />
        <Stat label="Holders" value={overview.holders} note="persons, not wallets" />
        <Stat label="Investments waiting" value={overview.pending} note="approve or decline" />
        <Stat label="Transfers waiting" value={overview.transfers_waiting} note="to be signed or reviewed" />
      </StatRow>
      {offerings === 0 ? (
        <div className="mt-8">
          <EmptyState title="Create your first offering" action={<ButtonLink to="/issuer/offerings/new">New offering</ButtonLink>}>
            The form checks the regulation as you type, and names the rule and its citation for everything it says.
          </EmptyState>
        </div>
      ) : (
        <div className="mt-9 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <Panel title="Raised over time" note="All offerings in dollars, by the day an investment was accepted.">
            <Chart
              kind="steps"
              label="Raised over time"
              unit="Raised, US dollars"
              until={overview.now}
              points={overview.history.map((each) => ({ x: each.day, raised: Number(each.raised) }))}
              series={[{ key: 'raised', label: 'Raised', tone: 'seal' }]}
              format={(value) => shortMoney(value)}
              formatX={shortDate}
              empty={NOTHING_RAISED}
            />
          </Panel>
          <Panel title="What is due" action={<span className="text-[0.875rem] text-soft">next 60 days</span>}>
            <div className="max-h-80 overflow-y-auto">
              <Deadlines deadlines={overview.deadlines} now={overview.now} />
            </div>
          </Panel>
          <Panel title="Open offerings" action={<TextLink to="/issuer/offerings">All offerings</TextLink>}>
            {open.length === 0 ? <p className="text-soft">No offering is open.</p> : null}
            <ul className="grid gap-5">
              {open.map((each) => (
                <li key={each.id}>
                  <LimitBar
                    kind="goal"
                    label={
                      <Link to={`/issuer/offerings/${each.id}`} className="hover:text-seal hover:underline">
                        {each.name}
                      </Link>
                    }
                    value={each.amount_raised}
                    limit={each.maximum_raise}
                    shown={money(each.amount_raised, each.currency)}
                    shownLimit={money(each.maximum_raise, each.currency)}
                    note={`${REGULATIONS[each.regulation]} · ${plural(each.investor_count, 'investor')}${each.pending ? ` · ${each.pending} waiting` : ''}`}
                  />
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="Waiting for you" note="Oldest first. Approving decides again under the facts of now.">
            {waiting.length === 0 ? <p className="text-soft">Nothing waits.</p> : null}
            <ul className="divide-y divide-rule border-rule border-y empty:hidden">
              {waiting.map((each) => (
                <li key={each.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-2.5 text-[0.9375rem]">
                  <Link
                    to={`/issuer/offerings/${each.offering_id}?view=investors&status=pending`}
                    className="link justify-self-start font-semibold"
                  >
                    {each.investor_name}
                  </Link>
                  <span className="tabular text-right">{money(each.amount, each.currency)}</span>
                  <span className="min-w-0 text-soft">{each.offering_name}</span>
                  <Status tone={stateOf('verification', each.investor_status).tone} className="self-start">
                    identity {stateOf('verification', each.investor_status).word}
                  </Status>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="Investors by country">
            <Chart
              kind="rows"
              label="Investors by country"
              unit="Investors"
              xName="Country"
              height={Math.min(320, 60 + overview.countries.length * 26)}
              points={overview.countries.slice(0, 10).map((each) => ({ x: countryName(each.country), count: each.count }))}
              series={[{ key: 'count', label: 'Investors', tone: 'verdigris' }]}
              empty="No investor yet: each is counted by where they live."
            />
          </Panel>
          <Panel title="Checks by outcome" note="Every decision of the last 30 days.">
            <Chart
              kind="days"
              stacked
              label="Checks by outcome"
              unit="Checks a day"
              until={overview.now}
              points={overview.outcomes.map((each) => ({ x: each.day, allow: each.allow, review: each.review, deny: each.deny }))}
              series={OUTCOME_SERIES}
              empty={NO_DECISION}
              formatX={dayAndMonth}
              height={260}
            />
          </Panel>
        </div>
      )}
    </IssuerFrame>
  )
}
