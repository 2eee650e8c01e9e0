import { redirect } from 'react-router'
import { PageHead } from '../../components/page-head.tsx'
import { Directories } from '../../components/sign-on/directories.tsx'
import { SignOnDomains } from '../../components/sign-on/domains.tsx'
import { SignOnKeys } from '../../components/sign-on/keys.tsx'
import { SessionPolicyForm } from '../../components/sign-on/policy.tsx'
import { SignOnProviderForm } from '../../components/sign-on/provider.tsx'
import { act, textOf } from '../../lib/act.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Verbs } from '../../server-context.ts'
import type { Route } from './+types/sign-on.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Sign-on', description: 'How people of your organisation sign in, and what their sessions need.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, place } = requireSession(context, request)
  if (!place) throw redirect('/settings/team')
  const [signOn, directories, roles, { may }] = await Promise.all([
    verbs.readSignOn(),
    verbs.readDirectories(),
    verbs.listOrganizationRoles({ limit: '100' }),
    verbs.teamPowers(),
  ])
  return { signOn, ...directories, roles: roles.data.filter((one) => one.role !== 'owner'), own: may.own, name: place.name }
}

/** Each act of the page: what it says when it is done, and the verb. */
const ACTS: Record<string, [string, (verbs: Verbs, form: FormData) => Promise<unknown>]> = {
  save: ['Saved. Sign on once to see that it works', (verbs, form) => verbs.saveSignOn(provider(form))],
  keys: ['New keys made. Give your provider the metadata anew', (verbs) => verbs.replaceSignOnKeys({})],
  keys_at_once: [
    'New keys made, and the former count no more. Give your provider the metadata now',
    (verbs) => verbs.replaceSignOnKeys({ at_once: true }),
  ],
  remove: ['The sign-on was removed', (verbs) => verbs.removeSignOn()],
  domain: ['Saved', (verbs, form) => verbs.useDomainForSignOn({ id: textOf(form, 'id'), use: textOf(form, 'use') === 'yes' })],
  policy: ['Saved. It holds from the next request', (verbs, form) => verbs.setSessionPolicy(policy(form))],
  make_directory: ['Directory made', (verbs, form) => verbs.createDirectory({ name: textOf(form, 'name') ?? '' })],
  end_directory: ['Directory ended', (verbs, form) => verbs.endDirectory({ id: textOf(form, 'id') })],
  group: ['Saved', (verbs, form) => verbs.giveGroupRole({ id: textOf(form, 'id'), ...roleIn(form) })],
}

function roleIn(form: FormData): { role: string | null; role_id?: string } {
  const role = textOf(form, 'role') ?? ''
  return role.startsWith('orl_') ? { role: 'custom', role_id: role } : { role: role || null }
}

function provider(form: FormData) {
  const kind = textOf(form, 'kind')
  const names =
    kind === 'saml' ? ['issuer', 'entry_point', 'logout_point', 'certificates'] : ['issuer', 'client_id', 'client_secret', 'token_alg']
  const said = Object.fromEntries(names.map((name) => [name, textOf(form, name)]))
  const encrypted = kind === 'saml' && { encrypted_only: form.has('encrypted_only') }
  return { kind, ...said, ...encrypted, just_in_time: form.has('just_in_time'), ...roleIn(form) }
}

const policy = (form: FormData) => ({
  sign_on: form.has('sign_on'),
  second_factor: form.has('second_factor'),
  second_factor_hours: textOf(form, 'second_factor_hours') ?? null,
  idle_minutes: textOf(form, 'idle_minutes') ?? null,
  absolute_hours: textOf(form, 'absolute_hours') ?? null,
  addresses: (textOf(form, 'addresses') ?? '').split(/[\s,]+/),
})

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const intent = textOf(form, 'intent') ?? ''
  const known = Object.hasOwn(ACTS, intent) ? ACTS[intent] : undefined
  if (!known) throw redirect('/settings/sign-on')
  return act(known[0], () => known[1](verbs, form))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function SignOnSettings({ loaderData }: Route.ComponentProps) {
  const { signOn, directories, groups, users, roles, own, name } = loaderData
  return (
    <div className="pb-20">
      <PageHead title={`Sign-on of ${name}`} lead="How people of your organisation sign in, and what their sessions need." />
      <div className="shell mt-10 grid gap-14 [&>*]:max-w-3xl">
        {own ? null : <p>You read this. An owner of the organisation changes it.</p>}
        <SignOnDomains domains={signOn.domains} own={own} />
        <SignOnProviderForm signOn={signOn} roles={roles} own={own} />
        {signOn.provider?.kind === 'saml' ? <SignOnKeys signOn={signOn} own={own} /> : null}
        <SessionPolicyForm policy={signOn.session_policy} own={own} />
        <Directories directories={directories} groups={groups} users={users} roles={roles} address={signOn.addresses.scim} own={own} />
      </div>
    </div>
  )
}
