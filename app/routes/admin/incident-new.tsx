import { redirect, useSearchParams } from 'react-router'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { NotifyChoice, ServiceChoice, utcMoment } from '../../components/admin/incident-fields.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { errorAt, textOf, useAct } from '../../lib/act.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { attempt } from '../../lib/verb-errors.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import type { Route } from './+types/incident-new.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'New incident', description: 'Open an incident or plan maintenance.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  return { subscribers: (await verbs.listIncidents({ per_page: 1 })).subscribers }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const kind = textOf(form, 'kind') === 'maintenance' ? 'maintenance' : 'incident'
  const done = await attempt(() =>
    verbs.createIncident({
      kind,
      title: textOf(form, 'title') ?? '',
      text: textOf(form, 'text') ?? '',
      services: form.getAll('services'),
      impact: textOf(form, 'impact'),
      status: textOf(form, 'status'),
      starts_at: utcMoment(textOf(form, 'starts_at')),
      ends_at: utcMoment(textOf(form, 'ends_at')),
      notify: form.has('notify'),
    }),
  )
  return done.ok ? redirect(`/admin/incidents/${done.result.id}`) : done
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

const fields = ['title', 'text', 'services', 'impact', 'status', 'starts_at', 'ends_at']

export default function NewIncident({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const planned = params.get('kind') === 'maintenance'
  const form = useAct()
  const at = (field: string) => errorAt(form.refusal, field)
  return (
    <AdminFrame
      title={planned ? 'Plan maintenance' : 'Open an incident'}
      lead={
        planned
          ? 'The window begins and ends by the clock. Services in it are shown as under maintenance.'
          : 'Say what people notice, in their words, and when you will say more.'
      }
      crumbs={[{ label: 'Incidents', path: '/admin/incidents' }, { label: planned ? 'Plan maintenance' : 'New' }]}
    >
      <form.Form method="post" className="grid max-w-2xl gap-5" noValidate>
        <input type="hidden" name="kind" value={planned ? 'maintenance' : 'incident'} />
        <Refusal refusal={form.refusal} fields={fields} />
        <Field label="Title" error={at('title')}>
          <Input
            name="title"
            maxLength={120}
            autoComplete="off"
            placeholder={planned ? 'Database upgrade' : 'Webhook deliveries are late'}
          />
        </Field>
        <Field label={planned ? 'What will be noticed' : 'What is known'} error={at('text')} hint="The first entry of the public timeline.">
          <Textarea name="text" maxLength={2000} />
        </Field>
        <ServiceChoice error={at('services')} />
        {planned ? (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Begins (UTC)" error={at('starts_at')}>
              <Input type="datetime-local" name="starts_at" />
            </Field>
            <Field label="Ends (UTC)" error={at('ends_at')}>
              <Input type="datetime-local" name="ends_at" />
            </Field>
          </div>
        ) : (
          <div className="grid gap-5 sm:grid-cols-3">
            <Field label="Impact" error={at('impact')}>
              <Select name="impact">
                <option value="degraded">Degraded</option>
                <option value="outage">Outage</option>
              </Select>
            </Field>
            <Field label="Status" error={at('status')}>
              <Select name="status">
                <option value="investigating">Investigating</option>
                <option value="identified">Identified</option>
                <option value="monitoring">Monitoring</option>
              </Select>
            </Field>
            <Field label="Began (UTC)" error={at('starts_at')} hint="Empty means now.">
              <Input type="datetime-local" name="starts_at" />
            </Field>
          </div>
        )}
        <NotifyChoice subscribers={loaderData.subscribers} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.busy} busyLabel="Publishing">
            {planned ? 'Publish the window' : 'Publish the incident'}
          </Button>
          <ButtonLink to="/admin/incidents" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </form.Form>
    </AdminFrame>
  )
}
