import { useState } from 'react'
import type { OwnOrganization } from '#core/access/members/work-in.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { shortDate } from '../../lib/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'

/** The organisations a person belongs to: which they work in, and another one. */
export function OwnOrganisations({ organisations }: { organisations: OwnOrganization[] }) {
  const form = useAct()
  return (
    <Panel title="Your organisations" note="You work in one at a time. What you see and do is that one’s.">
      <Refusal refusal={form.refusal} fields={['name']} className="mb-4" />
      <ul className="border-rule border-t">
        {organisations.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">{one.name}</span>
              <span className="block text-[0.9375rem] text-soft">
                You are its {one.role}
                {one.ends_at ? `. Deleted after ${shortDate(one.ends_at)}` : ''}
              </span>
            </span>
            {one.active ? (
              <span className="text-[0.9375rem] text-soft">You work here</span>
            ) : (
              <form.Form method="post">
                <input type="hidden" name="intent" value="work_in" />
                <input type="hidden" name="organization_id" value={one.id} />
                <Button type="submit" size="sm" variant="outline" busy={form.busy}>
                  Work here<span className="sr-only">: {one.name}</span>
                </Button>
              </form.Form>
            )}
          </li>
        ))}
      </ul>
      <form.Form method="post" className="mt-5 flex flex-wrap items-end gap-4">
        <input type="hidden" name="intent" value="make_organisation" />
        <Field label="Another organisation" className="grow sm:max-w-96" error={errorAt(form.refusal, 'name')}>
          <Input name="name" required maxLength={200} autoComplete="organization" />
        </Field>
        <Button type="submit" variant="outline" busy={form.busy}>
          Make it
        </Button>
      </form.Form>
    </Panel>
  )
}

/** Leaving the organisation, and deleting it. */
export function LeaveOrEnd({
  name,
  endsAt,
  mayEnd,
  alone,
  byTwo,
}: {
  name: string
  endsAt: string | null
  mayEnd: boolean
  alone: boolean
  /** Whether another owner has to agree to its deletion. */
  byTwo: boolean
}) {
  const stepUp = useStepUp()
  const [leaving, setLeaving] = useState(false)
  const [ending, setEnding] = useState(false)
  const form = useAct({
    stepUp,
    onDone: () => {
      setLeaving(false)
      setEnding(false)
    },
  })
  return (
    <Panel title="Leave or delete" note="Both are told to those they concern, and recorded.">
      {ending ? null : <Refusal refusal={form.refusal} className="mb-4" />}
      {endsAt ? (
        <Alert tone="warning">
          <p>
            {name} is deleted after {shortDate(endsAt)}. Its API keys do nothing.
          </p>
          {mayEnd ? (
            <form.Form method="post" className="mt-3">
              <input type="hidden" name="intent" value="keep" />
              <Button type="submit" size="sm" variant="outline" busy={form.busy}>
                Call it off
              </Button>
            </form.Form>
          ) : null}
        </Alert>
      ) : (
        <div className="flex flex-wrap gap-3">
          {alone ? null : (
            <Button variant="outline" size="sm" onClick={() => setLeaving(true)}>
              Leave<span className="sr-only"> {name}</span>
            </Button>
          )}
          {mayEnd ? (
            <Button variant="outline" size="sm" onClick={() => setEnding(true)}>
              Delete<span className="sr-only"> {name}</span>
            </Button>
          ) : null}
        </div>
      )}
      <Confirm
        open={leaving}
        onOpenChange={setLeaving}
        title={`Leave ${name}?`}
        action="Leave"
        busy={form.busy}
        onConfirm={() => void form.submit({ intent: 'leave' }, { method: 'post' })}
      >
        You read nothing of it any more, and the API keys you made there stop.
      </Confirm>
      <EndDialog name={name} byTwo={byTwo} open={ending} onOpenChange={setEnding} form={form} />
      {stepUp.dialog}
    </Panel>
  )
}

/** Asks for the organisation's name before it is deleted. */
function EndDialog({
  name,
  byTwo,
  open,
  onOpenChange,
  form,
}: {
  name: string
  byTwo: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  form: ReturnType<typeof useAct>
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${name}?`}
      description={
        byTwo
          ? 'Another owner has to agree: until then it goes on as before. Then its API keys stop at once. For 30 days an owner can call it off; after that what no law keeps is erased.'
          : 'Its API keys stop at once. For 30 days an owner can call it off; after that what no law keeps is erased.'
      }
    >
      <Refusal refusal={form.refusal} className="mb-4" />
      <form.Form method="post" className="grid gap-4">
        <input type="hidden" name="intent" value="end" />
        <Field label="Type its name to delete it" hint={name}>
          <Input name="name" required autoComplete="off" />
        </Field>
        <Button type="submit" variant="destructive" className="justify-self-end" busy={form.busy}>
          {byTwo ? 'Ask to delete the organisation' : 'Delete the organisation'}
        </Button>
      </form.Form>
    </Dialog>
  )
}
