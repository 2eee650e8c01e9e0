import { useState } from 'react'
import type { OrganizationRoleView } from '#core/access/members/shape.ts'
import type { SignOnView } from '#core/access/sign-on/shape.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'
import { RoleSelect } from '../team/role-select.tsx'

type Form = ReturnType<typeof useAct>

/** With whom people sign on: what to enter there, and what of it to enter here. */
export function SignOnProviderForm({ signOn, roles, own }: { signOn: SignOnView; roles: OrganizationRoleView[]; own: boolean }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  const { provider } = signOn
  const [kind, setKind] = useState(provider?.kind ?? 'oidc')
  const standing = !provider
    ? 'Nobody signs on yet.'
    : provider.proven_at
      ? `Last signed on by these settings ${dateTime(provider.proven_at)} UTC.`
      : 'Nobody has signed on by these settings yet.'
  return (
    <Panel title="Identity provider" note={standing}>
      <Refusal
        refusal={form.refusal}
        fields={['issuer', 'client_id', 'client_secret', 'entry_point', 'logout_point', 'certificates']}
        className="mb-4"
      />
      <Addresses kind={kind} addresses={signOn.addresses} />
      {own ? (
        <form.Form method="post" className="mt-6 grid gap-5">
          <Field label="Protocol">
            <Select name="kind" value={kind} onChange={(event) => setKind(event.target.value as 'oidc' | 'saml')}>
              <option value="oidc">OpenID Connect</option>
              <option value="saml">SAML 2.0</option>
            </Select>
          </Field>
          <Fields key={kind} kind={kind} provider={provider?.kind === kind ? provider : null} form={form} />
          <CheckLine
            name="just_in_time"
            label="Whoever it vouches for, with an address of your domains, becomes a member by signing on"
            defaultChecked={provider?.just_in_time ?? false}
          />
          <Field label="Role of such a member">
            <RoleSelect roles={roles} initial={provider?.role_id ?? provider?.role ?? 'auditor'} tall />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="save" busy={form.busy}>
              Save
            </Button>
            {provider ? (
              <Button type="submit" name="intent" value="remove" variant="outline" busy={form.busy} formNoValidate>
                Remove the sign-on
              </Button>
            ) : null}
          </div>
        </form.Form>
      ) : null}
      {stepUp.dialog}
    </Panel>
  )
}

function Addresses({ kind, addresses }: { kind: 'oidc' | 'saml'; addresses: SignOnView['addresses'] }) {
  const lines =
    kind === 'oidc'
      ? [
          ['Redirect URI', addresses.redirect_uri],
          ['Back-channel logout URI', addresses.backchannel_logout_uri],
        ]
      : [
          ['Entity id, and metadata once saved', addresses.saml_entity_id],
          ['Assertion consumer service (POST)', addresses.saml_answers],
          ['Single logout service (redirect and POST)', addresses.saml_logout],
        ]
  return (
    <dl className="grid gap-3 text-[0.9375rem]">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt className="text-soft">{label}, to enter at your provider</dt>
          <dd className="flex items-center gap-1">
            <code className="break-all">{value}</code>
            <CopyButton text={value!} label={`Copy the ${label}`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Fields({ kind, provider, form: { refusal } }: { kind: 'oidc' | 'saml'; provider: SignOnView['provider']; form: Form }) {
  if (kind === 'saml')
    return (
      <>
        <Field label="Entity id of the provider" error={errorAt(refusal, 'issuer')}>
          <Input name="issuer" required maxLength={500} defaultValue={provider?.issuer} spellCheck={false} />
        </Field>
        <Field label="Sign-in address" hint="Single sign-on service with the redirect binding." error={errorAt(refusal, 'entry_point')}>
          <Input name="entry_point" type="url" required maxLength={500} defaultValue={provider?.entry_point ?? ''} />
        </Field>
        <Field
          label="Single logout address"
          hint="With the redirect binding. Left empty, who signs out here stays signed in there."
          error={errorAt(refusal, 'logout_point')}
        >
          <Input name="logout_point" type="url" maxLength={500} defaultValue={provider?.logout_point ?? ''} />
        </Field>
        <Field
          label="Signing certificates"
          hint={
            provider
              ? `In use: ${provider.certificates.map((one) => `${one.sha256.slice(0, 17)}… until ${one.until.slice(0, 10)}`).join(', ')}. Paste all anew.`
              : 'PEM, one after the other.'
          }
          error={errorAt(refusal, 'certificates')}
        >
          <Textarea name="certificates" required rows={5} maxLength={20_000} spellCheck={false} />
        </Field>
        <CheckLine
          name="encrypted_only"
          label="Take only assertions that are encrypted for the key in our metadata"
          defaultChecked={provider?.encrypted_only ?? false}
        />
      </>
    )
  return (
    <>
      <Field label="Issuer" hint="Its discovery is looked for below this address." error={errorAt(refusal, 'issuer')}>
        <Input name="issuer" type="url" required maxLength={500} defaultValue={provider?.issuer} />
      </Field>
      <Field label="Client id" error={errorAt(refusal, 'client_id')}>
        <Input name="client_id" required maxLength={300} defaultValue={provider?.client_id ?? ''} autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        label="Client secret"
        hint={provider ? 'Never shown. Left empty, the one that is there stays.' : 'Kept sealed and never shown again.'}
        error={errorAt(refusal, 'client_secret')}
      >
        <Input name="client_secret" type="password" maxLength={1_000} autoComplete="off" />
      </Field>
      <Field label="ID tokens are signed with">
        <Select name="token_alg" defaultValue={provider?.token_alg ?? 'RS256'}>
          {['RS256', 'PS256', 'ES256', 'EdDSA'].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
    </>
  )
}
