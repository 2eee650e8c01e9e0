import { ChevronRight, Search } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { stateOf } from '#core/kernel/states.ts'
import { DeveloperHead } from '../../components/developer/head.tsx'
import { dateTime } from '../../lib/dates.ts'
import { environmentOf, inEnvironment } from '../../lib/environment.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { statusTone } from '../../lib/tones.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Route } from './+types/logs.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Request logs', description: 'Your calls with their bodies and decisions.', noindex: true })

const periods: Record<string, { label: string; hours: number }> = {
  '1h': { label: 'Last hour', hours: 1 },
  '24h': { label: 'Last 24 hours', hours: 24 },
  '7d': { label: 'Last 7 days', hours: 168 },
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const environment = environmentOf(request.url)
  const verbs = await requireSession(context, request).verbs.developer(environment)
  const search = new URL(request.url).searchParams
  const text = (name: string) => search.get(name)?.trim().slice(0, 100) || undefined
  const failed = (['true', 'false'] as const).find((each) => each === search.get('failed'))
  const method = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((each) => each === search.get('method'))
  const period = periods[search.get('period') ?? '']
  const filter = {
    q: text('q'),
    failed,
    method,
    error_code: text('error_code'),
    decision_id: text('decision_id'),
    operation: text('operation'),
  }
  const page = await readOr404(
    verbs.listRequestLogs({
      ...filter,
      limit: 50,
      cursor: search.get('cursor') ?? undefined,
      ...(period && { created_after: new Date(Date.now() - period.hours * 3_600_000).toISOString() }),
    }),
  )
  return {
    environment,
    logs: page.data,
    next: page.next_cursor,
    filter,
    period: period ? search.get('period')! : '',
    search: search.toString(),
  }
}

export default function Logs({ loaderData: { environment, logs, next, filter, period, search } }: Route.ComponentProps) {
  const busy = useNavigation().state === 'loading'
  const filtered = Object.values(filter).some(Boolean) || period !== ''
  const older = new URLSearchParams(search)
  if (next) older.set('cursor', next)
  return (
    <div className="pb-20">
      <DeveloperHead
        title="Request logs"
        lead="Every call of your keys, with personal fields taken out. Kept 30 days in the sandbox, 90 in production."
        environment={environment}
      />
      <div className="shell mt-8">
        <Form method="get" className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,3fr)_1fr_1fr_1fr_1fr_auto]" role="search">
          {environment === 'production' ? <input type="hidden" name="environment" value="production" /> : null}
          <Field label="Search" className="sm:max-lg:col-span-2">
            <Input name="q" type="search" placeholder="Part of a path, a request id or a wallet" defaultValue={filter.q} maxLength={100} />
          </Field>
          <Field label="Answer">
            <Select name="failed" defaultValue={filter.failed ?? ''}>
              <option value="">Any</option>
              <option value="false">Succeeded</option>
              <option value="true">Failed</option>
            </Select>
          </Field>
          <Field label="Method">
            <Select name="method" defaultValue={filter.method ?? ''}>
              <option value="">Any</option>
              {['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </Field>
          <Field label="Time">
            <Select name="period" defaultValue={period}>
              <option value="">Any</option>
              {Object.entries(periods).map(([id, { label }]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Error code">
            <Input
              name="error_code"
              className="font-mono text-[0.8438rem]"
              defaultValue={filter.error_code}
              maxLength={100}
              spellCheck={false}
            />
          </Field>
          {filter.decision_id ? <input type="hidden" name="decision_id" value={filter.decision_id} /> : null}
          {filter.operation ? <input type="hidden" name="operation" value={filter.operation} /> : null}
          <Button type="submit" variant="outline" busy={busy}>
            {busy ? null : <Search className="size-4" aria-hidden />} Search
          </Button>
        </Form>
        {filtered ? (
          <p className="mt-4 text-[0.9375rem] text-soft">
            {filter.operation ? <>Operation {filter.operation}. </> : null}
            {filter.decision_id ? <>Decision {filter.decision_id}. </> : null}
            <Link to={inEnvironment('/developer/logs', environment)} className="link">
              Clear all filters
            </Link>
          </p>
        ) : null}
        <div className="mt-6" aria-live="polite" aria-busy={busy}>
          {logs.length === 0 ? (
            <EmptyState
              title={filtered ? 'No request matches' : 'No requests yet'}
              action={filtered ? null : <ButtonLink to="/developer/api-playground">Open the playground</ButtonLink>}
            >
              {filtered
                ? 'Take a filter away, or look in the other environment.'
                : 'Calls made with a key of your organisation appear here within a second.'}
            </EmptyState>
          ) : (
            <ul className="border-rule border-t">
              {logs.map((log) => (
                <li key={log.id} className="border-rule border-b">
                  <Link
                    to={inEnvironment(`/developer/logs/${log.id}`, environment)}
                    prefetch="intent"
                    className="group grid min-h-12 grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2 hover:bg-sunk sm:grid-cols-[3.5rem_4rem_minmax(0,1fr)_8rem_5rem_10.5rem_1rem]"
                  >
                    <Status tone={statusTone(log.status)} className="justify-center [&_svg]:hidden">
                      {log.status}
                    </Status>
                    <code className="text-[0.8125rem] text-seal max-sm:hidden">{log.method}</code>
                    <code className="truncate text-[0.8438rem] group-hover:text-seal">
                      <span className="text-seal sm:hidden">{log.method} </span>
                      {log.path}
                      {log.error_code ? <span className="text-soft"> · {log.error_code}</span> : null}
                    </code>
                    <span className="max-sm:order-2 max-sm:col-start-2 max-sm:row-start-2">
                      {log.outcome ? <Status tone={stateOf('decision', log.outcome).tone}>{log.outcome}</Status> : null}
                    </span>
                    <span className="tabular text-right text-[0.875rem] text-soft max-sm:hidden">{log.duration_ms} ms</span>
                    <span className="tabular text-right text-[0.875rem] text-soft max-sm:text-[0.8125rem]">{dateTime(log.created_at)}</span>
                    <ChevronRight className="size-4 text-soft max-sm:hidden" aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {next || search.includes('cursor=') ? (
            <p className="mt-4 flex gap-6">
              {search.includes('cursor=') ? (
                <Link to={inEnvironment('/developer/logs', environment)} className="link">
                  Newest
                </Link>
              ) : null}
              {next ? (
                <Link to={`/developer/logs?${older}`} className="link">
                  Older
                </Link>
              ) : null}
            </p>
          ) : null}
        </div>
      </div>
    </div>
  )
}
