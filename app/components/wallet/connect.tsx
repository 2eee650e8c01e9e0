import { ChevronRight } from 'lucide-react'
import { shortAddress } from '../../lib/format.ts'
import { useWallet } from '../../lib/wallet/wallet.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { Seal } from '../seal.tsx'

export interface KnownWallet {
  id: string
  address: string
  control: string
  isKYCVerified: boolean
  credential: { id: string; hash: string; state: string } | null
}

/** Providers people ask for by name, with the address under which their extension announces itself. */
const NAMED = [
  { rdns: 'com.coinbase.wallet', name: 'Coinbase Wallet' },
  { rdns: 'com.walletconnect', name: 'WalletConnect' },
]

/** The choice of a wallet: MetaMask, and whatever else announced itself in this browser. */
export function WalletConnect({ known }: { known: KnownWallet[] }) {
  const { found, isLoading, session, healthy } = useWallet()
  const others = found.filter((wallet) => !/^io\.metamask(\.|$)/.test(wallet.rdns))
  const row = 'flex min-h-14 w-full items-center gap-3 border-rule border-b px-1 text-left hover:bg-sunk disabled:opacity-55'
  return (
    <div className="mt-6 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[5fr_6fr]">
      <Panel title="Connect a wallet" note="Connecting shows your address. It moves nothing and allows nothing.">
        <Button
          busy={isLoading}
          busyLabel="Waiting for the wallet"
          disabled={!healthy}
          onClick={() => void session.connect()}
          className="w-full"
        >
          Connect MetaMask
        </Button>
        <h3 className="mt-6 font-semibold text-[0.9375rem]">Other wallets</h3>
        <ul className="mt-1 border-rule border-t">
          {others.map((wallet) => (
            <li key={wallet.rdns}>
              <button type="button" className={row} disabled={isLoading || !healthy} onClick={() => void session.connect(wallet.rdns)}>
                {wallet.icon ? (
                  <img src={wallet.icon} alt="" className="size-7" />
                ) : (
                  <span aria-hidden className="size-7 rounded-sm border border-rule" />
                )}
                <span className="min-w-0 flex-1 truncate">{wallet.name}</span>
                <Status tone="good">in this browser</Status>
                <ChevronRight className="size-4 text-soft" aria-hidden />
              </button>
            </li>
          ))}
          {NAMED.filter(({ rdns }) => !others.some((wallet) => wallet.rdns === rdns)).map(({ rdns, name }) => (
            <li key={rdns}>
              <button type="button" className={row} disabled={isLoading || !healthy} onClick={() => void session.connect(rdns)}>
                <span aria-hidden className="grid size-7 place-items-center rounded-sm border border-rule font-mono text-[0.75rem]">
                  {name.charAt(0)}
                </span>
                <span className="flex-1">{name}</span>
                <ChevronRight className="size-4 text-soft" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Your wallets" note="Wallets you connected before. One credential answers for all that you proved.">
        {known.length === 0 ? (
          <p className="border-rule border-y py-4 text-soft">None yet.</p>
        ) : (
          <ul className="border-rule border-t">
            {known.map((wallet) => (
              <li key={wallet.id} className="flex items-center gap-3 border-rule border-b py-3">
                {wallet.credential ? (
                  <Seal hash={wallet.credential.hash} detail="small" className="size-9" title="Seal of the credential" />
                ) : (
                  <span aria-hidden className="size-9 rounded-full border border-rule border-dashed" />
                )}
                <code className="min-w-0 flex-1 truncate text-[0.875rem]" title={wallet.address}>
                  {shortAddress(wallet.address)}
                </code>
                {wallet.isKYCVerified ? (
                  <Status tone="good">verified</Status>
                ) : wallet.control === 'proven' ? (
                  <Status tone="waiting">control proven</Status>
                ) : (
                  <Status>not proven</Status>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}
