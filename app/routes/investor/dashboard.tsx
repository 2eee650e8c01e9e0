import { ArrowRight, CircleCheck } from 'lucide-react'
import { ActivityTable } from '../../components/activity-table.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { Stat, StatRow } from '../../components/dashboard/stat.tsx'
import { InvestorFrame } from '../../components/investor/frame.tsx'
import { Seal } from '../../components/seal.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { shortDate } from '../../lib/dates.ts'
import { count, plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { useWallet } from '../../lib/wallet/wallet.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Dashboard', description: 'Your verification, credential, holdings and invitations.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { session, verbs } = requireSession(context, request)
  const [account, verification, activity, ledger, holdings, invitations] = await Promise.all([
    verbs.readOwnAccount(),
    verbs.readOwnVerification(),
    verbs.listOwnActivity({ limit: 6 }),
    verbs.listOwnCredentials(),
    verbs.listOwnHoldings({ page: 1, page_size: 1 }),
    verbs.listOwnInvitations(),
  ])
  const credential = ledger.credentials.find((each) => each.organization === null && each.state === 'active') ?? null
  return {
    user: session,
    account,
    statuses: verification.statuses,
    ended: verification.accreditation?.ended_at ?? null,
    activity: activity.data,
    credential: credential && { hash: credential.hash, level: credential.level, expires_at: credential.expires_at },
    relying: new Set(ledger.consents.filter((each) => !each.withdrawn_at).map((each) => each.organization)).size,
    totals: holdings.totals,
    open: invitations.data.filter((each) => each.status === 'sent').length,
    accepted: invitations.data.filter((each) => each.status === 'accepted').length,
  }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { user, account, statuses, ended, activity, credential, totals, open, accepted, relying } = loaderData
  const { isConnected } = useWallet()
  const identity = statuses.identity
  const steps = [
    {
      done: identity === 'verified',
      title: identity === 'pending' ? 'Your identity is being looked at' : 'Verify your identity',
      text: identity === 'pending' ? 'You will hear within three days.' : 'Once, for every market. Takes about five minutes.',
      to: '/dashboard/verification',
    },
    {
      done: credential !== null,
      title: isConnected ? 'Prove that the wallet is yours' : 'Connect a wallet',
      text: 'Your credential is sealed to it.',
      to: '/dashboard/wallet',
    },
    ...(open > 0
      ? [
          {
            done: false,
            title: `Answer ${plural(open, 'invitation')}`,
            text: 'From organisations that know your address.',
            to: '/dashboard/offerings',
          },
        ]
      : []),
  ]
  const left = steps.filter((step) => !step.done)
  return (
    <InvestorFrame
      title={`Good to see you, ${user.firstName}`}
      lead={account.profile.companyName ? `${account.profile.companyName} · ${user.email}` : user.email}
    >
      <StatRow>
        <Stat
          label="Credential"
          to="/dashboard/credentials"
          value={
            credential ? (
              <span className="flex items-center gap-2.5 capitalize">
                <Seal hash={credential.hash} detail="small" className="size-8" title="Your seal" /> {credential.level}
              </span>
            ) : (
              'None yet'
            )
          }
          note={credential ? `Until ${shortDate(credential.expires_at)}` : 'One check, sealed to your wallet'}
        />
        <Stat
          label="Holdings"
          to="/dashboard/holdings"
          value={plural(totals.lots, 'lot')}
          note={
            totals.locked
              ? `${count(totals.locked)} locked${totals.next_free ? `, next free ${shortDate(totals.next_free)}` : ''}`
              : 'Nothing locked'
          }
        />
        <Stat
          label="Invitations"
          to="/dashboard/offerings"
          value={count(open)}
          note={accepted ? `${count(accepted)} accepted` : 'To answer'}
        />
        <Stat
          label="Reliance on your verification"
          to="/dashboard/credentials"
          value={count(relying)}
          note={`${relying === 1 ? 'Organisation' : 'Organisations'}; you can withdraw each`}
        />
      </StatRow>
      <div className="mt-10 grid items-start gap-x-14 gap-y-12 lg:grid-cols-[7fr_4fr]">
        <Panel title="Latest activity" action={<TextLink to="/dashboard/notifications?view=activity">All activity</TextLink>}>
          {activity.length > 0 ? (
            <ActivityTable rows={activity} label="Latest activity" />
          ) : (
            <EmptyState title="Nothing yet">What you do here is listed as it happens.</EmptyState>
          )}
        </Panel>
        <div className="grid gap-10">
          <Panel title="Next">
            {left.length === 0 ? (
              <p className="flex items-center gap-2 text-soft">
                <CircleCheck className="size-4 text-verdigris" aria-hidden /> Everything is set up.
              </p>
            ) : null}
            <ul>
              {left.map((step) => (
                <li key={step.to} className="border-rule border-b py-3">
                  <TextLink to={step.to} className="inline-flex items-center gap-1.5 font-semibold">
                    {step.title} <ArrowRight className="size-4" aria-hidden />
                  </TextLink>
                  <p className="text-[0.9688rem] text-soft">{step.text}</p>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="Verification" action={<TextLink to="/dashboard/verification">Open</TextLink>}>
            <dl>
              {Object.entries(statuses).map(([name, state]) => (
                <div key={name} className="flex items-center justify-between gap-4 border-rule border-b py-2.5">
                  <dt className="capitalize">{name}</dt>
                  <dd>
                    {name === 'accreditation' && ended ? (
                      <TextLink to="/dashboard/verification?step=accreditation">ended {shortDate(ended)}</TextLink>
                    ) : (
                      <StateBadge of="verification" state={state} />
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Panel>
          <Panel title="For developers">
            <ul>
              <DeveloperLink to="/developer/api-keys" title={account.keys.active > 0 ? 'Manage keys' : 'Create an API key'}>
                {account.keys.active > 0 ? `${plural(account.keys.active, 'active key')}.` : 'Sandbox keys work at once.'}
              </DeveloperLink>
              <DeveloperLink to="/developer/api-playground" title={account.keys.used ? 'Open the playground' : 'Make the first call'}>
                In the playground, or with curl.
              </DeveloperLink>
            </ul>
          </Panel>
        </div>
      </div>
    </InvestorFrame>
  )
}

const DeveloperLink = ({ to, title, children }: { to: string; title: string; children: React.ReactNode }) => (
  <li className="border-rule border-b py-3">
    <TextLink to={to} className="inline-flex items-center gap-1.5 font-semibold">
      {title} <ArrowRight className="size-4" aria-hidden />
    </TextLink>
    <p className="text-[0.9688rem] text-soft">{children}</p>
  </li>
)
