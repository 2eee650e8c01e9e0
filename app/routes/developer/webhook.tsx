import { useEffect, useState } from 'react'
import { Link, redirect } from 'react-router'
import { type AttemptRow, Attempts } from '../../components/developer/attempts.tsx'
import { DrillReport } from '../../components/developer/drill-report.tsx'
import { EndpointForm } from '../../components/developer/endpoint-form.tsx'
import { EndpointState } from '../../components/developer/endpoint-state.tsx'
import { EndpointVersion } from '../../components/developer/endpoint-version.tsx'
import { BodyView } from '../../components/developer/exchange.tsx'
import { DeveloperHead } from '../../components/developer/head.tsx'
import { Overlap } from '../../components/developer/overlap.tsx'
import { Replay } from '../../components/developer/replay.tsx'
import { ShownOnce } from '../../components/developer/shown-once.tsx'
import { cn } from '../../lib/cn.ts'
import { dateTime } from '../../lib/dates.ts'
import { environmentOf, inEnvironment } from '../../lib/environment.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepAttempt } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { useShownFetcher } from '../../ui/shown-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/webhook.ts'
import { actOnEndpoint } from './webhook-actions.server.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData ? `Webhook to ${new URL(args.loaderData.endpoint.url).host}` : 'Webhook',
    description: 'One endpoint: its tries, replays, drill and secret.',
    noindex: true,
  })

