import { Outlet } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import { WalletProvider } from '../../lib/wallet/wallet.tsx'
import type { Route } from './+types/layout.ts'

/** Any signed-in person has this area. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireSession(context, request)
  return null
}

export default function InvestorLayout() {
  return (
    <WalletProvider>
      <Outlet />
    </WalletProvider>
  )
}
