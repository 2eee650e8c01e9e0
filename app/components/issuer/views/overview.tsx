import { Link } from 'react-router'
import type { Verbs } from '#core/doors/verbs.ts'
import { shortDate } from '../../../lib/dates.ts'
import { amount, count, countryName, money, percent, shortMoney } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { Chart } from '../../dashboard/chart.tsx'
import { Panel } from '../../dashboard/layout.tsx'
import { LimitBar } from '../../dashboard/limit-bar.tsx'
import { Stat, StatRow } from '../../dashboard/stat.tsx'
import { useAct } from '../act.tsx'
import { Deadlines } from '../deadlines.tsx'
import { useEnvironment } from '../frame.tsx'

export type Figures = Awaited<ReturnType<Verbs['readOfferingFigures']>>

const NOTHING_RAISED = (
  <>
    Nothing is raised yet: the first accepted investment begins the curve. <TextLink to="?view=invitations">Invite an investor</TextLink>
  </>
)

const BY_COUNTRY = {
  kind: 'rows' as const,
  label: 'Accepted investors by country',
  unit: 'Investors',
  xName: 'Country',
  series: [{ key: 'persons', label: 'Investors', tone: 'verdigris' as const }],
  empty: 'No accepted investor yet: each is counted by where they live.',
}

/** The figures of an offering, and what follows from them. */
export function OverviewView({ figures }: { figures: Figures }) {
  const { offering } = figures
  const environment = useEnvironment()
  const of = (status: string) => figures.statuses[status] ?? { count: 0, sum: '0' }
  const list = `/issuer/offerings/${offering.id}?view=investors`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <FiguresRow figures={figures} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Panel title="Raise">
          <LimitBar
            kind="goal"
            label="Raised"
            value={offering.amount_raised}
            limit={offering.maximum_raise}
            shown={money(offering.amount_raised, offering.currency)}
            shownLimit={money(offering.maximum_raise, offering.currency)}
            note={
              offering.target_amount
                ? `Target ${money(offering.target_amount, offering.currency)}: ${percent(offering.amount_raised, offering.target_amount)} % reached.`
                : undefined
            }
          />
          <div className="mt-5">
            <Chart
              kind="steps"
              label={`Raised by ${offering.name}`}
              unit={`Raised, ${offering.currency}`}
              until={figures.now}
              points={figures.history.map((each) => ({ x: each.day, raised: Number(each.raised) }))}
              series={[{ key: 'raised', label: 'Raised', tone: 'seal' }]}
              reference={offering.target_amount ? { value: Number(offering.target_amount), label: 'Target' } : undefined}
              format={(value) => shortMoney(value, offering.currency)}
              formatX={shortDate}
              empty={NOTHING_RAISED}
            />
          </div>
        </Panel>
        <Panel title="Limits" note="Counted by person, not by wallet.">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {figures.limits.map((limit) => (
              <LimitBar
                key={limit.key}
                label={limit.label}
                value={String(limit.value)}
                shown={count(limit.value)}
                shownLimit={limit.limit === null ? undefined : count(limit.limit)}
                limit={limit.limit === null ? null : String(limit.limit)}
                note={
                  limit.rule ? (
                    <Link to={`/rules/${limit.rule}`} className="py-0.5 underline decoration-rule-strong underline-offset-4 hover:text-ink">
                      The rule
                    </Link>
                  ) : undefined
                }
              />
            ))}
            <LimitBar
              label="Fee, 1 % of the raise"
              value={offering.fee.accrued}
              limit={offering.fee.cap}
              shown={money(offering.fee.accrued)}
              shownLimit={money(offering.fee.cap)}
              kind="goal"
            />
          </div>
        </Panel>
        <Panel title="Investments by status" note="Each opens the rows behind it.">
          <ul className="divide-y divide-rule border-rule border-y">
            {['accepted', 'pending', 'rejected', 'refunded', 'cancelled']
              .filter((status) => of(status).count > 0 || ['accepted', 'pending', 'rejected'].includes(status))
              .map((status) => (
                <li key={status} className="flex items-baseline justify-between gap-4 py-2 text-[0.9688rem]">
                  <Link to={`${list}&status=${status}`} className="link capitalize">
                    {status}
                  </Link>
                  <span className="tabular">
                    {count(of(status).count)}
                    <span className="ml-4 inline-block min-w-28 text-right text-soft">{money(of(status).sum, offering.currency)}</span>
                  </span>
                </li>
              ))}
          </ul>
        </Panel>
        <Panel title="Investors by country">
          <Chart
            {...BY_COUNTRY}
            height={Math.min(300, 60 + figures.countries.length * 26)}
            points={figures.countries.slice(0, 10).map((each) => ({ x: countryName(each.country), persons: each.persons }))}
          />
        </Panel>
        <Panel title="What is due">
          <div className="max-h-80 overflow-y-auto">
            <Deadlines deadlines={figures.deadlines} now={figures.now} />
          </div>
          <div className="mt-3">
            <AsApiCall
              environment={environment}
              label="Read what is due"
              call={{ method: 'GET', path: `/v1/offerings/${offering.id}/deadlines` }}
            />
          </div>
          {offering.regulation.startsWith('reg_d') ? <FormD figures={figures} /> : null}
        </Panel>
        <Panel title="Terms">
          <dl className="divide-y divide-rule border-rule border-y text-[0.9375rem]">
            {termRows(figures).map(([name, value]) => (
              <div key={name} className="flex justify-between gap-6 py-1.5">
                <dt className="text-soft">{name}</dt>
                <dd className="text-right">{value}</dd>
              </div>
            ))}
          </dl>
          {offering.description ? <p className="mt-3 max-w-[68ch] whitespace-pre-line text-[0.9688rem]">{offering.description}</p> : null}
        </Panel>
      </div>
      <div>
        <AsApiCall
          environment={environment}
          call={{ method: 'GET', path: `/v1/offerings/${offering.id}?expand[]=holders_summary` }}
          label="Read this offering"
        />
      </div>
    </div>
  )
}

