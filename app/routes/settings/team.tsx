import { redirect } from 'react-router'
import type { ChangesDecided } from '#core/review/cases/member-changes.ts'
import { PageHead } from '../../components/page-head.tsx'
import { ByTwo } from '../../components/team/by-two.tsx'
import { Invitations, Members } from '../../components/team/members.tsx'
import { LeaveOrEnd, OwnOrganisations } from '../../components/team/organisations.tsx'
import { Roles } from '../../components/team/roles.tsx'
import { ServiceAccounts } from '../../components/team/service-accounts.tsx'
import { actOf, textOf } from '../../lib/act.ts'
import { ARRIVE, requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Verbs } from '../../server-context.ts'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/team.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Team', description: 'Who belongs to your organisation, and what they may.', noindex: true })

/** Pages of a hundred that are read of a list: who has more members than that has a directory, or the API. */
const MOST_PAGES = 10

/** All of a list, page after page, and whether there is more of it still. */
async function every<T>(
  list: (input: { limit: string; cursor?: string }) => Promise<{ data: T[]; next_cursor: string | null }>,
): Promise<{ data: T[]; more: boolean }> {
  const data: T[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const read = await list({ limit: '100', ...(cursor !== null && { cursor }) })
    data.push(...read.data)
    cursor = read.next_cursor
    if (cursor === null) break
  }
  return { data, more: cursor !== null }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { session, verbs, place } = requireSession(context, request)
  const organisations = await verbs.listOwnOrganizations()
  if (!place) return { self: session.id, organisations, team: null }
  const [members, invitations, roles, accounts, powers, changes] = await Promise.all([
    every(verbs.listMembers),
    every(verbs.listMemberInvitations),
    every(verbs.listOrganizationRoles),
    every(verbs.listServiceAccounts),
    verbs.teamPowers(),
    verbs.listMemberChanges(),
  ])
  return {
    self: session.id,
    organisations,
    team: {
      name: place.name,
      ends_at: place.ends_at,
      members: members.data,
      more: members.more,
      invitations: invitations.data,
      roles: roles.data,
      accounts: accounts.data,
      changes,
      ...powers,
    },
  }
}

/** What became of several changes. */
function decided(answer: unknown): string {
  const { decided: count, left } = answer as ChangesDecided
  if (!left.length) return `Agreed to ${count}`
  return `Agreed to ${count}. ${left.length} still ${left.length === 1 ? 'waits' : 'wait'}: ${[...new Set(left.map(({ why }) => why))].join(' ')}`
}

/** Each act of the page: what it says when it is done, and the verb. */
const ACTS: Record<string, [string | ((answer: unknown) => string), (verbs: Verbs, form: FormData) => Promise<unknown>]> = {
  agree: ['Agreed', (verbs, form) => verbs.decideMemberChange({ ...idIn(form), outcome: 'release' })],
  agree_all: [decided, (verbs, form) => verbs.decideMemberChanges({ ids: form.getAll('ids').map(String), outcome: 'release' })],
  decline: ['Declined', (verbs, form) => verbs.decideMemberChange({ ...idIn(form), outcome: 'refuse' })],
  by_two: [
    'Said',
    async (verbs, form) =>
      (await verbs.developer('production')).stateTenantFacts({ facts: { member_changes_by_two: textOf(form, 'by_two') === 'yes' } }),
  ],
  invite: ['Invitation sent', (verbs, form) => verbs.inviteMember({ email: textOf(form, 'email') ?? '', ...roleIn(form) })],
  revoke: ['Invitation revoked', (verbs, form) => verbs.revokeMemberInvitation(idIn(form))],
  role: ['Role changed', (verbs, form) => verbs.changeMemberRole({ ...idIn(form), ...roleIn(form) })],
  remove: ['Member removed', (verbs, form) => verbs.removeMember(idIn(form))],
  transfer: ['Handed over', (verbs, form) => verbs.transferOwnership(idIn(form))],
  make_role: ['Role made', (verbs, form) => verbs.createOrganizationRole(ownRole(form))],
  change_role: ['Role changed', (verbs, form) => verbs.changeOrganizationRole({ ...idIn(form), ...ownRole(form) })],
  delete_role: ['Role deleted', (verbs, form) => verbs.deleteOrganizationRole(idIn(form))],
  make_account: [
    'Service account made',
    (verbs, form) => verbs.createServiceAccount({ name: textOf(form, 'name') ?? '', ...roleIn(form) }),
  ],
  end_account: ['Service account ended', (verbs, form) => verbs.endServiceAccount(idIn(form))],
  service_key: [
    'API key made',
    (verbs, form) =>
      verbs.createApiKey({ name: textOf(form, 'name'), environment: textOf(form, 'environment'), service_account_id: textOf(form, 'id') }),
  ],
  keep: ['The organisation is not deleted', (verbs) => verbs.keepOrganization()],
  end: ['The organisation is about to be deleted', (verbs, form) => verbs.endOrganization({ name: textOf(form, 'name') ?? '' })],
  leave: ['You left the organisation', (verbs) => verbs.leaveOrganization()],
  work_in: ['You work there now', (verbs, form) => verbs.workIn({ organization_id: textOf(form, 'organization_id') ?? '' })],
  make_organisation: ['Organisation made', (verbs, form) => verbs.createOrganization({ name: textOf(form, 'name') ?? '' })],
}

