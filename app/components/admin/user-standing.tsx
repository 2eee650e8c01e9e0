import type { UserDetail } from '#core/access/users/get.ts'
import { useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'
import { Refusal } from './refusal.tsx'

const suspendWhy = [
  ['compromised', 'Somebody else may be using it'],
  ['left', 'The person left'],
  ['misuse', 'Misuse'],
  ['asked', 'It was asked for'],
  ['other', 'Another reason'],
] as const
const reactivateWhy = [
  ['settled', 'What it was about is settled'],
  ['mistake', 'It was a mistake'],
  ['returned', 'The person is back'],
  ['other', 'Another reason'],
] as const

/** Suspends an account at once, or lets it be used again. Each needs a fresh second factor and a reason. */
export function UserStanding({ user, self }: { user: UserDetail; self: boolean }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  const why = user.suspended_at ? reactivateWhy : suspendWhy
  return (
    <Panel
      title="Standing"
      note="A suspended account is signed out everywhere, nobody signs in to it, and API keys its person made do nothing. The person is told by mail, and it is recorded."
    >
      <Refusal refusal={form.refusal} className="mb-4" />
      <p className="mb-4">
        {user.suspended_at ? (
          <>
            Suspended since <strong>{dateTime(user.suspended_at)} UTC</strong>.
            {user.admin_takes_two && user.roles.includes('admin')
              ? ' It comes back without the role admin: giving that again takes two administrators.'
              : ''}
          </>
        ) : (
          'The account is in use.'
        )}
      </p>
      {self ? (
        <p className="text-soft">This is your own account. Another administrator can suspend it.</p>
      ) : (
        <form.Form method="post" key={String(user.suspended_at)} className="grid gap-3">
          <input type="hidden" name="intent" value={user.suspended_at ? 'reactivate' : 'suspend'} />
          <Field label="Why" className="max-w-80">
            <Select name="reason" defaultValue="" required className="h-10">
              <option value="" disabled>
                Choose
              </option>
              {why.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {user.suspended_at ? null : <CheckLine name="revoke_keys" value="yes" label="Revoke the person’s API keys for good" />}
          <div>
            <Button type="submit" size="sm" variant="outline" busy={form.busy}>
              {user.suspended_at ? 'Reactivate the account' : 'Suspend the account'}
            </Button>
          </div>
        </form.Form>
      )}
      {stepUp.dialog}
    </Panel>
  )
}
