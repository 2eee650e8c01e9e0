import { useState } from 'react'
import type { OrganizationRoleView } from '#core/access/members/shape.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'

/** A permission a role can hold, and what it is in words. */
export interface Grantable {
  name: string
  description: string
}

/** What each role may, and roles of the organisation's own. */
export function Roles({ roles, grantable, mayChange }: { roles: OrganizationRoleView[]; grantable: Grantable[]; mayChange: boolean }) {
  const stepUp = useStepUp()
  const [edited, setEdited] = useState<OrganizationRoleView | 'new' | null>(null)
  const form = useAct({ stepUp, onDone: () => setEdited(null) })
  const words = new Map(grantable.map((one) => [one.name, one.description]))
  return (
    <Panel
      title="Roles"
      note="What each role may here, as far as your organisation itself may."
      action={
        mayChange ? (
          <Button size="sm" variant="outline" onClick={() => setEdited('new')}>
            Make a role
          </Button>
        ) : null
      }
    >
      {edited ? null : <Refusal refusal={form.refusal} className="mb-4" />}
      <ul className="border-rule border-t">
        {roles.map((role) => (
          <li key={role.id ?? role.role} className="border-rule border-b py-2">
            <details>
              <summary className="flex min-h-10 cursor-pointer flex-wrap items-baseline justify-between gap-x-4">
                <span className="min-w-0 font-semibold [overflow-wrap:anywhere] first-letter:uppercase">{role.name}</span>
                <span className="text-[0.9375rem] text-soft">
                  {role.permissions.length} permissions{role.members ? `, ${role.members} ${role.members === 1 ? 'has' : 'have'} it` : ''}
                </span>
              </summary>
              <ul className="grid gap-x-6 gap-y-1 pt-1 pb-3 text-[0.9375rem] sm:grid-cols-2">
                {role.permissions.map((name) => (
                  <li key={name}>{words.get(name) ?? name}</li>
                ))}
              </ul>
              {mayChange && role.id ? (
                <div className="flex gap-2 pb-3">
                  <Button size="sm" variant="ghost" onClick={() => setEdited(role)}>
                    Change<span className="sr-only"> the role {role.name}</span>
                  </Button>
                  <form.Form method="post">
                    <input type="hidden" name="intent" value="delete_role" />
                    <input type="hidden" name="id" value={role.id} />
                    <Button type="submit" size="sm" variant="outline" busy={form.busy}>
                      Delete<span className="sr-only"> the role {role.name}</span>
                    </Button>
                  </form.Form>
                </div>
              ) : null}
            </details>
          </li>
        ))}
      </ul>
      <RoleDialog edited={edited} close={() => setEdited(null)} grantable={grantable} form={form} />
      {stepUp.dialog}
    </Panel>
  )
}

/** Name and permissions of a role of the organisation's own. */
function RoleDialog({
  edited,
  close,
  grantable,
  form,
}: {
  edited: OrganizationRoleView | 'new' | null
  close: () => void
  grantable: Grantable[]
  form: ReturnType<typeof useAct>
}) {
  const before = edited === 'new' ? null : edited
  return (
    <Dialog
      open={edited !== null}
      onOpenChange={(open) => (open ? undefined : close())}
      title={before ? `Change the role ${before.name}` : 'Make a role'}
      description="It holds no more than you may yourself."
    >
      <Refusal refusal={form.refusal} fields={['name']} className="mb-4" />
      <form.Form method="post" className="grid gap-4" key={before?.id ?? 'new'}>
        <input type="hidden" name="intent" value={before ? 'change_role' : 'make_role'} />
        {before ? <input type="hidden" name="id" value={before.id!} /> : null}
        <Field label="Name" error={errorAt(form.refusal, 'name')}>
          <Input name="name" required maxLength={60} defaultValue={before?.name} autoComplete="off" />
        </Field>
        <fieldset>
          <legend className="font-semibold text-[0.9375rem]">What it may</legend>
          <div className="mt-1 grid max-h-72 overflow-y-auto rounded-md border border-rule px-3 py-1">
            {grantable.map((one) => (
              <CheckLine
                key={one.name}
                name="permissions"
                value={one.name}
                defaultChecked={before?.permissions.includes(one.name)}
                label={one.description}
              />
            ))}
          </div>
        </fieldset>
        <Button type="submit" className="justify-self-end" busy={form.busy}>
          Save the role
        </Button>
      </form.Form>
    </Dialog>
  )
}
