import { useRef } from 'react'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { act, errorAt, textOf, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import type { Route } from './+types/inquiry.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Inquiry', description: 'One inquiry.', noindex: true })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  return { inquiry: await readOr404(verbs.getInquiry({ id: params.id })), now: new Date().toISOString() }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const status = textOf(form, 'status')
  return act(status === 'handled' ? 'Marked as handled' : status === 'new' ? 'Waiting again' : 'Note added', () =>
    verbs.updateInquiry({ id: params.id, status, note: textOf(form, 'note') }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Inquiry({ loaderData }: Route.ComponentProps) {
  const { inquiry, now } = loaderData
  const ref = useRef<HTMLFormElement>(null)
  const form = useAct({ onDone: () => ref.current?.reset() })
  const late = inquiry.status === 'new' && inquiry.due_at < now
  const facts: [string, React.ReactNode][] = [
    ['Name', inquiry.name],
    [
      'E-mail',
      <a key="mail" className="link" href={`mailto:${inquiry.email}?subject=${encodeURIComponent(`Your inquiry ${inquiry.id}`)}`}>
        {inquiry.email}
      </a>,
    ],
    [
      'Phone',
      <a key="phone" className="link" href={`tel:${inquiry.phone.replace(/[^+\d]/g, '')}`}>
        {inquiry.phone}
      </a>,
    ],
    ['Received', `${dateTime(inquiry.created_at)} UTC`],
    inquiry.handled_at
      ? ['Handled', `${dateTime(inquiry.handled_at)} UTC by ${inquiry.handled_by}`]
      : ['Answer due', `${dateTime(inquiry.due_at)} UTC`],
    ['Reference', <code key="id">{inquiry.id}</code>],
  ]
  return (
    <AdminFrame
      title={inquiry.company}
      badge={
        <>
          <Status tone={inquiry.status === 'handled' ? 'good' : late ? 'bad' : 'waiting'}>
            {inquiry.status}
            {late ? ', past 24 hours' : ''}
          </Status>
          <span className="text-[0.9375rem] text-soft">{inquiry.type_label}</span>
        </>
      }
      crumbs={[{ label: 'Inquiries', path: '/admin/inquiries' }, { label: inquiry.company }]}
      action={
        <form.Form method="post">
          <input type="hidden" name="status" value={inquiry.status === 'new' ? 'handled' : 'new'} />
          <Button type="submit" variant={inquiry.status === 'new' ? 'primary' : 'outline'} busy={form.busy}>
            {inquiry.status === 'new' ? 'Mark as handled' : 'Open again'}
          </Button>
        </form.Form>
      }
    >
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[6fr_5fr]">
        <div className="grid gap-10">
          <Panel title="Message">
            <p className="max-w-[68ch] whitespace-pre-line border-seal border-l-2 pl-4">{inquiry.message}</p>
          </Panel>
          <Panel title="Notes" note="For colleagues. Kept as they are; nothing is sent.">
            {inquiry.notes.length > 0 ? (
              <ol className="mb-5 border-rule border-t">
                {inquiry.notes.map((note) => (
                  <li key={note.at} className="border-rule border-b py-3">
                    <p className="text-[0.9375rem] text-soft">
                      {note.by}, <time dateTime={note.at}>{dateTime(note.at)} UTC</time>
                    </p>
                    <p className="whitespace-pre-line">{note.text}</p>
                  </li>
                ))}
              </ol>
            ) : null}
            <form.Form ref={ref} method="post" className="grid gap-3" noValidate>
              <Refusal refusal={form.refusal} fields={['note']} />
              <Field label="New note" error={errorAt(form.refusal, 'note')}>
                <Textarea name="note" maxLength={2000} className="min-h-20" />
              </Field>
              <div>
                <Button type="submit" variant="outline" size="sm" busy={form.busy}>
                  Add the note
                </Button>
              </div>
            </form.Form>
          </Panel>
        </div>
        <Panel title="Who">
          <dl className="border-rule border-t">
            {facts.map(([label, value]) => (
              <div key={label} className="grid grid-cols-[8rem_1fr] gap-3 border-rule border-b py-2.5">
                <dt className="text-soft">{label}</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
    </AdminFrame>
  )
}
