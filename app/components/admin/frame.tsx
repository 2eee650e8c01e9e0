import {
  BookOpenCheck,
  ClipboardCheck,
  Coins,
  FileClock,
  Gauge,
  Inbox,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  MailQuestion,
  Scale,
  ShieldAlert,
  Snowflake,
  TriangleAlert,
  UsersRound,
  UserX,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import type { loader } from '../../routes/admin/layout.tsx'
import { Alert } from '../../ui/alert.tsx'
import { DashboardLayout } from '../dashboard/layout.tsx'

type Props = Omit<ComponentProps<typeof DashboardLayout>, 'area' | 'links'>

/** The frame of every admin page: where an admin can go, and what waits there. */
export function AdminFrame(props: Props) {
  const { pathname, search } = useLocation()
  const waiting = useRouteLoaderData<typeof loader>('routes/admin/layout')
  return (
    <DashboardLayout
      area="Admin"
      links={[
        { label: 'Overview', to: '/admin/dashboard', icon: LayoutDashboard },
        { label: 'Reviews', to: '/admin/reviews', icon: ClipboardCheck, count: waiting?.cases, below: true },
        { label: 'Holdings', to: '/admin/holdings', icon: Snowflake },
        { label: 'Tokens', to: '/admin/tokens', icon: Coins },
        { label: 'Users', to: '/admin/users', icon: UsersRound, below: true },
        { label: 'Requests', to: '/admin/users?view=requests', icon: ListChecks, count: waiting?.role_requests },
        { label: 'Erasures', to: '/admin/erasures', icon: UserX, count: waiting?.erasures, below: true },
        { label: 'Inquiries', to: '/admin/inquiries', icon: MailQuestion, count: waiting?.inquiries, below: true },
        { label: 'Incidents', to: '/admin/incidents', icon: TriangleAlert, count: waiting?.incidents, below: true },
        { label: 'Sanctions lists', to: '/admin/lists', icon: ShieldAlert },
        { label: 'Venues', to: '/admin/venues', icon: Landmark },
        { label: 'Organisations', to: '/admin/organisations', icon: Scale },
        { label: 'Support access', to: '/admin/support', icon: LifeBuoy },
        { label: 'Rules', to: '/admin/rules', icon: BookOpenCheck },
        { label: 'Audit log', to: '/admin/audit', icon: FileClock },
        { label: 'System', to: '/admin/system', icon: Gauge },
        { label: 'Own desk', to: '/desk/reviews', icon: Inbox },
      ]}
      notice={
        waiting?.unprotected ? (
          <Alert tone="warning" title="Your account has no second factor yet">
            Changing roles, exporting users, releasing a match and erasing an account ask for one. Looking is possible without.{' '}
            <Link
              to={`/setup-mfa?next=${encodeURIComponent(pathname + search)}`}
              className="link inline-flex min-h-6 items-center font-semibold"
            >
              Set one up now
            </Link>
          </Alert>
        ) : null
      }
      {...props}
    />
  )
}
