import {
  BookOpenCheck,
  ClipboardCheck,
  FileClock,
  Gauge,
  LayoutDashboard,
  ListChecks,
  MailQuestion,
  ShieldAlert,
  TriangleAlert,
  UsersRound,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../routes/admin/layout.tsx'
import { DashboardLayout } from '../dashboard/layout.tsx'

type Props = Omit<ComponentProps<typeof DashboardLayout>, 'area' | 'links'>

/** The frame of every admin page: where an admin can go, and what waits there. */
export function AdminFrame(props: Props) {
  const waiting = useRouteLoaderData<typeof loader>('routes/admin/layout')
  return (
    <DashboardLayout
      area="Admin"
      links={[
        { label: 'Overview', to: '/admin/dashboard', icon: LayoutDashboard },
        { label: 'Reviews', to: '/admin/reviews', icon: ClipboardCheck, count: waiting?.cases, below: true },
        { label: 'Users', to: '/admin/users', icon: UsersRound, below: true },
        { label: 'Requests', to: '/admin/users?view=requests', icon: ListChecks, count: waiting?.role_requests },
        { label: 'Inquiries', to: '/admin/inquiries', icon: MailQuestion, count: waiting?.inquiries, below: true },
        { label: 'Incidents', to: '/admin/incidents', icon: TriangleAlert, count: waiting?.incidents, below: true },
        { label: 'Sanctions lists', to: '/admin/lists', icon: ShieldAlert },
        { label: 'Rules', to: '/admin/rules', icon: BookOpenCheck },
        { label: 'Audit log', to: '/admin/audit', icon: FileClock },
        { label: 'System', to: '/admin/system', icon: Gauge },
      ]}
      {...props}
    />
  )
}
