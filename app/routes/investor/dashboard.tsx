import { ArrowRight, CircleCheck } from 'lucide-react'
import { ActivityTable } from '../../components/activity-table.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { Status, type Tone } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Dashboard', description: 'Your verification, keys and latest activity.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { session, verbs } = requireSession(context, request)
  const [account, activity] = await Promise.all([verbs.readOwnAccount(), verbs.listOwnActivity({ limit: 8 })])
  return { user: session, account, activity: activity.data }
}

const tones: Record<string, Tone> = { verified: 'good', pending: 'waiting', rejected: 'bad', incomplete: 'neutral' }

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { user, account, activity } = loaderData
  const steps = [
    {
      done: account.keys.active > 0,
      title: 'Create an API key',
      text: 'Sandbox keys work at once.',
      to: '/developer/api-keys',
    },
    { done: account.keys.used, title: 'Make the first call', text: 'In the playground, or with curl.', to: '/developer/api-playground' },
  ]
  const open = steps.filter((step) => !step.done)
  return (
    <div className="pb-20">
      <PageHead
        title={`Good to see you, ${user.firstName}`}
        lead={account.profile.companyName ? `${account.profile.companyName} · ${user.email}` : user.email}
        action={<ButtonLink to="/developer/api-playground">Open the playground</ButtonLink>}
      />
      <dl className="shell mt-8 grid gap-px border-rule border-y sm:grid-cols-3">
        <Figure
          label="Active API keys"
          value={String(account.keys.active)}
          note={<TextLink to="/developer/api-keys">Manage keys</TextLink>}
        />
        <Figure label="Account" value={user.isVerified ? 'Verified' : 'Not verified'} note={`Role: ${user.role}`} />
        <Figure
          label="First call"
          value={account.keys.used ? 'Made' : 'Not yet'}
          note={<TextLink to="/developer/api-playground">Playground</TextLink>}
        />
      </dl>
      <div className="shell mt-12 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[7fr_4fr]">
        <section aria-labelledby="activity" className="min-w-0">
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="activity" className="title-3">
              Latest activity
            </h2>
            <TextLink to="/settings#activity">All activity</TextLink>
          </div>
          <div className="mt-3">
            {activity.length > 0 ? (
              <ActivityTable rows={activity} label="Latest activity" />
            ) : (
              <EmptyState title="Nothing yet">What you do here is listed as it happens.</EmptyState>
            )}
          </div>
        </section>
        <div className="grid gap-10">
          <section aria-labelledby="next">
            <h2 id="next" className="title-3">
              Next
            </h2>
            {open.length === 0 ? (
              <p className="mt-3 flex items-center gap-2 text-soft">
                <CircleCheck className="size-4 text-verdigris" aria-hidden /> Everything is set up.
              </p>
            ) : null}
            <ul className="mt-2">
              {open.map((step) => (
                <li key={step.to} className="border-rule border-b py-3">
                  <TextLink to={step.to} className="inline-flex items-center gap-1.5 font-semibold">
                    {step.title} <ArrowRight className="size-4" aria-hidden />
                  </TextLink>
                  <p className="text-[0.9688rem] text-soft">{step.text}</p>
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="verification">
            <h2 id="verification" className="title-3">
              Verification
            </h2>
            <dl className="mt-2">
              {Object.entries(account.verification).map(([name, state]) => (
                <div key={name} className="flex items-center justify-between gap-4 border-rule border-b py-2.5">
                  <dt className="capitalize">{name}</dt>
                  <dd>
                    <Status tone={tones[state]}>{state}</Status>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </div>
  )
}

const Figure = ({ label, value, note }: { label: string; value: string; note: React.ReactNode }) => (
  <div className="py-5 sm:px-6 sm:first:pl-0 [&+&]:border-rule max-sm:[&+&]:border-t sm:[&+&]:border-l">
    <dt className="text-[0.9375rem] text-soft">{label}</dt>
    <dd className="mt-1 font-display text-[1.75rem] leading-tight">{value}</dd>
    <dd className="mt-1 text-[0.9375rem] text-soft">{note}</dd>
  </div>
)
