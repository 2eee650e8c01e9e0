import { BadgeCheck, Bell, Briefcase, FileCheck, LayoutDashboard, Mail, Wallet } from 'lucide-react'
import { useRouteLoaderData } from 'react-router'
import { DashboardLayout, type FrameProps } from '../dashboard/layout.tsx'

/** Frame of every page of the signed-in person's own area. */
export function InvestorFrame(props: FrameProps) {
  const waiting = useRouteLoaderData('routes/investor/layout') as { unread: number; invitations: number } | undefined
  return (
    <DashboardLayout
      area="Your dashboard"
      links={[
        { label: 'Overview', to: '/dashboard', icon: LayoutDashboard },
        { label: 'Verification', to: '/dashboard/verification', icon: FileCheck },
        { label: 'Wallet', to: '/dashboard/wallet', icon: Wallet },
        { label: 'Credentials', to: '/dashboard/credentials', icon: BadgeCheck },
        { label: 'Offerings', to: '/dashboard/offerings', icon: Mail, count: waiting?.invitations ?? 0, below: true },
        { label: 'Holdings', to: '/dashboard/holdings', icon: Briefcase },
        { label: 'Notifications', to: '/dashboard/notifications', icon: Bell, count: waiting?.unread ?? 0 },
      ]}
      {...props}
    />
  )
}
