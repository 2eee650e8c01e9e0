import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { Form, useNavigation, useSearchParams } from 'react-router'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { HeldLists } from '../../components/admin/held-lists.tsx'
import { ListDelta } from '../../components/admin/list-delta.tsx'
import { listName, withListNames } from '../../components/admin/list-names.ts'
import { ListSources } from '../../components/admin/list-sources.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { Chart } from '../../components/dashboard/chart.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { Stat, StatRow } from '../../components/dashboard/stat.tsx'
import { act, useAct } from '../../lib/act.ts'
import { useReadAgain } from '../../lib/connection.ts'
import { dateTime } from '../../lib/dates.ts'
import { count, plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/lists.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Sanctions lists', description: 'Versions, age, differences and what a change touched.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, environment } = requireSession(context, request, ['admin'])
  const params = new URL(request.url).searchParams
  const delta = params.get('delta')
  const threshold = Number(params.get('threshold'))
  const last = Number(params.get('last')) || 1_000
  const [lists, radius, difference, preview] = await Promise.all([
    verbs.listListVersions({ limit: 30 }),
    verbs.readBlastRadius(),
    delta ? readOr404(verbs.readListDelta({ to: delta, limit: 100 })) : null,
    params.has('threshold') ? readOr404(verbs.previewThreshold({ threshold, last })) : null,
  ])
  return { lists, radius: radius.data, delta: difference, preview, environment }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const id = form.get('id')
  if (id === null) return act('The worker was asked to refresh all lists', () => verbs.refreshListsNow())
  return act('Your word is noted', () => verbs.settleHeldList({ id, outcome: form.get('outcome'), reason: form.get('reason') }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Lists({ loaderData }: Route.ComponentProps) {
  const { lists, radius, delta, preview, environment } = loaderData
  const refresh = useAct()
  const { readAgain } = useReadAgain()
  const running = lists.refreshes.some((one) => one.finished_at === null)
  const failed = lists.refreshes.filter((one) => one.state === 'failed')
  // While a download runs, the page follows it.
  useEffect(() => {
    if (!running && !refresh.result) return
    const timer = setInterval(() => void readAgain(true), 1_500)
    const end = setTimeout(() => clearInterval(timer), running ? 600_000 : 15_000)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [running, refresh.result, readAgain])
  return (
    <AdminFrame
      title="Sanctions lists"
      lead="Refreshed every hour from their publishers. A list that cannot be had goes on ageing until checks turn to review, then are refused; nothing is ever cleared by a stale list."
      environment={environment}
      action={
        <refresh.Form method="post">
          <Button type="submit" busy={refresh.busy || running} busyLabel="Refreshing">
            <RotateCw className="size-4" aria-hidden /> Refresh now
          </Button>
        </refresh.Form>
      }
    >
      <Refusal refusal={refresh.refusal} className="mb-5" />
      {lists.warnings.map((warning) => (
        <Alert key={warning} tone="warning" className="mb-3">
          {withListNames(warning)}
        </Alert>
      ))}
      {failed.length > 0 && !running ? (
        <Alert tone="error" className="mb-3" title={`${plural(failed.length, 'list')} could not be refreshed`}>
          The publisher could not be reached, or its answer was not a list: {failed.map((one) => listName(one.source)).join(', ')}. Nothing
          was lost: the last good version stays in force and goes on ageing. Look at the network, then refresh again.
        </Alert>
      ) : null}
      <HeldLists held={lists.held} environment={environment} />
      <StatRow className="mt-7 mb-10">
        <Stat
          label="Lists in force"
          value={count(lists.sources.length)}
          note={`${count(lists.sources.filter((one) => one.stale).length)} stale`}
        />
        <Stat label="Entities" value={count(lists.index?.entities ?? 0)} />
        <Stat
          label="Names"
          value={count(lists.index?.names ?? 0)}
          note={lists.index ? `indexed in ${(lists.index.build_ms / 1000).toFixed(1)} s` : undefined}
        />
        <Stat label="Wallet addresses" value={count(lists.index?.addresses ?? 0)} />
      </StatRow>
      <Panel title="In force">
        <ListSources sources={lists.sources} refreshes={lists.refreshes} />
      </Panel>
      <Panel
        title="Blast radius"
        className="mt-12"
        note="What each change of a list did to monitored subjects of all tenants. Only those it can touch are screened again."
      >
        {radius.length === 0 ? (
          <EmptyState title="No list has changed yet">
            With the first new version, subjects newly hit, changed and cleared are counted here.
          </EmptyState>
        ) : (
          <Table label="Blast radius" className="row-cards">
            <thead>
              <tr>
                <Th>Loaded (UTC)</Th>
                <Th>List</Th>
                <Th className="text-right">Entries +/~/−</Th>
                <Th className="text-right">Watched</Th>
                <Th className="text-right">Screened again</Th>
                <Th className="text-right">Newly hit</Th>
                <Th className="text-right">Changed</Th>
                <Th className="text-right">Cleared</Th>
                <Th className="text-right">Suspended</Th>
                <Th className="text-right">Exceptions voided</Th>
                <Th className="text-right">Took</Th>
              </tr>
            </thead>
            <tbody>
              {radius.map((one) => (
                <tr key={one.version_id}>
                  <Td className="tabular whitespace-nowrap text-soft">{dateTime(one.loaded_at)}</Td>
                  <Td data-label="List" className="whitespace-nowrap">
                    <TextLink to={`?delta=${one.version_id}#delta`} preventScrollReset>
                      {listName(one.source)}
                    </TextLink>
                  </Td>
                  <Td data-label="Entries +/~/−" className="tabular text-right whitespace-nowrap">
                    {count(one.added)} / {count(one.changed)} / {count(one.removed)}
                  </Td>
                  <Td data-label="Watched" className="tabular text-right">
                    {count(one.report.subjects)}
                  </Td>
                  <Td data-label="Screened again" className="tabular text-right">
                    {count(one.report.rescreened)}
                  </Td>
                  <Td data-label="Newly hit" className="tabular text-right">
                    {one.report.created > 0 ? <Status tone="bad">{count(one.report.created)}</Status> : '0'}
                  </Td>
                  <Td data-label="Changed" className="tabular text-right">
                    {count(one.report.updated)}
                  </Td>
                  <Td data-label="Cleared" className="tabular text-right">
                    {count(one.report.cleared)}
                  </Td>
                  <Td data-label="Credentials suspended" className="tabular text-right">
                    {count(one.report.credentials_suspended ?? 0)}
                  </Td>
                  <Td data-label="Exceptions voided" className="tabular text-right">
                    {count(one.report.exceptions_voided)}
                  </Td>
                  <Td data-label="Took" className="tabular text-right whitespace-nowrap">
                    {one.report.seconds.toFixed(1)} s
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Panel>
      <Panel title="Versions" className="mt-12" note="Kept whole, so that a check as of any day answers from the list of that day.">
        {delta ? (
          <div className="mb-6">
            <ListDelta delta={delta} />
          </div>
        ) : null}
        {lists.versions.length === 0 ? (
          <EmptyState title="No version is stored yet" />
        ) : (
          <Table label="Versions" className="row-cards">
            <thead>
              <tr>
                <Th>List</Th>
                <Th>Version</Th>
                <Th className="text-right">Entries</Th>
                <Th className="text-right">Names</Th>
                <Th className="text-right">Addresses</Th>
                <Th className="sm:pl-6">Loaded (UTC)</Th>
                <Th>From</Th>
                <Th>
                  <span className="sr-only">Changes</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {lists.versions.map((one) => (
                <tr key={one.id}>
                  <Td className="font-semibold whitespace-nowrap">{listName(one.source)}</Td>
                  <Td data-label="Version" data-wide="" className="whitespace-nowrap">
                    <code className="text-[0.8125rem]" title={one.sha256}>
                      {one.version}
                    </code>{' '}
                    {one.in_force ? <Status tone="good">in force</Status> : null}
                  </Td>
                  <Td data-label="Entries" className="tabular text-right">
                    {count(one.entries)}
                  </Td>
                  <Td data-label="Names" className="tabular text-right">
                    {count(one.names)}
                  </Td>
                  <Td data-label="Addresses" className="tabular text-right">
                    {count(one.addresses)}
                  </Td>
                  <Td data-label="Loaded (UTC)" className="tabular sm:pl-6 whitespace-nowrap text-soft">
                    {dateTime(one.loaded_at)}
                  </Td>
                  <Td data-label="From" className="text-soft">
                    {one.origin}
                  </Td>
                  <Td className="text-right whitespace-nowrap">
                    <TextLink to={`?delta=${one.id}#delta`} preventScrollReset>
                      What changed<span className="sr-only"> with {one.version}</span>
                    </TextLink>
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Panel>
      <Threshold preview={preview} environment={environment} />
    </AdminFrame>
  )
}

/** What another threshold would make of the newest checks of one's own organisation. */
function Threshold({ preview, environment }: Pick<Route.ComponentProps['loaderData'], 'preview' | 'environment'>) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  return (
    <Panel
      title="Threshold preview"
      className="mt-12"
      note={`The newest name checks of your organisation in ${environment} are screened again at another score. Nothing is changed.`}
    >
      <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-4">
        <Field label="Score of review" className="w-40">
          <Input
            type="number"
            name="threshold"
            min={0.5}
            max={0.9}
            step={0.005}
            defaultValue={params.get('threshold') ?? '0.85'}
            required
          />
        </Field>
        <Field label="Newest checks" className="w-40">
          <Select name="last" defaultValue={params.get('last') ?? '1000'}>
            {[100, 500, 1_000].map((last) => (
              <option key={last} value={last}>
                {count(last)}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="outline" busy={busy}>
          Preview
        </Button>
      </Form>
      {preview?.checks === 0 ? (
        <p className="mt-6 text-soft" role="status">
          Your organisation has no name check in {environment} yet, so there is nothing to screen again.
        </p>
      ) : preview ? (
        <div className="mt-6" aria-live="polite">
          <p className="max-w-[68ch]">
            At {preview.threshold}, of the last {plural(preview.checks, 'check')}, <strong>{count(preview.become_review)}</strong> that were
            clear become review and <strong>{count(preview.become_clear)}</strong> that were in review become clear.
            {preview.erased > 0 ? ` ${count(preview.erased)} cannot be screened again, because their subject was erased.` : ''}
          </p>
          <div className="mt-4">
            <Chart
              label="Reviews at other thresholds"
              unit="Cases in review"
              xName="Threshold"
              kind="bar"
              points={preview.curve.map((one) => ({ x: String(one.threshold), reviews: one.possible_match }))}
              series={[{ key: 'reviews', label: 'In review', tone: 'ochre' }]}
              empty="No screening to look at again: there is nothing to compare."
            />
          </div>
        </div>
      ) : null}
    </Panel>
  )
}
