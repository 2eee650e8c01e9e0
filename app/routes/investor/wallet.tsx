import { InvestorFrame } from '../../components/investor/frame.tsx'
import { WalletConnect } from '../../components/wallet/connect.tsx'
import { LostWallet } from '../../components/wallet/lost-wallet.tsx'
import { WalletPanel } from '../../components/wallet/panel.tsx'
import { SelfExclusion } from '../../components/wallet/self-exclusion.tsx'
import { act, actOf, textOf } from '../../lib/act.ts'
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
  const [wallets, { statuses }, exclusions, moves] = await Promise.all([
    verbs.listOwnWallets(),
    verbs.readOwnVerification(),
    verbs.listOwnExclusions(),
    verbs.listOwnMoves(),
  ])
  return { wallets: wallets.data, identity: statuses.identity, exclusions: exclusions.data, moves }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  if (intent === 'stop') return act('Stopped: the wallet stays as it is', () => verbs.stopOwnMove({ id: textOf(form, 'id') ?? '' }))
  if (intent === 'move')
    return actOf(
      (made) => (made.status === 'done' ? 'The wallet was replaced' : 'Asked: it moves in 24 hours at the earliest'),
      () => verbs.moveOwnWallet({ from: textOf(form, 'from'), to: textOf(form, 'to'), note: textOf(form, 'note') ?? '' }),
    )
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
      <div id="lost" className="scroll-mt-24">
        <LostWallet wallets={loaderData.wallets} moves={loaderData.moves} />
      </div>
      <SelfExclusion exclusions={loaderData.exclusions} />
    </InvestorFrame>
  )
}
