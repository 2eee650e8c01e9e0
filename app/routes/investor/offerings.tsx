import { Link } from 'react-router'
import { stateOf } from '#core/kernel/states.ts'
import { InvestorFrame } from '../../components/investor/frame.tsx'
import { SandboxBadge } from '../../components/investor/sandbox-badge.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { shortDate } from '../../lib/dates.ts'
import { money, REGULATIONS } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { Status } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/offerings.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Offerings', description: 'Offerings that organisations invited you to.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  return requireSession(context, request).verbs.listOwnInvitations()
}

const answers = { sent: 'to answer', accepted: 'accepted', declined: 'declined' }

export default function Offerings({ loaderData }: Route.ComponentProps) {
  const { data } = loaderData
  return (
    <InvestorFrame
      title="Offerings"
      lead="Only what organisations invited you to. Sealwright checks eligibility; it does not host, recommend or sell offerings."
    >
      {data.length === 0 ? (
        <EmptyState title="No invitations">
          An organisation that wants to admit you invites the address you sign in with. There is no public list.
        </EmptyState>
      ) : (
        <Table label="Invitations" className="row-cards">
          <thead>
            <tr>
              <Th>Offering</Th>
              <Th>Under</Th>
              <Th className="text-right">Price</Th>
              <Th className="text-right">Minimum</Th>
              <Th>Offering is</Th>
              <Th>Your answer</Th>
              <Th>Invited</Th>
            </tr>
          </thead>
          <tbody>
            {data.map((each) => (
              <tr key={each.id} className="hover:bg-sunk/60">
                <Td className="min-w-52">
                  <Link to={`/dashboard/offerings/${each.id}`} prefetch="intent" className="link font-semibold">
                    {each.offering.name}
                  </Link>
                  <span className="mt-0.5 flex flex-wrap items-center gap-2 text-[0.875rem] text-soft">
                    {each.organization} <SandboxBadge environment={each.environment} />
                  </span>
                </Td>
                <Td data-label="Under" className="whitespace-nowrap">
                  {REGULATIONS[each.offering.regulation] ?? each.offering.regulation}
                </Td>
                <Td data-label="Price" className="tabular text-right">
                  {money(each.offering.price_per_token, each.offering.currency)}
                </Td>
                <Td data-label="Minimum" className="tabular text-right">
                  {money(each.offering.minimum_investment, each.offering.currency)}
                </Td>
                <Td data-label="Offering is">
                  <StateBadge of="offering" state={each.offering.status} />
                </Td>
                <Td data-label="Your answer">
                  <Status tone={stateOf('invitation', each.status).tone}>{answers[each.status]}</Status>
                </Td>
                <Td data-label="Invited" className="tabular whitespace-nowrap text-soft">
                  {shortDate(each.created_at)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </InvestorFrame>
  )
}
