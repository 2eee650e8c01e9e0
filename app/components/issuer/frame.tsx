import { BadgeCheck, Building2, ClipboardCheck, FileSearch, LayoutDashboard, PlugZap, ScanFace, ScrollText, UsersRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../routes/issuer/layout.tsx'
import { DashboardLayout } from '../dashboard/layout.tsx'

type Props = Omit<ComponentProps<typeof DashboardLayout>, 'area' | 'links' | 'environment'>

/** The environment the issuer looks at, as the frame's loader said. */
export const useEnvironment = () => useRouteLoaderData<typeof loader>('routes/issuer/layout')?.environment ?? 'sandbox'

/** The frame of every issuer page: where an issuer can go, and what waits there. */
export function IssuerFrame(props: Props) {
  const frame = useRouteLoaderData<typeof loader>('routes/issuer/layout')
  return (
    <DashboardLayout
      area="Issuer"
      links={[
        { label: 'Overview', to: '/issuer/dashboard', icon: LayoutDashboard },
        { label: 'Offerings', to: '/issuer/offerings', icon: Building2, count: frame?.pending, below: true },
        { label: 'Investors', to: '/issuer/investors', icon: UsersRound },
        { label: 'Issuer facts', to: '/issuer/facts', icon: ScrollText },
        { label: 'Identity checks', to: '/issuer/identity', icon: ScanFace, below: true },
        { label: 'Accreditations', to: '/issuer/accreditations', icon: BadgeCheck, below: true },
        { label: 'Identity providers', to: '/issuer/identity-providers', icon: PlugZap },
        { label: 'Due diligence', to: '/issuer/due-diligence', icon: FileSearch },
        { label: 'Desk', to: '/desk/reviews', icon: ClipboardCheck },
      ]}
      environment={frame?.environment ?? 'sandbox'}
      {...props}
    />
  )
}
