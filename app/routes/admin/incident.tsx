import { useRef } from 'react'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { NotifyChoice, ServiceChoice, utcMoment } from '../../components/admin/incident-fields.tsx'
import { IncidentStatus } from '../../components/admin/incident-status.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { act, errorAt, textOf, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { words } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import type { Route } from './+types/incident.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Incident', description: 'Timeline of an incident.', noindex: true })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const [incident, { subscribers }] = await Promise.all([
    readOr404(verbs.getIncident({ id: params.id })),
    verbs.listIncidents({ per_page: 1 }),
  ])
  return { incident, subscribers }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  return act('The update is public', () =>
    verbs.updateIncident({
      id: params.id,
      status: textOf(form, 'status'),
      text: textOf(form, 'text') ?? '',
      impact: textOf(form, 'impact'),
      services: form.has('services_shown') ? form.getAll('services') : undefined,
      ends_at: utcMoment(textOf(form, 'ends_at')),
      notify: form.has('notify'),
    }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

const statuses = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'completed', 'cancelled'],
}
const closed = ['completed', 'cancelled']
const fields = ['status', 'text', 'services', 'impact', 'ends_at']

export default function Incident({ loaderData }: Route.ComponentProps) {
  const { incident, subscribers } = loaderData
  const ref = useRef<HTMLFormElement>(null)
  const form = useAct({ onDone: () => ref.current?.reset() })
  const at = (field: string) => errorAt(form.refusal, field)
  const window = incident.kind === 'maintenance'
  const choices = window && !incident.open ? closed : statuses[incident.kind]
  return (
    <AdminFrame
      title={incident.title}
      badge={
        <>
          <IncidentStatus incident={incident} />
          <span className="text-[0.9375rem] text-soft">
            {window ? 'Maintenance' : incident.impact === 'outage' ? 'Outage' : 'Degraded'} of {incident.services.join(', ')}
          </span>
        </>
      }
      lead={`${window ? 'From' : 'Began'} ${dateTime(incident.starts_at)}${incident.ends_at ? ` to ${dateTime(incident.ends_at)}` : ''} UTC`}
      crumbs={[{ label: 'Incidents', path: '/admin/incidents' }, { label: incident.title }]}
      action={
        <ButtonLink to={`/api-status#${incident.id}`} variant="outline">
          On the status page
        </ButtonLink>
      }
    >
      <div className="grid items-start gap-x-14 gap-y-10 xl:grid-cols-[6fr_5fr]">
        <Panel title="Timeline" note="Public, newest first. What was said is never edited or withdrawn.">
          <ol className="border-rule border-t">
            {incident.updates.map((update) => (
              <li key={update.at} className="border-rule border-b py-3.5">
                <p className="flex flex-wrap items-baseline gap-x-3 text-[0.9375rem]">
                  <span className="font-semibold capitalize">{words(update.status)}</span>
                  <time dateTime={update.at} className="tabular text-soft">
                    {dateTime(update.at)} UTC
                  </time>
                </p>
                <p className="mt-1 whitespace-pre-line">{update.text}</p>
              </li>
            ))}
          </ol>
        </Panel>
        <Panel
          title={incident.open ? 'Say more' : 'Add to it'}
          note={incident.open ? undefined : 'This is closed. A post-mortem belongs here; its end does not move.'}
        >
          <form.Form ref={ref} method="post" className="grid gap-5" noValidate>
            <Refusal refusal={form.refusal} fields={fields} />
            <Field label="Status" error={at('status')}>
              <Select key={incident.status} name="status" defaultValue={choices.includes(incident.status) ? incident.status : choices[0]}>
                {choices.map((status) => (
                  <option key={status} value={status}>
                    {words(status).replace(/^./, (first) => first.toUpperCase())}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Update" error={at('text')}>
              <Textarea name="text" maxLength={2000} />
            </Field>
            <details>
              <summary className="inline-flex min-h-9 items-center underline decoration-rule-strong underline-offset-4 hover:text-seal">
                Impact, services{window ? ' and end' : ''}
              </summary>
              <div className="mt-3 grid gap-5">
                <input type="hidden" name="services_shown" value="yes" />
                <Field label="Impact" error={at('impact')}>
                  <Select name="impact" defaultValue={incident.impact}>
                    <option value="degraded">Degraded</option>
                    <option value="outage">Outage</option>
                  </Select>
                </Field>
                <ServiceChoice chosen={incident.services} error={at('services')} />
                {window ? (
                  <Field label="Ends (UTC)" error={at('ends_at')}>
                    <Input type="datetime-local" name="ends_at" defaultValue={incident.ends_at?.slice(0, 16)} />
                  </Field>
                ) : null}
              </div>
            </details>
            <NotifyChoice subscribers={subscribers} />
            <div>
              <Button type="submit" busy={form.busy} busyLabel="Publishing">
                Publish the update
              </Button>
            </div>
          </form.Form>
        </Panel>
      </div>
    </AdminFrame>
  )
}
