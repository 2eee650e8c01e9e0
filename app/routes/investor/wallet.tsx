import { InvestorFrame } from '../../components/investor/frame.tsx'
import { WalletConnect } from '../../components/wallet/connect.tsx'
import { WalletPanel } from '../../components/wallet/panel.tsx'
import { SelfExclusion } from '../../components/wallet/self-exclusion.tsx'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { attempt } from '../../lib/verb-errors.ts'
import { useWallet } from '../../lib/wallet/wallet.tsx'
import { Alert } from '../../ui/alert.tsx'
import type { Route } from './+types/wallet.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Wallet', description: 'Connect a wallet, prove that it is yours, send and see transactions.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const [wallets, { statuses }, exclusions] = await Promise.all([
    verbs.listOwnWallets(),
    verbs.readOwnVerification(),
    verbs.listOwnExclusions(),
  ])
  return { wallets: wallets.data, identity: statuses.identity, exclusions: exclusions.data }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const done = await attempt(() =>
    verbs.excludeOwn({
      duration: form.get('duration') ?? undefined,
      scope: form.get('scope') ?? undefined,
      understood: form.get('understood') === 'on',
    }),
  )
  return { refusal: done.ok ? null : done.refusal }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function WalletPage({ loaderData }: Route.ComponentProps) {
  const wallet = useWallet()
  return (
    <InvestorFrame
      title="Wallet"
      lead="Your keys stay in your wallet. Sealwright asks it for addresses and signatures, and never holds an asset."
    >
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {wallet.healthy ? null : (
          <Alert tone="error" title="The wallet cannot be used on this page">
            {wallet.error} Reload the page once the wallet answers again.
          </Alert>
        )}
        {wallet.healthy && wallet.error ? <Alert tone="error">{wallet.error}</Alert> : null}
      </div>
      {wallet.isConnected ? <WalletPanel loaderData={loaderData} /> : <WalletConnect known={loaderData.wallets} />}
      <SelfExclusion exclusions={loaderData.exclusions} />
    </InvestorFrame>
  )
}
