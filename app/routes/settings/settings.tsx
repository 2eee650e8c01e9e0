import { ActivityTable } from '../../components/activity-table.tsx'
import { ComponentBoundary } from '../../components/component-error.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PasskeysPanel } from '../../components/settings/passkeys.tsx'
import { PasswordPanel } from '../../components/settings/password.tsx'
import { PrivacyPanel } from '../../components/settings/privacy.tsx'
import { ProfilePanel } from '../../components/settings/profile.tsx'
import { RolePanel } from '../../components/settings/role.tsx'
import { SecondFactorPanel } from '../../components/settings/second-factor.tsx'
import { SessionsPanel } from '../../components/settings/sessions.tsx'
import { WalletsPanel } from '../../components/settings/wallets.tsx'
import { requireSession, showAgain } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Route } from './+types/settings.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Settings', description: 'Your profile, what protects your account, and your data.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { session, verbs } = requireSession(context, request)
  const [account, security, activity, requests] = await Promise.all([
    verbs.readOwnAccount(),
    verbs.readSecurity(),
    verbs.listOwnActivity({ limit: 100 }),
    verbs.listOwnRoleRequests(),
  ])
  return { role: session.role, profile: account.profile, security, activity: activity.data, requests: requests.data }
}

export const action = (args: Route.ActionArgs) => showAgain(args)

const parts = [
  ['profile', 'Profile'],
  ['security', 'Security'],
  ['sessions', 'Sessions'],
  ['activity', 'Activity'],
  ['privacy', 'Your data'],
] as const

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { role, profile, security, activity, requests } = loaderData
  return (
    <div className="pb-20">
      <PageHead title="Settings" lead="Your profile, what protects your account, and your data." />
      <div className="shell mt-8 grid items-start gap-x-14 gap-y-8 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <nav aria-label="Settings" className="no-print min-w-0 max-lg:overflow-x-auto lg:sticky lg:top-[calc(var(--header-height)+1.5rem)]">
          <ul className="flex max-sm:-mx-1.5 sm:gap-1 lg:flex-col">
            {parts.map(([id, label]) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-10 items-center whitespace-nowrap rounded-md px-1.5 text-[0.9375rem] text-soft hover:bg-sunk sm:px-3 sm:text-[1.0625rem] hover:text-ink"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 max-w-3xl gap-14">
          <div id="profile" className="grid gap-12">
            <ComponentBoundary>
              <ProfilePanel profile={profile} />
            </ComponentBoundary>
            <ComponentBoundary>
              <RolePanel role={role} requests={requests} />
            </ComponentBoundary>
          </div>
          <div id="security" className="grid gap-12">
            <ComponentBoundary>
              <PasswordPanel email={profile.email} />
            </ComponentBoundary>
            <ComponentBoundary>
              <SecondFactorPanel security={security} />
            </ComponentBoundary>
            <ComponentBoundary>
              <PasskeysPanel passkeys={security.passkeys} />
            </ComponentBoundary>
            <ComponentBoundary>
              <WalletsPanel wallets={security.wallets} />
            </ComponentBoundary>
          </div>
          <div id="sessions">
            <ComponentBoundary>
              <SessionsPanel sessions={security.sessions} />
            </ComponentBoundary>
          </div>
          <div id="activity">
            <Panel title="Activity" note="What was done with your account: the last 100 entries, newest first.">
              <ActivityTable rows={activity} />
            </Panel>
          </div>
          <div id="privacy">
            <ComponentBoundary>
              <PrivacyPanel erasure={security.erasure} />
            </ComponentBoundary>
          </div>
        </div>
      </div>
    </div>
  )
}
