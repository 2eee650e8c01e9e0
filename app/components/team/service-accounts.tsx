import { useState } from 'react'
import type { OrganizationRoleView, ServiceAccountView } from '#core/access/members/shape.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { shortDate } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { NewKey } from '../new-key.tsx'
import { useStepUp } from '../step-up.tsx'
import { RoleSelect } from './role-select.tsx'

interface Made {
  name: string
  key: string
}

/** Programs that act for the organisation, with keys that stay when people leave. */
export function ServiceAccounts({
  accounts,
  roles,
  may,
}: {
  accounts: ServiceAccountView[]
  roles: OrganizationRoleView[]
  may: { change: boolean; keys: boolean }
}) {
  const stepUp = useStepUp()
  const [ending, setEnding] = useState<ServiceAccountView | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const form = useAct({ stepUp, onDone: () => setEnding(null) })
  const keys = useAct<Made>({ stepUp, onDone: setMade })
  const live = accounts.filter((one) => !one.ended_at)
  return (
    <Panel title="Service accounts" note="Programs with a role of their own. Their keys go on when the people who made them leave.">
      {made ? <NewKey name={made.name} value={made.key} onDismiss={() => setMade(null)} /> : null}
      <Refusal refusal={form.refusal ?? keys.refusal} fields={['name']} className="mb-4" />
      {live.length ? (
        <ul className="border-rule border-t">
          {live.map((one) => (
            <Account key={one.id} one={one} may={may} keys={keys} end={setEnding} />
          ))}
        </ul>
      ) : (
        <p className="text-soft">There is none yet.</p>
      )}
      {may.change ? (
        <form.Form method="post" className="mt-5 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
          <input type="hidden" name="intent" value="make_account" />
          <Field label="Name" error={errorAt(form.refusal, 'name')}>
            <Input name="name" required maxLength={60} autoComplete="off" />
          </Field>
          <Field label="Role">
            <RoleSelect roles={roles} initial="developer" tall />
          </Field>
          <Button type="submit" variant="outline" busy={form.busy}>
            Make a service account
          </Button>
        </form.Form>
      ) : null}
      <Confirm
        open={ending !== null}
        onOpenChange={(open) => (open ? undefined : setEnding(null))}
        title={`End ${ending?.name}?`}
        action="End the service account"
        busy={form.busy}
        onConfirm={() => void form.submit({ intent: 'end_account', id: ending!.id }, { method: 'post' })}
      >
        For good: its keys stop at their next call.
      </Confirm>
      {stepUp.dialog}
    </Panel>
  )
}

/** One service account: its role and keys, a new key, and its end. */
function Account({
  one,
  may,
  keys,
  end,
}: {
  one: ServiceAccountView
  may: { change: boolean; keys: boolean }
  keys: ReturnType<typeof useAct<Made>>
  end: (one: ServiceAccountView) => void
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">{one.name}</span>
        <span className="block text-[0.9375rem] text-soft">
          As {one.role_name}, {one.keys} {one.keys === 1 ? 'key' : 'keys'}, since {shortDate(one.created_at)}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        {may.keys ? (
          <keys.Form method="post" className="flex gap-2">
            <input type="hidden" name="intent" value="service_key" />
            <input type="hidden" name="id" value={one.id} />
            <input type="hidden" name="name" value={one.name} />
            <Select name="environment" aria-label={`Environment of a key of ${one.name}`} className="h-9 w-auto py-0 text-[0.9375rem]">
              <option value="sandbox">Sandbox</option>
              <option value="production">Production</option>
            </Select>
            <Button type="submit" size="sm" variant="ghost" busy={keys.busy}>
              Make a key<span className="sr-only"> of {one.name}</span>
            </Button>
          </keys.Form>
        ) : null}
        {may.change ? (
          <Button size="sm" variant="outline" onClick={() => end(one)}>
            End<span className="sr-only"> {one.name}</span>
          </Button>
        ) : null}
      </span>
    </li>
  )
}
