import { RotateCw } from 'lucide-react'
import { CheckGrid } from '../../components/admin/check-grid.tsx'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { act, textOf, useAct } from '../../lib/act.ts'
import { useReadAgain } from '../../lib/connection.ts'
import { dateTime } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/system.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'System', description: 'Queues, lags, storage and errors of this installation.', noindex: true })

const perPage = 10

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), { filters: ['q', 'level'], sort: '-created_at', sorts: ['created_at'] })
  const [system, errors] = await Promise.all([
    verbs.readSystem(),
    readOr404(verbs.listErrors({ search: filters.q, level: filters.level as 'error', page, per_page: perPage })),
  ])
  return { system, errors, page, read_at: new Date().toISOString() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  return act('The mail is queued again', () => verbs.retryMail({ id: textOf(form, 'id') ?? '' }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Entry = Route.ComponentProps['loaderData']['errors']['data'][number]
const levels = { error: 'bad', warn: 'waiting', info: 'neutral', debug: 'neutral' } as const
const errorColumns: Column<Entry>[] = [
  { key: 'created_at', label: 'When (UTC)', text: (row) => dateTime(row.created_at), className: 'tabular text-soft' },
  {
    key: 'level',
    label: 'Level',
    text: (row) => row.level,
    cell: (row) => <Status tone={levels[row.level as keyof typeof levels] ?? 'neutral'}>{row.level}</Status>,
  },
  {
    key: 'message',
    label: 'What happened',
    text: (row) => row.message,
    className: 'min-w-72 whitespace-normal',
    cell: (row) => (
      <details>
        <summary className="min-h-6 break-words hover:text-seal">{row.message}</summary>
        <pre className="mt-2 max-h-64 overflow-auto bg-sunk p-3 text-[0.8125rem]">
          <code>{JSON.stringify({ id: row.id, kind: row.kind, data: row.data }, null, 2)}</code>
        </pre>
      </details>
    ),
  },
]

const bytes = (value: number) => (value >= 2 ** 20 ? `${(value / 2 ** 20).toFixed(1)} MB` : `${Math.ceil(value / 1024)} KB`)

export default function System({ loaderData }: Route.ComponentProps) {
  const { system, errors, page, read_at } = loaderData
  const { readAgain, reading } = useReadAgain()
  const retry = useAct()
  return (
    <AdminFrame
      title="System"
      lead={`Measured when this page was read, ${dateTime(read_at)} UTC.`}
      action={
        <Button variant="outline" onClick={() => void readAgain()} busy={reading}>
          <RotateCw className="size-4" aria-hidden /> Measure again
        </Button>
      }
    >
      <CheckGrid checks={system.checks} heading="h2" />
      <Panel title="Job queues" className="mt-10" note="Scheduled work, run once over all processes. Failures of the last 24 hours.">
        {system.queues.length === 0 ? (
          <EmptyState title="No worker has started yet">Queues appear when the first process with the worker's role runs.</EmptyState>
        ) : (
          <Table label="Job queues" className="row-cards">
            <thead>
              <tr>
                <Th>Queue</Th>
                <Th>Schedule (UTC)</Th>
                <Th className="text-right">Waiting</Th>
                <Th className="text-right">Running</Th>
                <Th className="text-right">Failed</Th>
                <Th className="sm:pl-6">Last ended well</Th>
                <Th className="text-right">Took</Th>
              </tr>
            </thead>
            <tbody>
              {system.queues.map((queue) => (
                <tr key={queue.name}>
                  <Td className="font-semibold whitespace-nowrap">{queue.name}</Td>
                  <Td data-label="Schedule (UTC)" className="whitespace-nowrap">
                    <code>{queue.cron ?? 'on demand'}</code>
                  </Td>
                  <Td data-label="Waiting" className="tabular text-right">
                    {count(queue.waiting)}
                  </Td>
                  <Td data-label="Running" className="tabular text-right">
                    {count(queue.active)}
                  </Td>
                  <Td data-label="Failed" className="tabular text-right">
                    {queue.failed > 0 ? (
                      <details className="text-left">
                        <summary>
                          <Status tone="bad">{count(queue.failed)}</Status>
                        </summary>
                        <p className="mt-1 max-w-72 whitespace-normal text-[0.875rem]">{queue.last_error}</p>
                      </details>
                    ) : (
                      '0'
                    )}
                  </Td>
                  <Td data-label="Last ended well" className="tabular sm:pl-6 whitespace-nowrap text-soft">
                    {queue.last_completed_at ? dateTime(queue.last_completed_at) : 'not yet'}
                  </Td>
                  <Td data-label="Took" className="tabular text-right whitespace-nowrap">
                    {queue.last_duration_ms === null ? '' : `${count(queue.last_duration_ms)} ms`}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Panel>
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 xl:grid-cols-2">
        <Panel title="Webhooks in trouble" note="Endpoints that fail or were disabled. Only the host is shown.">
          {system.endpoints.length === 0 ? (
            <EmptyState title="Every endpoint answers" />
          ) : (
            <Table label="Webhooks in trouble" className="row-cards">
              <thead>
                <tr>
                  <Th>Host</Th>
                  <Th>State</Th>
                  <Th>Since (UTC)</Th>
                  <Th>Organisation</Th>
                </tr>
              </thead>
              <tbody>
                {system.endpoints.map((endpoint) => (
                  <tr key={endpoint.id}>
                    <Td className="break-all font-semibold">{endpoint.host}</Td>
                    <Td data-label="State">
                      <Status tone={endpoint.status === 'disabled' ? 'bad' : 'waiting'}>
                        {endpoint.status === 'disabled' ? 'disabled' : 'failing'}
                      </Status>
                      {endpoint.reason ? <p className="mt-1 text-[0.875rem] text-soft">{endpoint.reason}</p> : null}
                    </Td>
                    <Td data-label="Since (UTC)" className="tabular whitespace-nowrap text-soft">
                      {endpoint.failing_since ? dateTime(endpoint.failing_since) : ''}
                    </Td>
                    <Td data-label="Organisation" data-wide="">
                      <code className="text-[0.8125rem]">{endpoint.organization_id}</code>
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Panel>
        <Panel title="Mail in trouble" note="Given up, or waiting after a failed attempt.">
          <Refusal refusal={retry.refusal} className="mb-3" />
          {system.mails.length === 0 ? (
            <EmptyState title="Every mail was sent" />
          ) : (
            <Table label="Mail in trouble" className="row-cards">
              <thead>
                <tr>
                  <Th>Subject</Th>
                  <Th>State</Th>
                  <Th>
                    <span className="sr-only">Act</span>
                  </Th>
                </tr>
              </thead>
              <tbody>
                {system.mails.map((mail) => (
                  <tr key={mail.id}>
                    <Td>
                      <p className="font-semibold">{mail.subject}</p>
                      <p className="text-[0.875rem] text-soft">{mail.error}</p>
                    </Td>
                    <Td data-label="State" className="whitespace-nowrap">
                      <Status tone={mail.status === 'failed' ? 'bad' : 'waiting'}>
                        {mail.status === 'failed' ? 'given up' : 'waiting'}
                      </Status>
                      <p className="tabular mt-1 text-[0.875rem] text-soft">{mail.attempts} attempts</p>
                    </Td>
                    <Td data-label="Act" className="text-right">
                      <retry.Form method="post">
                        <input type="hidden" name="id" value={mail.id} />
                        <Button type="submit" variant="outline" size="sm" disabled={retry.busy}>
                          Send again<span className="sr-only"> {mail.subject}</span>
                        </Button>
                      </retry.Form>
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Panel>
        <Panel title="Largest tables">
          <Table label="Largest tables">
            <thead>
              <tr>
                <Th>Table</Th>
                <Th className="text-right">Rows, about</Th>
                <Th className="text-right">Size</Th>
              </tr>
            </thead>
            <tbody>
              {system.tables.map((table) => (
                <tr key={table.name}>
                  <Td>
                    <code>{table.name}</code>
                  </Td>
                  <Td className="tabular text-right">{count(table.rows)}</Td>
                  <Td className="tabular text-right">{bytes(table.bytes)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Panel>
      </div>
      <Panel title="Reported by browsers" className="mt-10" note="Errors and warnings, with personal fields and secrets taken out.">
        <DataTable
          label="Reported by browsers"
          columns={errorColumns}
          rows={errors.data}
          total={errors.total}
          page={page}
          pageSize={perPage}
          search="Search messages"
          filters={[
            { name: 'level', label: 'Level', options: ['error', 'warn', 'info', 'debug'].map((level) => ({ value: level, label: level })) },
          ]}
          empty={{ title: 'Nothing was reported' }}
        />
      </Panel>
    </AdminFrame>
  )
}
