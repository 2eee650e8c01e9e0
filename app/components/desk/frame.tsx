import { ClipboardCheck, FileClock, FileSearch, LifeBuoy, ShieldOff, Snowflake, UsersRound, UserX } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../routes/desk/layout.tsx'
import { DashboardLayout } from '../dashboard/layout.tsx'

type Props = Omit<ComponentProps<typeof DashboardLayout>, 'area' | 'links' | 'environment'>

/** The frame of every page of an organisation's desk: what its own people decide, and what waits there. */
export function DeskFrame(props: Props) {
  const desk = useRouteLoaderData<typeof loader>('routes/desk/layout')
  const waiting = desk?.waiting
  return (
    <DashboardLayout
      area="Desk"
      links={[
        { label: 'Reviews', to: '/desk/reviews', icon: ClipboardCheck, count: waiting?.cases, below: true },
        { label: 'Exceptions', to: '/desk/exceptions', icon: ShieldOff, count: waiting?.exceptions },
        { label: 'Due diligence', to: '/desk/due-diligence', icon: FileSearch, count: waiting?.due_diligence },
        { label: 'Holdings', to: '/desk/holdings', icon: Snowflake, count: waiting?.holdings },
        { label: 'Erasures', to: '/desk/erasures', icon: UserX },
        { label: 'Subjects', to: '/desk/subjects', icon: UsersRound },
        { label: 'Audit log', to: '/desk/audit', icon: FileClock },
        { label: 'Support access', to: '/desk/support', icon: LifeBuoy },
      ]}
      environment={desk?.environment ?? 'sandbox'}
      {...props}
    />
  )
}