/** Whether what was asked for takes a second person. */
const waits = (answer: unknown) => Boolean((answer as { second_person?: unknown } | null)?.second_person)
const idIn = (form: FormData) => ({ id: textOf(form, 'id') ?? '' })
/** A role as the form names it: one of the named ones, or the id of an own one. */
function roleIn(form: FormData): { role: string; role_id?: string } {
  const role = textOf(form, 'role') ?? ''
  return role.startsWith('orl_') ? { role: 'custom', role_id: role } : { role }
}
const ownRole = (form: FormData) => ({ name: textOf(form, 'name') ?? '', permissions: form.getAll('permissions').map(String) })

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const intent = textOf(form, 'intent') ?? ''
  const known = Object.hasOwn(ACTS, intent) ? ACTS[intent] : undefined
  if (!known) throw redirect('/settings/team')
  const [said, work] = known
  const done = await actOf(
    (answer) =>
      typeof said === 'function' ? said(answer) : waits(answer) ? 'Another person of your organisation has to agree: it waits below' : said,
    () => work(verbs, form),
  )
  // Another organisation is another world: from the menu everything of the one before is left behind.
  if (done.ok && intent === 'work_in' && form.get('next') === 'dashboard') throw redirect(ARRIVE)
  return done
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Team({ loaderData: { self, organisations, team } }: Route.ComponentProps) {
  return (
    <div className="pb-20">
      <PageHead title={team ? `Team of ${team.name}` : 'Team'} lead="Who belongs to your organisation, and what they may." />
      <div className="shell mt-10 grid gap-14 [&>*]:max-w-5xl">
        {team ? (
          <>
            <Members members={team.members} more={team.more} roles={team.roles} self={self} may={team.may} />
            <ByTwo {...team} self={self} />
            <Invitations invitations={team.invitations} roles={team.roles} mayChange={team.may.change} />
            <Roles roles={team.roles} grantable={team.grantable} mayChange={team.may.change} />
            <ServiceAccounts accounts={team.accounts} roles={team.roles} may={team.may} />
          </>
        ) : (
          <p>You belong to no organisation just now. Accept an invitation, or make one of your own.</p>
        )}
        {team ? (
          <p>
            How people of the organisation sign in, and what their sessions need: <TextLink to="/settings/sign-on">sign-on</TextLink>.
          </p>
        ) : null}
        <OwnOrganisations organisations={organisations} />
        {team ? (
          <LeaveOrEnd
            name={team.name}
            endsAt={team.ends_at}
            mayEnd={team.may.own}
            alone={team.members.length < 2}
            byTwo={team.by_two && team.members.filter((one) => one.role === 'owner').length > 1}
          />
        ) : null}
      </div>
    </div>
  )
}