function FiguresRow({ figures }: { figures: Figures }) {
  const { offering } = figures
  const pending = figures.statuses.pending?.count ?? 0
  const here = `/issuer/offerings/${offering.id}`
  const waiting = ['review', 'approved', 'submitted', 'awaiting_counterparty'].reduce(
    (sum, each) => sum + (figures.transfers[each] ?? 0),
    0,
  )
  return (
    <StatRow>
      <Stat
        label="Raised"
        value={money(offering.amount_raised, offering.currency)}
        note={`${percent(offering.amount_raised, offering.maximum_raise)} % of ${money(offering.maximum_raise, offering.currency)}`}
      />
      <Stat
        label="Investors"
        value={offering.investor_count}
        note={pending ? `${count(pending)} waiting` : 'none waiting'}
        to={`${here}?view=investors`}
      />
      <Stat
        label="Holders"
        value={figures.holders}
        note={`${amount(offering.tokens_issued)} of ${amount(offering.total_supply)} issued`}
        to={`${here}?view=cap-table`}
      />
      <Stat
        label="Locked tokens"
        value={amount(figures.locked.units)}
        note={figures.locked.next ? `next free ${shortDate(figures.locked.next)}` : 'none locked'}
        to={`${here}?view=cap-table`}
      />
      <Stat label="Transfers waiting" value={waiting} to={`${here}?view=transfers&status=waiting`} />
      <Stat label="Fee" value={money(offering.fee.accrued)} note="1 %, capped at $1,000,000" to={`${here}?view=fees`} />
    </StatRow>
  )
}

export function termRows({ offering }: Figures): [string, string][] {
  const terms = offering.restrictions
  return [
    ['Type', offering.type.replaceAll('_', ' ')],
    ['Price of a token', money(offering.price_per_token, offering.currency)],
    ['Total supply', amount(offering.total_supply)],
    ['Most to raise', money(offering.maximum_raise, offering.currency)],
    ['Target', offering.target_amount ? money(offering.target_amount, offering.currency) : 'none'],
    ['Minimum investment', money(offering.minimum_investment, offering.currency)],
    ['Accredited only', terms.accredited_only ? 'yes' : 'no'],
    ['Lock-up', terms.lockup_days ? `${terms.lockup_days} days` : 'none'],
    ['Holding period', terms.holding_period ?? 'none'],
    ['Permitted countries', offering.allowed_countries.map(countryName).join(', ') || 'any'],
    ['Excluded countries', offering.blocked_countries.map(countryName).join(', ') || 'none of its own'],
    ['Closes', offering.closes_at ? shortDate(offering.closes_at) : 'open-ended'],
  ]
}

function FormD({ figures }: { figures: Figures }) {
  const environment = useEnvironment()
  const { Form, busy, refusal, sent } = useAct(undefined, 'form-d')
  return (
    <div className="mt-4 text-[0.9375rem]">
      {figures.form_d_filed_at ? (
        <p>Form D was filed on {shortDate(figures.form_d_filed_at)}.</p>
      ) : (
        <Form method="post" className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="intent" value="form-d" />
          <Field label="Form D was filed on" error={refusal?.fields[0]?.detail ?? refusal?.message}>
            <Input type="date" name="filed_at" required defaultValue={sent?.filed_at} className="h-10" max={figures.now.slice(0, 10)} />
          </Field>
          <Button type="submit" variant="outline" size="sm" className="h-10" busy={busy}>
            Record
          </Button>
        </Form>
      )}
      {figures.form_d_filed_at ? null : (
        <div className="mt-3">
          <AsApiCall
            environment={environment}
            label="Record it"
            call={{
              method: 'POST',
              path: `/v1/offerings/${figures.offering.id}/form-d`,
              body: { filed_at: figures.now.slice(0, 10) },
            }}
          />
        </div>
      )}
      {figures.first_sale_at ? (
        <p className="mt-1 text-soft">First sale {shortDate(figures.first_sale_at)}.</p>
      ) : (
        <p className="mt-1 text-soft">No sale yet: Form D is due 15 days after the first.</p>
      )}
    </div>
  )
}
