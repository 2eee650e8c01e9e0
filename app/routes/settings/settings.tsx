import { ActivityTable } from '../../components/activity-table.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Route } from './+types/settings.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Settings', description: 'Your profile and everything recorded about your account.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { session, verbs } = requireSession(context, request)
  const [account, activity] = await Promise.all([verbs.readOwnAccount(), verbs.listOwnActivity({ limit: 100 })])
  return { role: session.role, profile: account.profile, activity: activity.data }
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { role, profile, activity } = loaderData
  const rows = [
    ['Name', `${profile.firstName} ${profile.lastName}`],
    ['Email', profile.email],
    ['Role', role],
    ['Company', profile.companyName],
    ['Phone', profile.phone],
    ['Address', [profile.address, profile.zipCode, profile.city, profile.state, profile.country].filter(Boolean).join(', ')],
  ]
  return (
    <div className="pb-20">
      <PageHead title="Settings" lead="Your profile, and everything recorded about your account." />
      <div className="shell mt-8 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[4fr_7fr]">
        <section aria-labelledby="profile">
          <h2 id="profile" className="title-3">
            Profile
          </h2>
          <dl className="mt-2">
            {rows.map(([name, value]) => (
              <div key={name} className="border-rule border-b py-2.5">
                <dt className="text-[0.9375rem] text-soft">{name}</dt>
                <dd className="break-words">{value || 'not given'}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="activity" className="min-w-0">
          <h2 id="activity" className="title-3">
            Activity
          </h2>
          <p className="mt-1 text-soft">The last 100 entries, newest first.</p>
          <div className="mt-3">
            <ActivityTable rows={activity} />
          </div>
        </section>
      </div>
    </div>
  )
}
