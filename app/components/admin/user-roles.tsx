import { useState } from 'react'
import type { UserDetail } from '#core/access/users/get.ts'
import { useAct } from '../../lib/act.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'
import { Refusal } from './refusal.tsx'

const all = ['admin', 'issuer', 'investor']
const may: Record<string, string> = {
  admin: 'sees every organisation and these pages',
  issuer: 'runs offerings',
  investor: 'invests, and has a wallet',
}

interface Change {
  intent: 'replace' | 'add' | 'remove'
  role: string
}

/** The roles of a user: replace all by one, add or remove one. Each needs a fresh second factor and says first what it does. */
export function UserRoles({ user, self }: { user: UserDetail; self: boolean }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  const [asked, setAsked] = useState<Change | null>(null)
  const [chosen, setChosen] = useState('')
  const name = `${user.first_name} ${user.last_name}`
  const missing = all.filter((role) => !user.roles.includes(role))
  const send = (change: Change) => {
    setAsked(null)
    setChosen('')
    void form.submit({ ...change }, { method: 'post' })
  }
  return (
    <Panel title="Roles" note="Admin wins over issuer, issuer over investor. Without any role a user is an investor.">
      {user.admin_case ? (
        <Alert tone="warning" title="A change waits for another administrator" className="mb-4">
          <p>
            Somebody asked to make this person an administrator.{' '}
            <TextLink to={`/admin/reviews/${user.admin_case}`}>To the request</TextLink>
          </p>
        </Alert>
      ) : null}
      <Refusal refusal={form.refusal} className="mb-4" />
      <ul className="border-rule border-t">
        {(user.roles.length ? user.roles : ['investor']).map((role) => (
          <li key={role} className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-2.5">
            <p>
              <Badge>{role}</Badge> <span className="text-[0.9375rem] text-soft">{may[role]}</span>
            </p>
            <Button
              size="sm"
              variant="outline"
              disabled={form.busy || user.roles.length < 2}
              onClick={() => setAsked({ intent: 'remove', role })}
            >
              Remove<span className="sr-only"> {role}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <Field label="Role" className="w-44">
          <Select value={chosen} onChange={(event) => setChosen(event.target.value)} className="h-10">
            <option value="">Choose</option>
            {all.map((role) => (
              <option key={role} value={role}>
                {role}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          size="sm"
          variant="outline"
          className="h-10"
          disabled={form.busy || !missing.includes(chosen)}
          onClick={() => setAsked({ intent: 'add', role: chosen })}
        >
          Add
        </Button>
        <Button
          size="sm"
          variant="outline"
          className="h-10"
          disabled={form.busy || !chosen || (user.roles.length === 1 && user.roles[0] === chosen)}
          onClick={() => setAsked({ intent: 'replace', role: chosen })}
        >
          Replace all
        </Button>
      </div>
      <Confirm
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={
          asked?.intent === 'remove'
            ? `Remove ${asked.role} from ${name}?`
            : asked?.intent === 'add'
              ? `Make ${name} ${asked.role} as well?`
              : `Replace every role of ${name} by ${asked?.role}?`
        }
        action={asked?.intent === 'remove' ? 'Remove the role' : asked?.intent === 'add' ? 'Add the role' : 'Replace all roles'}
        destructive={asked?.intent !== 'add'}
        busy={form.busy}
        onConfirm={() => asked && send(asked)}
      >
        {asked?.role === 'admin' && asked.intent !== 'remove' ? 'An admin sees every organisation and can give roles to others. ' : ''}
        {self && asked && asked.intent !== 'add' && asked.role !== 'admin' ? 'This is your own account: you may lose these pages. ' : ''}
        {asked && asked.intent !== 'remove' && asked.role === 'admin' && user.admin_takes_two && !user.roles.includes('admin')
          ? 'Another administrator has to agree before it takes effect, within the review queue. It is recorded.'
          : 'It takes effect at once, the person is told by mail, and it is recorded.'}
      </Confirm>
      {stepUp.dialog}
    </Panel>
  )
}