const typeOf = (body: string | null) => {
  try {
    return String((JSON.parse(body ?? '') as { type?: string }).type ?? 'unknown')
  } catch {
    return 'unknown'
  }
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const environment = environmentOf(request.url)
  const { verbs: own } = requireSession(context, request)
  const verbs = await own.developer(environment)
  const search = new URL(request.url).searchParams
  const endpoint = await readOr404(verbs.getWebhookEndpoint({ id: params.id }))
  const failed = search.get('failed') === 'true' ? ('true' as const) : undefined
  const eventId = search.get('event_id') ?? undefined
  const cursor = search.get('cursor') ?? undefined
  const attempts = await readOr404(verbs.listWebhookAttempts({ id: params.id, limit: 25, cursor, failed, event_id: eventId }))
  return {
    environment,
    endpoint,
    types: own.listEventTypes(),
    versions: context.get(serverContext)!.versions,
    filter: { failed: failed === 'true', eventId: eventId ?? null, cursor: cursor ?? null },
    next: attempts.next_cursor,
    attempts: attempts.data.map((row): AttemptRow => ({ ...row, type: typeOf(row.request.body) })),
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const environment = environmentOf(request.url)
  const verbs = await requireSession(context, request).verbs.developer(environment)
  const form = await request.formData()
  if (form.get('intent') === 'delete') {
    await readOr404(verbs.deleteWebhookEndpoint({ id: params.id }))
    throw redirect(inEnvironment('/developer/webhooks', environment))
  }
  return actOnEndpoint(verbs, params.id, form)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAttempt(serverAction)

export default function Webhook({ loaderData: { environment, endpoint, types, versions, attempts, filter, next } }: Route.ComponentProps) {
  const fetcher = useShownFetcher<typeof action>()
  const [editing, setEditing] = useState(false)
  const [asked, setAsked] = useState<'delete' | 'rotate' | 'disable' | null>(null)
  const [overlap, setOverlap] = useState('24')
  const [secret, setSecret] = useState<string | null>(null)
  const path = `/developer/webhooks/${endpoint.id}`
  const address = inEnvironment(path, environment)
  const busy = fetcher.state !== 'idle'
  const intent = String(fetcher.formData?.get('intent') ?? '')
  const done = fetcher.data?.done
  const send = (fields: Record<string, string>) => void fetcher.submit(fields, { method: 'post', action: address })

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    setAsked(null)
    if (fetcher.data.refused !== undefined) {
      toast.error('Error', { description: fetcher.data.refused })
      return
    }
    const result = fetcher.data.done
    if (result.kind === 'edited') {
      setEditing(false)
      toast.success('Endpoint saved')
    }
    if (result.kind === 'status') toast.success(result.status === 'enabled' ? 'Endpoint enabled' : 'Endpoint disabled')
    if (result.kind === 'rotated') setSecret(result.secret)
    if (result.kind === 'resent') toast.success('Sent again', { description: 'The try appears here in a moment.' })
  }, [fetcher.state, fetcher.data])

  const query = (changes: Record<string, string | null>) => {
    const search = new URLSearchParams()
    const all = {
      environment: environment === 'production' ? 'production' : null,
      failed: filter.failed ? 'true' : null,
      event_id: filter.eventId,
      ...changes,
    }
    for (const [name, value] of Object.entries(all)) if (value) search.set(name, value)
    return `${path}${search.size ? `?${search}` : ''}`
  }

  return (
    <div className="pb-20">
      <DeveloperHead
        title={new URL(endpoint.url).host}
        lead={<span className="break-all">{endpoint.url}</span>}
        action={
          <span className="flex flex-wrap gap-3">
            <Button variant="outline" onClick={() => setEditing(!editing)} aria-expanded={editing}>
              Edit
            </Button>
            {endpoint.status === 'enabled' ? (
              <Button variant="outline" onClick={() => setAsked('disable')}>
                Disable
              </Button>
            ) : (
              <Button busy={busy && intent === 'status'} onClick={() => send({ intent: 'status', status: 'enabled' })}>
                Enable
              </Button>
            )}
          </span>
        }
      />
      <div className="shell mt-8 grid grid-cols-[minmax(0,1fr)] gap-12">
        {secret ? (
          <ShownOnce
            title="New signing secret"
            note="Copy it now: it is shown this once. Until the overlap ends, messages are signed with both secrets."
            value={secret}
            onDismiss={() => setSecret(null)}
          />
        ) : null}
        {endpoint.status === 'disabled' ? (
          <Alert tone="warning" title="This endpoint is disabled">
            {endpoint.disabled_reason ?? 'Nothing is sent to it.'} After enabling it, send again what it missed.
          </Alert>
        ) : null}
        {editing ? (
          <Card className="max-w-3xl">
            <CardTitle>Change the endpoint</CardTitle>
            <fetcher.Form method="post" action={address} className="mt-5 grid gap-5">
              <input type="hidden" name="intent" value="edit" />
              <EndpointForm
                values={endpoint}
                types={types}
                errors={!busy && fetcher.data?.refused !== undefined ? fetcher.data.fields : {}}
                busy={busy && intent === 'edit'}
                action="Save"
                onCancel={() => setEditing(false)}
              />
            </fetcher.Form>
          </Card>
        ) : null}
        <dl className="grid gap-x-10 border-rule border-t sm:grid-cols-2">
          <Fact label="State">
            <EndpointState state={endpoint.state} />
          </Fact>
          <Fact label="Id">
            <code className="break-all text-[0.8125rem]">{endpoint.id}</code>
          </Fact>
          <Fact label="Events">
            <code className="break-words text-[0.8125rem]">
              {endpoint.event_types.includes('*') ? 'all' : endpoint.event_types.join(', ')}
            </code>
          </Fact>
          <Fact label="Payload">
            {endpoint.payload}
            {endpoint.strict_order ? ', in strict order' : ''}
          </Fact>
          <Fact label="API version">
            <EndpointVersion address={address} pinned={endpoint.api_version} versions={versions} />
          </Fact>
          <Fact label="Secret">
            {endpoint.previous_secret_until && new Date(endpoint.previous_secret_until).getTime() > Date.now()
              ? `two valid until ${dateTime(endpoint.previous_secret_until)} UTC`
              : 'one valid'}{' '}
            <Button variant="link" size="sm" className="h-auto" onClick={() => setAsked('rotate')}>
              Rotate
            </Button>
          </Fact>
        </dl>

        <section aria-labelledby="tries">
          <div className="flex flex-wrap items-end justify-between gap-4">
            <h2 id="tries" className="title-2 text-[1.75rem]!">
              Tries
            </h2>
            <nav aria-label="Which tries" className="flex gap-4 text-[0.9688rem]">
              {filter.eventId ? (
                <Link to={query({ event_id: null })} className="link">
                  All events
                </Link>
              ) : null}
              {[false, true].map((failed) => (
                <Link
                  key={String(failed)}
                  to={query({ failed: failed ? 'true' : null, cursor: null })}
                  preventScrollReset
                  aria-current={filter.failed === failed ? 'true' : undefined}
                  className={cn('inline-flex min-h-8 min-w-6 items-center', filter.failed === failed ? 'font-semibold' : 'link')}
                >
                  {failed ? 'Failed' : 'All'}
                </Link>
              ))}
            </nav>
          </div>
          <div className="mt-4">
            {attempts.length > 0 ? (
              <Attempts
                rows={attempts}
                busy={busy && intent === 'resend'}
                onReplay={(eventId) => send({ intent: 'resend', event_id: eventId })}
              />
            ) : (
              <EmptyState title={filter.failed ? 'No failed tries' : 'Nothing was sent yet'}>
                {filter.failed
                  ? 'Every message was accepted at its first try.'
                  : 'Send an example below, or make something happen in the playground.'}
              </EmptyState>
            )}
            {filter.cursor || next ? (
              <p className="mt-4 flex gap-6">
                {filter.cursor ? (
                  <Link to={query({ cursor: null })} preventScrollReset className="link">
                    Newest
                  </Link>
                ) : null}
                {next ? (
                  <Link to={query({ cursor: next })} preventScrollReset className="link">
                    Older
                  </Link>
                ) : null}
              </p>
            ) : null}
          </div>
        </section>

        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-12 lg:grid-cols-2">
          <section aria-labelledby="example">
            <h2 id="example" className="title-2 text-[1.75rem]!">
              Send an example
            </h2>
            <p className="mt-2 text-soft">Goes out at once, signed like a real one, with “test”: true. It is no event.</p>
            <fetcher.Form method="post" action={address} className="mt-4 flex flex-wrap items-end gap-3">
              <input type="hidden" name="intent" value="test" />
              <Field label="Event type" className="flex-1">
                <Select name="type" defaultValue="ping" className="font-mono text-[0.875rem]">
                  {types.map(({ type }) => (
                    <option key={type}>{type}</option>
                  ))}
                </Select>
              </Field>
              <Button type="submit" variant="outline" busy={busy && intent === 'test'} busyLabel="Sending...">
                Send
              </Button>
            </fetcher.Form>
            {done?.kind === 'tested' ? (
              <div className="mt-5 grid gap-4" aria-live="polite">
                <p className="flex flex-wrap items-center gap-3">
                  <Status tone={done.delivered ? 'good' : 'bad'}>{done.status ?? 'no answer'}</Status>
                  <span className="tabular text-soft">{done.duration_ms} ms</span>
                  {done.error ? <span className="text-madder">{done.error}</span> : null}
                </p>
                <BodyView label="Sent" body={done.request.body} />
                <BodyView label="Answered" body={done.response.body} />
              </div>
            ) : null}
          </section>
          <Replay
            busy={busy && intent === 'recover'}
            result={done?.kind === 'recovered' ? done : null}
            onSend={(fields) => send({ intent: 'recover', ...fields })}
          />
        </div>

        <section aria-labelledby="drill">
          <h2 id="drill" className="title-2 text-[1.75rem]!">
            Drill
          </h2>
          <p className="mt-2 max-w-[70ch] text-soft">
            Sends what careless receivers get wrong: a wrong signature, an old timestamp, an altered body, a duplicate, reversed order, an
            unknown type, unknown fields, a large message. A careful receiver refuses the first three and accepts the rest once.{' '}
            <TextLink to="/developer/guides/webhooks">How to build one</TextLink>.
          </p>
          <Button
            variant="outline"
            className="mt-4"
            busy={busy && intent === 'drill'}
            busyLabel="Drilling..."
            onClick={() => send({ intent: 'drill' })}
          >
            Start the drill
          </Button>
          {done?.kind === 'drilled' ? (
            <div className="mt-6">
              <DrillReport drill={done} />
            </div>
          ) : null}
        </section>

        <Removal onAsk={() => setAsked('delete')} />
      </div>
      <Confirm
        open={asked === 'delete'}
        onOpenChange={() => setAsked(null)}
        title="Delete this endpoint"
        action="Delete"
        busy={busy}
        onConfirm={() => send({ intent: 'delete' })}
      >
        Nothing more is sent to {endpoint.url}, and its tries are no longer listed. This cannot be undone.
      </Confirm>
      <Confirm
        open={asked === 'disable'}
        onOpenChange={() => setAsked(null)}
        title="Disable this endpoint"
        action="Disable"
        destructive={false}
        busy={busy}
        onConfirm={() => send({ intent: 'status', status: 'disabled' })}
      >
        Nothing is sent to it until you enable it. What it misses can be sent again afterwards.
      </Confirm>
      <Confirm
        open={asked === 'rotate'}
        onOpenChange={() => setAsked(null)}
        title="Rotate the signing secret"
        action="Rotate"
        destructive={false}
        busy={busy}
        onConfirm={() => send({ intent: 'rotate', overlap_hours: overlap })}
      >
        A new secret is made. For the overlap both sign, so that you can change over without losing a message.
        <Overlap value={overlap} old="secret" onChange={setOverlap} />
      </Confirm>
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-rule border-b py-2.5">
    <dt className="text-soft">{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Removal({ onAsk }: { onAsk: () => void }) {
  return (
    <section aria-labelledby="remove" className="border-rule border-t pt-6">
      <h2 id="remove" className="title-3">
        Delete
      </h2>
      <p className="mt-1 text-soft">Pending deliveries end with the endpoint. Events stay readable through the API.</p>
      <Button variant="outline" className="mt-4" onClick={onAsk}>
        Delete endpoint
      </Button>
    </section>
  )
}
