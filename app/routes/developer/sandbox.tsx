import { useEffect, useState } from 'react'
import { Clock } from '../../components/developer/clock.tsx'
import { Fork } from '../../components/developer/fork.tsx'
import { DeveloperHead } from '../../components/developer/head.tsx'
import { Scenarios } from '../../components/developer/scenarios.tsx'
import { Snapshots } from '../../components/developer/snapshots.tsx'
import { attempt } from '../../lib/attempt.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepAttempt } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { useShownFetcher } from '../../ui/shown-form.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/sandbox.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Sandbox', description: 'The clock, the scenarios and the state of your sandbox.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs: own } = requireSession(context, request)
  const verbs = await own.developer('sandbox')
  const [clock, scenarios, snapshots] = await readOr404(Promise.all([verbs.readClock(), verbs.listScenarios(), verbs.listSnapshots()]))
  return { clock, scenarios: scenarios.data, snapshots: snapshots.data, types: own.listEventTypes().map(({ type }) => type) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const verbs = await requireSession(context, request).verbs.developer('sandbox')
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').trim()
  switch (text('intent')) {
    case 'advance':
      return attempt(async () => ({ said: 'The clock was moved.', ...(await verbs.moveClock({ advance: text('by') })) }))
    case 'set':
      return attempt(async () => {
        const at = new Date(`${text('at')}Z`)
        const set = Number.isNaN(at.getTime()) ? text('at') : at.toISOString()
        return { said: 'The clock stands at that time.', ...(await verbs.moveClock({ set })) }
      })
    case 'resume':
      return attempt(async () => ({ said: 'The clock shows the real time again.', ...(await verbs.moveClock({ resume: true })) }))
    case 'trigger':
      return attempt(async () => ({ said: `Sent ${text('type')}.`, ...(await verbs.triggerEvent({ type: text('type') })) }))
    case 'reset':
      return attempt(async () => {
        const { removed } = await verbs.resetSandbox()
        return { said: `The sandbox is empty: ${removed.toLocaleString('en-US')} rows removed.` }
      })
    case 'snapshot':
      return attempt(async () => {
        const { label, rows } = await verbs.takeSnapshot(text('label') ? { label: text('label') } : {})
        return { said: `Kept as “${label}”: ${rows.toLocaleString('en-US')} rows.` }
      })
    case 'restore':
      return attempt(async () => ({ said: `The sandbox is “${(await verbs.restoreSnapshot({ id: text('id') })).label}” again.` }))
    case 'delete-snapshot':
      return attempt(async () => {
        await verbs.deleteSnapshot({ id: text('id') })
        return { said: 'The snapshot was deleted.' }
      })
    case 'fork':
      return attempt(async () => {
        const label = text('label') || 'Fork'
        const { key, rows, expires_at } = await verbs.forkSandbox({ label, ttl_hours: Number(text('ttl_hours')) })
        return { said: `Copied ${rows.toLocaleString('en-US')} rows.`, fork: { label, key, rows, expires_at } }
      })
    default:
      throw new Response(null, { status: 400 })
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAttempt(serverAction)

export default function Sandbox({ loaderData: { clock, scenarios, snapshots, types } }: Route.ComponentProps) {
  const fetcher = useShownFetcher<typeof action>()
  const [asked, setAsked] = useState(false)
  const busy = fetcher.state !== 'idle'
  const intent = String(fetcher.formData?.get('intent') ?? '')
  const send = (fields: Record<string, string>) => void fetcher.submit(fields, { method: 'post', action: '/developer/sandbox' })
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    setAsked(false)
    if (fetcher.data.refused !== undefined) toast.error('Error', { description: fetcher.data.refused })
    else toast.success(fetcher.data.done.said)
  }, [fetcher.state, fetcher.data])
  return (
    <div className="pb-20">
      <DeveloperHead
        title="Sandbox"
        lead="A world of your own with a clock you can move and every outcome within reach. Production never sees it."
      />
      <div className="shell mt-8 grid grid-cols-[minmax(0,1fr)] gap-14">
        <Clock clock={clock} busy={busy ? intent : null} onSend={send} />
        <Snapshots snapshots={snapshots} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-12 lg:grid-cols-2">
          <Fork />
          <section aria-labelledby="trigger">
            <h2 id="trigger" className="title-2 text-[1.75rem]!">
              Trigger an event
            </h2>
            <p className="mt-2 text-soft">Goes to every webhook endpoint of the sandbox that wants it, as if it had happened.</p>
            <fetcher.Form method="post" action="/developer/sandbox" className="mt-4 flex flex-wrap items-end gap-3">
              <input type="hidden" name="intent" value="trigger" />
              <Field label="Event type" className="flex-1">
                <Select name="type" defaultValue="wallet.verified" className="font-mono text-[0.875rem]">
                  {types.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </Select>
              </Field>
              <Button type="submit" variant="outline" busy={busy && intent === 'trigger'} busyLabel="Sending...">
                Trigger
              </Button>
            </fetcher.Form>
          </section>
          <section aria-labelledby="reset">
            <h2 id="reset" className="title-2 text-[1.75rem]!">
              Reset
            </h2>
            <p className="mt-2 text-soft">
              Removes everything your sandbox holds and sets its clock to the real time. Keys and webhook endpoints stay.
            </p>
            <Button variant="outline" className="mt-4" onClick={() => setAsked(true)}>
              Reset the sandbox
            </Button>
          </section>
        </div>
        <Scenarios scenarios={scenarios} />
      </div>
      <Confirm
        open={asked}
        onOpenChange={() => setAsked(false)}
        title="Reset the sandbox"
        action="Reset"
        busy={busy}
        onConfirm={() => send({ intent: 'reset' })}
      >
        Wallets, investors, offerings, transactions and decisions of the sandbox are removed for everybody in your organisation. This cannot
        be undone.
      </Confirm>
    </div>
  )
}
