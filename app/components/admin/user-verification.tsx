import type { UserDetail } from '#core/access/users/get.ts'
import { useAct } from '../../lib/act.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { Refusal } from './refusal.tsx'

const parts = [
  ['identity_status', 'Identity'],
  ['accreditation_status', 'Accreditation'],
  ['documents_status', 'Documents'],
] as const
const states = ['incomplete', 'pending', 'verified', 'rejected']

/** The verification flag, and the three states behind it. */
export function UserVerification({ user }: { user: UserDetail }) {
  const flag = useAct()
  const statuses = useAct()
  const waits = user.verification_case
  return (
    <Panel
      title="Verification"
      note="The person is told of each change, and each is recorded. Making one of the three states verified, or letting it go from rejected, takes another administrator."
    >
      {waits ? (
        <Alert tone="warning" title="A change waits for another administrator" className="mb-4">
          <p>
            {Object.entries(waits.changes)
              .map(([part, { to }]) => `${part.replace('_status', '')}: ${to}`)
              .join(', ')}
            . <TextLink to={`/admin/reviews/${waits.id}`}>To the request</TextLink>
          </p>
        </Alert>
      ) : null}
      {user.second_administrator ? null : (
        <Alert tone="warning" title="Nobody else can agree yet" className="mb-4">
          <p>
            Making a state verified, or letting one go from rejected, takes two administrators, and there is no second one for{' '}
            {user.first_name} {user.last_name}. Have a colleague make an account at <code>/register</code>, then
            {user.admin_takes_two ? ' let the operator give it the role admin with ' : ' give it the role admin under '}
            {user.admin_takes_two ? <code>npm run admin -- set-role</code> : <TextLink to="/admin/users">Users</TextLink>}. The other
            changes take effect at once.
          </p>
        </Alert>
      )}
      <Refusal refusal={flag.refusal ?? statuses.refusal} className="mb-4" />
      <flag.Form method="post" className="flex flex-wrap items-center justify-between gap-3 border-rule border-y py-3">
        <p>
          The account is <strong>{user.is_verified ? 'verified' : 'not verified'}</strong>.
        </p>
        <input type="hidden" name="intent" value="verified" />
        <input type="hidden" name="is_verified" value={String(!user.is_verified)} />
        <Button type="submit" size="sm" variant={user.is_verified ? 'outline' : 'primary'} busy={flag.busy}>
          {user.is_verified ? 'Take the flag back' : 'Mark as verified'}
        </Button>
      </flag.Form>
      <statuses.Form method="post" className="mt-5 grid gap-4 sm:grid-cols-3">
        <input type="hidden" name="intent" value="statuses" />
        {parts.map(([name, label]) => (
          <Field key={name} label={label}>
            <Select key={user.verification[name]} name={name} defaultValue={user.verification[name]} className="h-10">
              {states.map((state) => (
                <option key={state} value={state}>
                  {state}
                </option>
              ))}
            </Select>
          </Field>
        ))}
        <Field label="Why" optional hint="For the second administrator and the log: no names." className="sm:col-span-3">
          <Input name="note" minLength={3} maxLength={2000} />
        </Field>
        <div className="sm:col-span-3">
          <Button type="submit" size="sm" variant="outline" busy={statuses.busy}>
            Save the three states
          </Button>
        </div>
      </statuses.Form>
    </Panel>
  )
}
