import type { SignOnView } from '#core/access/sign-on/shape.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'

/** What a session needs to work in the organisation. */
export function SessionPolicyForm({ policy, own }: { policy: SignOnView['session_policy']; own: boolean }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  return (
    <Panel title="Sessions" note="What is asked here holds from the next request of every session, and the addresses for API keys too.">
      <Refusal refusal={form.refusal} fields={['second_factor_hours', 'idle_minutes', 'absolute_hours', 'addresses']} className="mb-4" />
      <form.Form method="post">
        <fieldset disabled={!own} className="grid gap-5">
          <input type="hidden" name="intent" value="policy" />
          <CheckLine name="sign_on" label="Signing on is the only way in" defaultChecked={policy.sign_on} />
          <p className="-mt-3 text-[0.9375rem] text-soft">
            Passwords and passkeys of members with an address of your domains open nothing then. Owners keep a way in with a second factor
            of their own.
          </p>
          <CheckLine name="second_factor" label="A second factor of the account in each session" defaultChecked={policy.second_factor} />
          <Field
            label="The second factor again after hours"
            hint="Empty: once a session. Counts where a second factor is asked for"
            error={errorAt(form.refusal, 'second_factor_hours')}
          >
            <Input name="second_factor_hours" inputMode="numeric" defaultValue={policy.second_factor_hours ?? ''} className="sm:max-w-64" />
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Over after minutes alone" hint="Empty: 30 days" error={errorAt(form.refusal, 'idle_minutes')}>
              <Input name="idle_minutes" inputMode="numeric" defaultValue={policy.idle_minutes ?? ''} />
            </Field>
            <Field label="Over after hours in all" hint="Empty: 30 days" error={errorAt(form.refusal, 'absolute_hours')}>
              <Input name="absolute_hours" inputMode="numeric" defaultValue={policy.absolute_hours ?? ''} />
            </Field>
          </div>
          <Field
            label="Network addresses"
            hint="Addresses and ranges such as 192.0.2.0/24, one a line. Empty: from anywhere."
            error={errorAt(form.refusal, 'addresses')}
          >
            <Textarea name="addresses" rows={3} defaultValue={policy.addresses.join('\n')} spellCheck={false} />
          </Field>
          {own ? (
            <div>
              <Button type="submit" busy={form.busy}>
                Save
              </Button>
            </div>
          ) : null}
        </fieldset>
      </form.Form>
      {stepUp.dialog}
    </Panel>
  )
}
