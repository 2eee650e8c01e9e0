import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { EndpointForm, endpointInput } from '../../components/developer/endpoint-form.tsx'
import { EndpointState } from '../../components/developer/endpoint-state.tsx'
import { DeveloperHead } from '../../components/developer/head.tsx'
import { ShownOnce } from '../../components/developer/shown-once.tsx'
import { attempt } from '../../lib/attempt.ts'
import { dateTime } from '../../lib/dates.ts'
import { environmentOf, inEnvironment } from '../../lib/environment.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepAttempt } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { useShownFetcher } from '../../ui/shown-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/webhooks.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Webhooks', description: 'Endpoints of your organisation, their tries, replays and drills.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const environment = environmentOf(request.url)
  const { verbs: own } = requireSession(context, request)
  const verbs = await own.developer(environment)
  return { environment, endpoints: (await readOr404(verbs.listWebhookEndpoints({ limit: 100 }))).data, types: own.listEventTypes() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const verbs = await requireSession(context, request).verbs.developer(environmentOf(request.url))
  const form = await request.formData()
  return attempt(() => verbs.createWebhookEndpoint(endpointInput(form)))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAttempt(serverAction)

export default function Webhooks({ loaderData: { environment, endpoints, types } }: Route.ComponentProps) {
  const fetcher = useShownFetcher<typeof action>()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<{ id: string; url: string; value: string } | null>(null)
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    const { done, refused } = fetcher.data
    if (done) {
      setSecret({ id: done.id, url: done.url, value: done.secret })
      setAdding(false)
    } else if (refused) {
      toast.error('The endpoint was not added', { description: refused })
      document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
    }
  }, [fetcher.state, fetcher.data])

  // What was pressed is gone with it: the form begins at its first field, and gives the focus back when it is left.
  const add = useRef<HTMLButtonElement>(null)
  const before = useRef(adding)
  useEffect(() => {
    if (before.current === adding) return
    before.current = adding
    if (adding) document.querySelector<HTMLElement>('main input[name="url"]')?.focus()
    else if (!secret) add.current?.focus()
  }, [adding, secret])

  return (
    <div className="pb-20">
      <DeveloperHead
        title="Webhooks"
        lead="Signed messages to an address of yours when something happens, tried again until you have them."
        environment={environment}
        action={
          adding ? null : (
            <Button ref={add} onClick={() => setAdding(true)}>
              Add endpoint
            </Button>
          )
        }
      />
      <div className="shell mt-8">
        {secret ? (
          <ShownOnce
            title="Signing secret"
            note={`Every message to ${secret.url} is signed with it. Copy it now: it is shown this once.`}
            value={secret.value}
            onDismiss={() => setSecret(null)}
          />
        ) : null}
        {adding ? (
          <Card className="mb-10 max-w-3xl">
            <CardTitle>New endpoint in the {environment === 'sandbox' ? 'sandbox' : 'production'}</CardTitle>
            <fetcher.Form method="post" action={inEnvironment('/developer/webhooks', environment)} className="mt-5 grid gap-5">
              <EndpointForm
                types={types}
                errors={fetcher.state === 'idle' && fetcher.data?.refused !== undefined ? fetcher.data.fields : {}}
                busy={fetcher.state !== 'idle'}
                action="Add endpoint"
                onCancel={() => setAdding(false)}
              />
            </fetcher.Form>
          </Card>
        ) : null}
        {endpoints.length === 0 ? (
          adding ? null : (
            <EmptyState title="No endpoints yet" action={<Button onClick={() => setAdding(true)}>Add endpoint</Button>}>
              Behind a firewall? <TextLink to="/documentation/webhooks">Listen with the events stream</TextLink> instead: it needs no public
              address.
            </EmptyState>
          )
        ) : (
          <>
            <Table label="Webhook endpoints" className="row-cards">
              <thead>
                <tr>
                  <Th>Address</Th>
                  <Th>Events</Th>
                  <Th>State</Th>
                  <Th>Added (UTC)</Th>
                </tr>
              </thead>
              <tbody>
                {endpoints.map((endpoint) => (
                  <tr key={endpoint.id}>
                    <Td className="min-w-56">
                      <Link to={inEnvironment(`/developer/webhooks/${endpoint.id}`, environment)} className="link break-all font-semibold">
                        {endpoint.url}
                      </Link>
                      {endpoint.description ? <span className="block text-soft">{endpoint.description}</span> : null}
                    </Td>
                    <Td className="min-w-40" data-label="Events">
                      <EventTypes types={endpoint.event_types} />
                    </Td>
                    <Td data-label="State">
                      <EndpointState state={endpoint.state} />
                    </Td>
                    <Td className="tabular whitespace-nowrap text-soft" data-label="Added (UTC)" data-wide="">
                      {dateTime(endpoint.created_at)}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <p className="mt-3 text-[0.875rem] text-soft">
              Open one for its tries, a replay, a drill or a new secret. How to check a signature:{' '}
              <TextLink to="/documentation/webhooks#signatures">Webhooks</TextLink>.
            </p>
          </>
        )}
      </div>
    </div>
  )
}

function EventTypes({ types }: { types: string[] }) {
  if (types.includes('*')) return <>all</>
  return (
    <>
      <code className="break-all text-[0.8125rem]">{types.slice(0, 3).join(', ')}</code>
      {types.length > 3 ? <span className="text-soft"> and {types.length - 3} more</span> : null}
    </>
  )
}
