import { Outlet } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import { WalletProvider } from '../../lib/wallet/wallet.tsx'
import type { Route } from './+types/layout.ts'

/** What waits, for the side navigation of every page here. Any signed-in person has this area. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const [{ unread }, invited] = await Promise.all([verbs.listNotifications({ limit: 1 }), verbs.listOwnInvitations()])
  return { unread, invitations: invited.data.filter((each) => each.status === 'sent').length }
}

export default function InvestorLayout() {
  return (
    <WalletProvider>
      <Outlet />
    </WalletProvider>
  )
}
