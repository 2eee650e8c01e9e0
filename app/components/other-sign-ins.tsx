import { Fingerprint, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callBackEnd } from '../lib/back-end.ts'
import { readRememberMe } from '../lib/partial-auth.ts'
import { askPasskey, passkeysSupported } from '../lib/passkeys.ts'
import { signWithWallet } from '../lib/sign-with-wallet.ts'
import { Button } from '../ui/button.tsx'
import { failureOf, type LoginOutcome, outcomeOf, type SignInAnswer } from './login-form.tsx'

/** The ways in besides a password. A passkey opens the account alone; a wallet stands in for the password. */
export function OtherSignIns({
  disabled,
  onStart,
  onOutcome,
}: {
  disabled: boolean
  onStart: () => void
  onOutcome: (outcome: LoginOutcome) => void
}) {
  const [busy, setBusy] = useState<'passkey' | 'wallet' | null>(null)
  const [passkeys, setPasskeys] = useState(false)
  useEffect(() => setPasskeys(passkeysSupported()), [])

  async function run(way: 'passkey' | 'wallet') {
    setBusy(way)
    onStart()
    try {
      const rememberMe = readRememberMe()
      const answer =
        way === 'passkey'
          ? await callBackEnd<SignInAnswer>('/api/accounts/passkey-sign-in', {
              passkey: await askPasskey('/api/accounts/passkey-sign-in/options', 'sign-in'),
              rememberMe,
            })
          : await callBackEnd<SignInAnswer>('/api/accounts/wallet-sign-in', {
              ...(await signWithWallet('/api/accounts/wallet-sign-in/challenge')),
              rememberMe,
            })
      onOutcome(outcomeOf(answer))
    } catch (error) {
      onOutcome({ state: 'failed', message: failureOf(error) })
    }
    setBusy(null)
  }
  return (
    <div className="js-only mt-6">
      <p className="mb-4 flex items-center gap-3 text-[0.875rem] text-soft before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
        or
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {passkeys ? (
          <Button variant="outline" busy={busy === 'passkey'} disabled={disabled || busy !== null} onClick={() => void run('passkey')}>
            <Fingerprint className="size-4" aria-hidden /> Passkey
          </Button>
        ) : null}
        <Button variant="outline" busy={busy === 'wallet'} disabled={disabled || busy !== null} onClick={() => void run('wallet')}>
          <Wallet className="size-4" aria-hidden /> Wallet
        </Button>
      </div>
    </div>
  )
}
