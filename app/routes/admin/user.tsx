import { AdminFrame } from '../../components/admin/frame.tsx'
import { UserRoles } from '../../components/admin/user-roles.tsx'
import { UserStanding } from '../../components/admin/user-standing.tsx'
import { UserVerification } from '../../components/admin/user-verification.tsx'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { act, actOf, textOf } from '../../lib/act.ts'
import { activityWords } from '../../lib/activity-words.ts'
import { dateTime } from '../../lib/dates.ts'
import { plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/user.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'User', description: 'One person, and all that an admin may do.', noindex: true })

const perPage = 10

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { session, verbs } = requireSession(context, request, ['admin'])
  const { page } = readTableState(new URL(request.url), { filters: [], sort: '-timestamp', sorts: ['timestamp'] })
  const user = await readOr404(verbs.getUser({ id: params.id }))
  const activity = await readOr404(verbs.listUserActivity({ id: params.id, page, per_page: perPage }))
  return { user, activity, page, self: session.id === user.id }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const { id } = params
  const role = textOf(form, 'role') ?? ''
  switch (textOf(form, 'intent')) {
    case 'verified': {
      const is_verified = textOf(form, 'is_verified') === 'true'
      return act(is_verified ? 'Marked as verified' : 'No longer verified', () => verbs.setUserVerified({ id, is_verified }))
    }
    case 'statuses':
      return actOf(
        (done) => (done.second_person ? 'Asked: another administrator has to agree' : 'Verification changed; the person was told'),
        () =>
          verbs.setVerificationStatus({
            id,
            identity_status: textOf(form, 'identity_status') as 'pending',
            accreditation_status: textOf(form, 'accreditation_status') as 'pending',
            documents_status: textOf(form, 'documents_status') as 'pending',
            ...(textOf(form, 'note') && { note: textOf(form, 'note') }),
          }),
      )
    case 'suspend':
      return act('The account is suspended', () =>
        verbs.suspendUser({ id, reason: textOf(form, 'reason') as 'other', revoke_keys: textOf(form, 'revoke_keys') === 'yes' }),
      )
    case 'reactivate':
      return act('The account can be used again', () => verbs.reactivateUser({ id, reason: textOf(form, 'reason') as 'other' }))
    case 'replace':
      return actOf(
        (done) => (done.second_person ? 'Asked: another administrator has to agree' : `The role is now ${role}`),
        () => verbs.replaceUserRole({ id, role }),
      )
    case 'add':
      return actOf(
        (done) => (done.second_person ? 'Asked: another administrator has to agree' : `${role} added`),
        () => verbs.addUserRole({ id, role }),
      )
    default:
      return act(`${role} removed`, () => verbs.removeUserRole({ id, role }))
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Activity = Route.ComponentProps['loaderData']['activity']['data'][number]
const columns: Column<Activity>[] = [
  {
    key: 'action',
    label: 'What',
    text: (row) => activityWords(row.action),
    cell: (row) => (
      <details>
        <summary className="min-h-6 hover:text-seal">{activityWords(row.action)}</summary>
        <pre className="mt-2 overflow-auto bg-sunk p-3 text-[0.8125rem]">
          <code>{JSON.stringify(row.details, null, 2)}</code>
        </pre>
      </details>
    ),
    className: 'min-w-56 whitespace-normal',
  },
  { key: 'category', label: 'Category', text: (row) => row.category, className: 'text-soft' },
  {
    key: 'status',
    label: 'Result',
    text: (row) => row.status,
    cell: (row) => <StateBadge of="audit" state={row.status} />,
  },
  { key: 'timestamp', label: 'When (UTC)', text: (row) => dateTime(row.timestamp), className: 'tabular text-soft' },
]

export default function User({ loaderData }: Route.ComponentProps) {
  const { user, activity, page, self } = loaderData
  const { profile } = user
  const name = `${user.first_name} ${user.last_name}`
  const profileRows: [string, string | null][] = [
    ['Company', profile.company_name],
    ['Phone', profile.phone],
    ['Address', [profile.address, profile.zip_code, profile.city, profile.state].filter(Boolean).join(', ') || null],
    ['Country', profile.country],
    ['Born', profile.date_of_birth],
    ['Interested in', profile.solutions_interest.join(', ') || null],
    ['Organisation', user.organization],
    ['User since', `${dateTime(user.created_at)} UTC`],
    ['Id', user.id],
  ]
  const securityRows: [string, string][] = [
    ['Authenticator', user.mfa_enabled ? 'on' : 'off'],
    ['Passkeys', String(user.passkeys)],
    ['Signed in at', plural(user.active_sessions, 'place')],
    ['Last seen', user.last_seen_at ? `${dateTime(user.last_seen_at)} UTC` : 'never'],
    ['Active API keys of the organisation', String(user.active_keys)],
  ]
  return (
    <AdminFrame
      title={name}
      badge={
        <>
          <Status tone={user.is_verified ? 'good' : 'neutral'}>{user.is_verified ? 'verified' : 'not verified'}</Status>
          {user.suspended_at ? <Status tone="bad">suspended</Status> : null}
          {user.roles.map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
          {self ? <Badge tone="seal">you</Badge> : null}
        </>
      }
      lead={user.email}
      crumbs={[{ label: 'Users', path: '/admin/users' }, { label: name }]}
      action={
        <ButtonLink to={`/admin/audit?q=${user.id}`} variant="outline">
          In the audit log
        </ButtonLink>
      }
    >
      <div className="grid items-start gap-x-14 gap-y-10 xl:grid-cols-2">
        <div className="grid gap-10">
          <UserVerification user={user} />
          <UserRoles user={user} self={self} />
        </div>
        <div className="grid gap-10">
          <Panel title="Profile">
            <Facts rows={profileRows} />
          </Panel>
          <Panel title="Protection of the account">
            <Facts rows={securityRows} />
          </Panel>
          <UserStanding user={user} self={self} />
        </div>
      </div>
      <Panel title="Activity" className="mt-10" note="What this person did, and what was done to the account, newest first.">
        <DataTable
          label="Activity"
          columns={columns}
          rows={activity.data}
          total={activity.total}
          page={page}
          pageSize={perPage}
          empty={{ title: 'Nothing was recorded yet' }}
        />
      </Panel>
    </AdminFrame>
  )
}

const Facts = ({ rows }: { rows: [string, string | null][] }) => (
  <dl className="border-rule border-t">
    {rows.map(([label, value]) => (
      <div key={label} className="grid grid-cols-[minmax(7rem,10rem)_1fr] gap-3 border-rule border-b py-2">
        <dt className="text-soft">{label}</dt>
        <dd className={value ? 'min-w-0 break-words' : 'text-soft'}>{value ?? 'not given'}</dd>
      </div>
    ))}
  </dl>
)
