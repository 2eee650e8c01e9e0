import { useState } from 'react'
import type { DirectoriesPage } from '#core/access/directory/manage.ts'
import type { OrganizationRoleView } from '#core/access/members/shape.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { NewKey } from '../new-key.tsx'
import { useStepUp } from '../step-up.tsx'

/** The directories that put people in by SCIM, and what people of their groups are here. */
export function Directories({
  directories,
  groups,
  users,
  roles,
  address,
  own,
}: DirectoriesPage & { roles: OrganizationRoleView[]; address: string; own: boolean }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  const made = useAct<{ id: string; token: string }>({ stepUp })
  const [hidden, setHidden] = useState<string | null>(null)
  const token = made.result && made.result.id !== hidden ? made.result : null
  return (
    <Panel
      title="Directory (SCIM)"
      note={`${users.active} active from a directory${users.waiting ? `, ${users.waiting} of them wait until their owner signs on` : ''}. Whoever it deactivates is out at once, and their sessions end.`}
    >
      {token ? <NewKey name="The directory’s token" value={token.token} onDismiss={() => setHidden(token.id)} /> : null}
      <Refusal refusal={form.refusal ?? made.refusal} fields={['name']} className="mb-4" />
      <p className="flex flex-wrap items-center gap-1 text-[0.9375rem]">
        <span className="text-soft">Address to enter at the directory:</span> <code className="break-all">{address}</code>
        <CopyButton text={address} label="Copy the address" />
      </p>
      <ul className="mt-4 border-rule border-t">
        {directories.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">{one.name}</span>
              <span className="block text-[0.9375rem] text-soft">
                Since {shortDate(one.created_at)}, {one.last_used_at ? `last heard ${dateTime(one.last_used_at)} UTC` : 'never heard yet'}
              </span>
            </span>
            {own ? (
              <form.Form method="post">
                <input type="hidden" name="intent" value="end_directory" />
                <input type="hidden" name="id" value={one.id} />
                <Button type="submit" size="sm" variant="outline" busy={form.busy}>
                  End its token<span className="sr-only">: {one.name}</span>
                </Button>
              </form.Form>
            ) : null}
          </li>
        ))}
      </ul>
      {own ? (
        <made.Form method="post" className="mt-5 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <input type="hidden" name="intent" value="make_directory" />
          <Field label="Name of a directory" error={errorAt(made.refusal, 'name')}>
            <Input name="name" required maxLength={60} autoComplete="off" />
          </Field>
          <Button type="submit" variant="outline" busy={made.busy}>
            Make a token
          </Button>
        </made.Form>
      ) : null}
      {groups.length ? <Groups groups={groups} roles={roles} own={own} form={form} /> : null}
      {stepUp.dialog}
    </Panel>
  )
}

function Groups({
  groups,
  roles,
  own,
  form,
}: {
  groups: DirectoriesPage['groups']
  roles: OrganizationRoleView[]
  own: boolean
  form: ReturnType<typeof useAct>
}) {
  return (
    <>
      <h3 className="mt-8 font-semibold">Groups and roles</h3>
      <ul className="mt-3 border-rule border-t" aria-label="Groups and roles">
        {groups.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">{one.name}</span> <span className="text-soft">({one.members})</span>
            </span>
            <form.Form method="post" className="flex flex-wrap gap-2">
              <input type="hidden" name="intent" value="group" />
              <input type="hidden" name="id" value={one.id} />
              <Select
                name="role"
                key={one.role_id ?? one.role}
                defaultValue={one.role_id ?? one.role ?? ''}
                aria-label={`Role of ${one.name}`}
                disabled={!own}
                className="h-9 w-auto min-w-40 py-0 text-[0.9375rem]"
              >
                <option value="">No role by it</option>
                {roles.map((role) => (
                  <option key={role.id ?? role.role} value={role.id ?? role.role}>
                    {role.name.charAt(0).toUpperCase() + role.name.slice(1)}
                  </option>
                ))}
              </Select>
              {own ? (
                <Button type="submit" size="sm" variant="outline" busy={form.busy}>
                  Save<span className="sr-only"> the role of {one.name}</span>
                </Button>
              ) : null}
            </form.Form>
          </li>
        ))}
      </ul>
    </>
  )
}
