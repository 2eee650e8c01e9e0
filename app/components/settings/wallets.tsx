import { Wallet } from 'lucide-react'
import { useState } from 'react'
import type { Security } from '#core/access/own-account/read-security.ts'
import { callBackEnd } from '../../lib/back-end.ts'
import { dateTime } from '../../lib/dates.ts'
import { signWithWallet } from '../../lib/sign-with-wallet.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useOwnAct } from './use-own-act.ts'

type SignInWallet = Security['wallets'][number]
const proofs: Record<string, string> = {
  eoa: 'proven by its key',
  eip1271: 'proven by its contract',
  eip6492: 'proven before its contract exists',
  ed25519: 'proven by its key',
}

/** Wallets that may stand in for the password when signing in. */
export function WalletsPanel({ wallets }: { wallets: SignInWallet[] }) {
  const { busy, run } = useOwnAct()
  const [removing, setRemoving] = useState<SignInWallet | null>(null)
  return (
    <Panel
      title="Sign-in wallets"
      note="A wallet that signs a message may stand in for your password. The second factor is still asked for."
    >
      {wallets.length > 0 ? (
        <ul className="border-rule border-t">
          {wallets.map((wallet) => (
            <li key={wallet.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
              <div className="min-w-0">
                <p className="break-all font-mono text-[0.875rem]">{wallet.address}</p>
                <p className="text-[0.9375rem] text-soft">
                  {proofs[wallet.proof] ?? wallet.proof}, added {dateTime(wallet.created_at)}
                </p>
              </div>
              <Button variant="outline" size="sm" onClick={() => setRemoving(wallet)}>
                Remove<span className="sr-only"> {wallet.address}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Button
        variant="outline"
        size="sm"
        className="mt-4"
        busy={busy === 'add'}
        busyLabel="Waiting for the wallet"
        onClick={() =>
          void run(
            'add',
            async () => callBackEnd('/api/accounts/wallets', await signWithWallet('/api/accounts/wallets/challenge')),
            'Wallet added',
          )
        }
      >
        <Wallet className="size-4" aria-hidden /> Add a wallet
      </Button>
      <Confirm
        open={removing !== null}
        onOpenChange={(open) => (open ? undefined : setRemoving(null))}
        title="Remove this wallet?"
        action="Remove the wallet"
        busy={busy === 'remove'}
        onConfirm={async () => {
          await run('remove', () => callBackEnd(`/api/accounts/wallets/${removing!.id}/remove`, {}), 'Wallet removed')
          setRemoving(null)
        }}
      >
        It will no longer open your account. Credentials sealed to it stay as they are.
      </Confirm>
    </Panel>
  )
}
